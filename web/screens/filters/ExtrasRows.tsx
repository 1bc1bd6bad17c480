import { mileageTenthCents } from '@madruga/core/costs.ts'
import { isPaidIn } from '@madruga/core/offers.ts'
import { serverNow } from '../../clock.ts'
import { dayNames } from '@madruga/core/days.ts'
import { useWords } from '../../i18n.ts'
import { OptionGroup } from '../../ui/OptionGroup.tsx'
import { useCurrency } from './currency.ts'
import { NumberRow, Pair, Refusal, ToggleRow } from './Rows.tsx'
import type { ConfirmationFields, SafetyLimitFields, NetFields } from './fields.ts'
import { change, errorAt, hasErrors, partOf } from './part.ts'
import type { Part } from './part.ts'

/** When the driver is asked. */
export function ConfirmationRows({ part }: { part: Part<ConfirmationFields> }) {
  const { t } = useWords()
  return (
    <>
      <p className="leading-snug text-muted">{t('beyond.confirmation_text')}</p>
      <ToggleRow part={part} name="enabled" text="beyond.confirmation_on" flush />
      {(part.value.enabled || hasErrors(part)) && (
        <>
          <Pair>
            <NumberRow
              part={part}
              name="lowerPayPercent"
              text="beyond.confirmation_lower"
              step={5}
              unit="count"
            />
            <NumberRow
              part={part}
              name="lessArrivalMinutes"
              text="beyond.confirmation_arrival"
              step={5}
              unit="minutes"
            />
          </Pair>
          <ToggleRow part={part} name="anyHour" text="beyond.confirmation_hours" flush />
        </>
      )}
    </>
  )
}

/** Safety limits. */
export function SafetyLimitRows({ part }: { part: Part<SafetyLimitFields> }) {
  const { value } = part
  const pauses = (value.pauseAfterMisses ?? 1) > 0 || (value.pauseAfterReleases ?? 1) > 0
  return (
    <>
      <NumberRow part={part} name="weekGoal" zero="off" text="beyond.goal" hinted step={50} unit="money" />
      <Pair>
        <NumberRow
          part={part}
          name="pauseAfterMisses"
          zero="off"
          text="beyond.misses"
          step={1}
          unit="count"
        />
        <NumberRow part={part} name="pauseAfterReleases" text="beyond.releases" step={1} unit="count" />
      </Pair>
      {(pauses || hasErrors(partOf(part, 'pauseMinutes'))) && (
        <NumberRow part={part} name="pauseMinutes" text="beyond.pause" step={15} unit="minutes" />
      )}
      <ToggleRow part={part} name="keepDrivingTime" text="beyond.driving" flush />
      {(value.keepDrivingTime || hasErrors(partOf(part, 'drivingMph'))) && (
        <NumberRow part={part} name="drivingMph" text="beyond.mph" step={5} unit="count" />
      )}
    </>
  )
}

/** The cost of a mile, and the required net pay. */
export function NetRows({ part }: { part: Part<NetFields> }) {
  const { cost } = part.value
  return (
    <>
      <NumberRow
        part={part}
        name="perHourMin"
        zero="any"
        text="beyond.net_hour"
        kind="rate"
        step={1}
        unit="money"
      />
      <CostChoice part={part} />
      {(cost === 'own' || hasErrors(partOf(part, 'ownPerMile'))) && (
        <NumberRow part={part} name="ownPerMile" text="beyond.own" step={0.05} unit="money" kind="fine" />
      )}
      {(cost === 'fuel' ||
        hasErrors(partOf(part, 'milesPerGallon')) ||
        hasErrors(partOf(part, 'fuelPerGallon'))) && (
        <Pair>
          <NumberRow part={part} name="milesPerGallon" text="beyond.mpg" step={1} unit="count" />
          <NumberRow
            part={part}
            name="fuelPerGallon"
            text="beyond.fuel"
            step={0.1}
            unit="money"
            kind="fine"
          />
        </Pair>
      )}
      <NumberRow part={part} name="milesPerHour" text="beyond.miles" hinted step={1} unit="count" />
    </>
  )
}

/** What a mile costs. The tax rate is in US dollars: for pay in another currency it is no choice. */
function CostChoice({ part }: { part: Part<NetFields> }) {
  const { t, number, timeZone } = useWords()
  const currency = useCurrency()
  const inDollars = isPaidIn({ currency }, null)
  const error = errorAt(part, 'cost')
  const today = dayNames(timeZone)(serverNow())
  const rate = number(mileageTenthCents(Date.parse(today)) / 10)
  const choices = inDollars ? (['tax', 'fuel', 'own'] as const) : (['own', 'fuel'] as const)
  return (
    <div className="grid gap-2" data-invalid={error !== undefined}>
      {!inDollars && part.value.cost === 'tax' && (
        <p className="leading-snug text-muted">{t('beyond.cost_unset', { currency: currency ?? 'USD' })}</p>
      )}
      <OptionGroup
        label={t('beyond.cost')}
        name={`${part.path}.cost`}
        value={part.value.cost}
        choices={choices.map((value) => ({
          value,
          title: t(`beyond.cost_${value}`),
          ...(value === 'tax' && { note: t('beyond.cost_tax_hint', { rate }) }),
        }))}
        onChange={(cost) => change(part, { cost })}
      />
      <Refusal>{error}</Refusal>
    </div>
  )
}
