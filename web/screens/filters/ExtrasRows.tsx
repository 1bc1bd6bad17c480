import { mileageTenthCents } from '@madruga/core/costs.ts'
import { serverNow } from '../../clock.ts'
import { dayNames } from '../../days.ts'
import { useWords } from '../../i18n.ts'
import { OptionRow } from '../../ui/OptionRow.tsx'
import { NumberRow, Pair, ToggleRow } from './Rows.tsx'
import type { ConfirmationFields, SafetyLimitFields, NetFields } from './fields.ts'
import { change, hasErrors, partOf } from './part.ts'
import type { Part } from './part.ts'

const PLAIN_ROW = '-mx-4'

/** When the driver is asked. */
export function ConfirmationRows({ part }: { part: Part<ConfirmationFields> }) {
  const { t } = useWords()
  return (
    <>
      <p className="leading-snug text-muted">{t('beyond.confirmation_text')}</p>
      <div className={PLAIN_ROW}>
        <ToggleRow part={part} name="enabled" label={t('beyond.confirmation_on')} />
      </div>
      {(part.value.enabled || hasErrors(part)) && (
        <>
          <Pair>
            <NumberRow
              part={part}
              name="lowerPayPercent"
              label={t('beyond.confirmation_lower')}
              hint={t('beyond.confirmation_lower_hint')}
              step={5}
              unit="count"
            />
            <NumberRow
              part={part}
              name="lessArrivalMinutes"
              label={t('beyond.confirmation_arrival')}
              hint={t('beyond.confirmation_arrival_hint')}
              step={5}
              unit="minutes"
            />
          </Pair>
          <div className={PLAIN_ROW}>
            <ToggleRow
              part={part}
              name="anyHour"
              label={t('beyond.confirmation_hours')}
              hint={t('beyond.confirmation_hours_hint')}
            />
          </div>
        </>
      )}
    </>
  )
}

/** Safety limits. */
export function SafetyLimitRows({ part }: { part: Part<SafetyLimitFields> }) {
  const { t } = useWords()
  const { value } = part
  const pauses = (value.pauseAfterMisses ?? 1) > 0 || (value.pauseAfterReleases ?? 1) > 0
  return (
    <>
      <p className="leading-snug text-muted">{t('beyond.safety_limits_text')}</p>
      <NumberRow
        part={part}
        name="weekGoal"
        label={t('beyond.goal')}
        hint={t('beyond.goal_hint')}
        step={50}
        unit="dollars"
      />
      <Pair>
        <NumberRow
          part={part}
          name="pauseAfterMisses"
          label={t('beyond.misses')}
          hint={t('beyond.misses_hint')}
          step={1}
          unit="count"
        />
        <NumberRow
          part={part}
          name="pauseAfterReleases"
          label={t('beyond.releases')}
          hint={t('beyond.releases_hint')}
          step={1}
          unit="count"
        />
      </Pair>
      {(pauses || hasErrors(partOf(part, 'pauseMinutes'))) && (
        <NumberRow part={part} name="pauseMinutes" label={t('beyond.pause')} step={15} unit="minutes" />
      )}
      <div className={PLAIN_ROW}>
        <ToggleRow
          part={part}
          name="keepDrivingTime"
          label={t('beyond.driving')}
          hint={t('beyond.driving_hint')}
        />
      </div>
      {(value.keepDrivingTime || hasErrors(partOf(part, 'drivingMph'))) && (
        <NumberRow part={part} name="drivingMph" label={t('beyond.mph')} step={5} unit="count" />
      )}
    </>
  )
}

/** The cost of a mile, and the required net pay. */
export function NetRows({ part }: { part: Part<NetFields> }) {
  const { t, number, timeZone } = useWords()
  const { cost } = part.value
  const today = dayNames(timeZone)(serverNow())
  const rate = number(mileageTenthCents(Date.parse(today)) / 10)
  return (
    <>
      <p className="leading-snug text-muted">{t('beyond.net_text')}</p>
      <NumberRow
        part={part}
        name="perHourMin"
        label={t('beyond.net_hour')}
        hint={t('beyond.net_hour_hint')}
        step={1}
        unit="dollars"
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">{t('beyond.cost')}</legend>
        {(['tax', 'fuel'] as const).map((choice) => (
          <OptionRow
            key={choice}
            name={`${part.path}.cost`}
            checked={cost === choice}
            onChoose={() => change(part, { cost: choice })}
          >
            <span className="min-w-0">
              <span className="block font-semibold leading-tight">{t(`beyond.cost_${choice}`)}</span>
              <span className="block text-sm leading-snug text-muted">
                {choice === 'tax' ? t('beyond.cost_tax_hint', { rate }) : t('beyond.cost_fuel_hint')}
              </span>
            </span>
          </OptionRow>
        ))}
      </fieldset>
      {(cost === 'fuel' ||
        hasErrors(partOf(part, 'milesPerGallon')) ||
        hasErrors(partOf(part, 'fuelPerGallon'))) && (
        <Pair>
          <NumberRow part={part} name="milesPerGallon" label={t('beyond.mpg')} step={1} unit="count" />
          <NumberRow part={part} name="fuelPerGallon" label={t('beyond.fuel')} step={0.1} unit="dollars" />
        </Pair>
      )}
      <NumberRow
        part={part}
        name="milesPerHour"
        label={t('beyond.miles')}
        hint={t('beyond.miles_hint')}
        step={1}
        unit="count"
      />
    </>
  )
}
