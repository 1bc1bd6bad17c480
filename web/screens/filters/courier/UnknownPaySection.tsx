import { UNKNOWN_PAYS } from '@madruga/core/filters.ts'
import { useWords } from '../../../i18n.ts'
import { OptionRow } from '../../../ui/OptionRow.tsx'
import { NumberRow, Pair } from '../Rows.tsx'
import { Section } from '../Section.tsx'
import { hasErrors, partOf } from '../part.ts'
import type { Part } from '../part.ts'
import type { CourierFields } from './courier-fields.ts'

/** What to do with a job whose pay the platform does not state, and the driver's own rate. */
export function UnknownPaySection({ part }: { part: Part<CourierFields> }) {
  const { t } = useWords()
  const unknownPay = partOf(part, 'unknownPay')
  const rate = partOf(part, 'ownRate')
  return (
    <Section name="unknownPay" title={t('courier.unknown_pay')} hint={t('courier.unknown_pay_hint')}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('courier.unknown_pay')}</legend>
        {UNKNOWN_PAYS.map((choice) => (
          <OptionRow
            key={choice}
            name="unknown-pay"
            checked={unknownPay.value === choice}
            onChoose={() => unknownPay.update(() => choice)}
          >
            <span className="min-w-0">
              <span className="block font-semibold leading-tight">{t(`courier.unknown_${choice}`)}</span>
              <span className="block text-sm leading-snug text-muted">
                {t(`courier.unknown_${choice}_hint`)}
              </span>
            </span>
          </OptionRow>
        ))}
      </fieldset>
      {(unknownPay.value === 'own_rate' || hasErrors(rate)) && (
        <div className="mt-2 rounded-2xl bg-surface p-4">
          <Pair>
            <NumberRow
              part={rate}
              name="perHour"
              zero="off"
              text="courier.rate_hour"
              step={1}
              unit="money"
              kind="rate"
            />
            <NumberRow
              part={rate}
              name="perMile"
              zero="off"
              text="courier.rate_mile"
              step={0.1}
              unit="money"
              kind="fine"
            />
          </Pair>
        </div>
      )}
    </Section>
  )
}
