import { IconCircleCheck } from '../../icons/circle-check.ts'
import { IconCircleDashed } from '../../icons/circle-dashed.ts'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import type { InstantView } from './queries.ts'

/** The requirements of instant offers, each with its state and a link. */
export function InstantNeeds({ view }: { view: InstantView }) {
  const { t } = useWords()
  const { deviceEnabled, location } = view
  return (
    <section aria-labelledby="instant-needs" className="grid gap-3">
      <h2 id="instant-needs" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('instant.needs')}
      </h2>
      <ul className="grid gap-2">
        <Need
          met={deviceEnabled}
          name={t('instant.need_device')}
          stands={t(deviceEnabled ? 'instant.need_device_yes' : 'instant.need_device_no')}
        >
          {!deviceEnabled && <ScreenLink screen="support">{t('instant.to_support')}</ScreenLink>}
        </Need>
        <Need
          met={location !== null}
          name={t('instant.need_place')}
          stands={location?.label ?? t('instant.need_place_no')}
        >
          <ScreenLink screen="location">{t(location ? 'instant.change' : 'instant.choose')}</ScreenLink>
        </Need>
      </ul>
    </section>
  )
}

function Need({
  met,
  name,
  stands,
  children,
}: {
  met: boolean
  name: string
  stands: string
  children: ReactNode
}) {
  const Icon = met ? IconCircleCheck : IconCircleDashed
  return (
    <li className="card flex min-h-16 items-center gap-3 px-4 py-2">
      <Icon size={26} aria-hidden className={`shrink-0 ${met ? 'text-green' : 'text-muted'}`} />
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">{name}</p>
        <p className="font-bold leading-tight [overflow-wrap:anywhere]">{stands}</p>
      </div>
      {children}
    </li>
  )
}
