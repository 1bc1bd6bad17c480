import { useEffect, useRef } from 'react'
import type { Plan } from '@madruga/core/plans.ts'
import { useWords } from '../../i18n.ts'
import { OptionRow } from '../../ui/OptionRow.tsx'
import { PayFields } from './PayFields.tsx'
import { NumberRow } from './Rows.tsx'
import { Week } from './Week.tsx'
import { change, partOf } from './part.ts'
import type { Part } from './part.ts'
import type { SettingFields } from './fields.ts'

/** One setting of a station: required pay, arrival time, and its hours. */
export function SettingEditor({ part, plan }: { part: Part<SettingFields>; plan: Plan }) {
  const { t } = useWords()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current
      ?.querySelector('[aria-invalid="true"], [data-invalid="true"]')
      ?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={box} className="grid gap-6">
      <section aria-label={t('filter.pay')}>
        <h3 className="mb-2 text-lg font-extrabold">{t('filter.pay')}</h3>
        <PayFields part={part} professional={plan === 'professional'} />
      </section>
      <section aria-label={t('filter.arrival')}>
        <h3 className="mb-1 text-lg font-extrabold">{t('filter.arrival')}</h3>
        <NumberRow
          part={part}
          name="arrivalMinutes"
          zero="any"
          text="filter.arrival_hint"
          step={5}
          unit="minutes"
        />
      </section>
      <WhoseHours part={part} />
    </div>
  )
}

/** The filter's week, or the setting's own, which ends at midnight. */
export function WhoseHours({ part }: { part: Part<SettingFields> }) {
  const { t } = useWords()
  const { ownWeek } = part.value
  return (
    <section aria-label={t('editor.hours')}>
      <h3 className="mb-2 text-lg font-extrabold">{t('editor.hours')}</h3>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2">
        {([false, true] as const).map((own) => (
          <OptionRow
            key={String(own)}
            name={`${part.path}.ownWeek`}
            checked={ownWeek === own}
            onChoose={() => change(part, { ownWeek: own })}
          >
            <span className="font-semibold leading-tight">
              {t(own ? 'editor.own_week' : 'editor.all_week')}
            </span>
          </OptionRow>
        ))}
      </div>
      {ownWeek && (
        <div className="mt-3 grid gap-2">
          <p className="text-sm leading-snug text-muted">{t('editor.own_week_hint')}</p>
          <Week part={partOf(part, 'week')} second />
        </div>
      )}
    </section>
  )
}
