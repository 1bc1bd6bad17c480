import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '../icons/first.ts'
import type { ReactNode } from 'react'
import { useWords } from '../i18n.ts'

const LOOKS = {
  bad: { box: 'bg-red-bg', icon: 'text-red', Icon: IconAlertTriangle },
  good: { box: 'bg-green-bg', icon: 'text-green', Icon: IconCircleCheck },
  plain: { box: 'bg-surface-2', icon: 'text-amber-text', Icon: IconInfoCircle },
}

/** An event in plain words, with what to do about it. */
export function Notice({
  kind,
  children,
  actions,
  onClose,
}: {
  kind: keyof typeof LOOKS
  children: ReactNode
  actions?: ReactNode
  onClose?: () => void
}) {
  const { t } = useWords()
  const { box, icon, Icon } = LOOKS[kind]
  return (
    <div className={`${box} rounded-2xl py-2 pl-4 pr-2`} role={kind === 'bad' ? 'alert' : 'status'}>
      <div className="flex items-start gap-3">
        <Icon size={22} aria-hidden className={`${icon} mt-2 shrink-0`} />
        <div className="min-w-0 flex-1 py-2 font-semibold leading-snug">{children}</div>
        {onClose && (
          <button
            type="button"
            className="grid size-12 shrink-0 place-items-center rounded-xl"
            aria-label={t('shell.close')}
            onClick={onClose}
          >
            <IconX size={20} aria-hidden />
          </button>
        )}
      </div>
      {actions && <div className="flex flex-wrap gap-2 pb-2 pl-[2.125rem] pr-2">{actions}</div>}
    </div>
  )
}
