import type { ReactNode } from 'react'
import { SPEEDS } from '@madruga/core/settings.ts'
import type { Plan } from '@madruga/core/plans.ts'
import { useWords } from '../../i18n.ts'
import { OptionRow } from '../../ui/OptionRow.tsx'
import { NumberRow, Pair, Refusal, ToggleRow } from './Rows.tsx'
import { Section } from './Section.tsx'
import type { CommonFields, CustomFields, LimitFields, SwitchFields } from './fields.ts'
import { errorAt, partOf } from './part.ts'
import type { Part } from './part.ts'

type ArrivalFields = { arrivalMinutes: number | null }

/** How long the driver needs to a station, and what a variant adds to it. */
export function ArrivalSection<T extends ArrivalFields>({
  part,
  children,
}: {
  part: Part<T>
  children?: ReactNode
}) {
  const { t } = useWords()
  return (
    <Section name="arrival" title={t('filter.arrival')}>
      <div className="max-w-[22rem]">
        <NumberRow
          part={part as Part<ArrivalFields>}
          name="arrivalMinutes"
          text="filter.arrival_hint"
          step={5}
          unit="minutes"
        />
      </div>
      {children}
    </Section>
  )
}

/** The driver's maximum hours, and the rest between them. */
export function LimitsSection({ part }: { part: Part<LimitFields> }) {
  const { t } = useWords()
  return (
    <Section name="limits" title={t('filter.limits')} hint={t('filter.limits_hint')}>
      <Pair>
        <NumberRow part={part} name="hoursPerDay" zero="any" text="filter.hours_day" step={1} unit="hours" />
        <NumberRow
          part={part}
          name="hoursPerWeek"
          zero="any"
          text="filter.hours_week"
          step={1}
          unit="hours"
        />
        <NumberRow
          part={part}
          name="restBetweenDays"
          zero="off"
          text="filter.rest_days"
          step={1}
          unit="hours"
        />
        <NumberRow part={part} name="restPerWeek" zero="off" text="filter.rest_week" step={1} unit="hours" />
        <NumberRow
          part={part}
          name="daysInARow"
          zero="any"
          text="filter.days_in_a_row"
          step={1}
          unit="count"
        />
      </Pair>
    </Section>
  )
}

/** The run schedule; the professional plan can customize it. */
export function SpeedSection<T extends CommonFields>({ part, plan }: { part: Part<T>; plan: Plan }) {
  const { t } = useWords()
  const speeds = SPEEDS.filter((speed) => speed !== '4X' || plan === 'professional')
  const speed = partOf(part, 'speed')
  const error = errorAt(speed)
  return (
    <Section name="speed" title={t('filter.speed')} hint={t('filter.speed_hint')}>
      <fieldset className="grid gap-2" data-invalid={error !== undefined}>
        <legend className="sr-only">{t('filter.speed')}</legend>
        {speeds.map((choice) => (
          <OptionRow
            key={choice}
            name="speed"
            checked={speed.value === choice}
            onChoose={() => speed.update(() => choice)}
          >
            <span className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-2">
              <span className="text-lg font-extrabold">{choice}</span>
              <span className="leading-snug text-muted">{t(`speed.${choice}`)}</span>
            </span>
          </OptionRow>
        ))}
        <Refusal>{error}</Refusal>
      </fieldset>
      {speed.value === '4X' && <RunSchedule part={partOf(part, 'custom')} />}
    </Section>
  )
}

function RunSchedule({ part }: { part: Part<CustomFields> }) {
  return (
    <div className="mt-2 grid gap-3 rounded-2xl bg-surface p-4">
      <NumberRow
        part={part}
        name="refreshSeconds"
        text="editor.refresh"
        hinted
        step={0.5}
        unit="count"
        kind="rate"
      />
      <Pair>
        <NumberRow part={part} name="runMinutes" text="editor.run" step={5} unit="minutes" />
        <NumberRow part={part} name="sleepMinutes" text="editor.sleep" step={5} unit="minutes" />
      </Pair>
    </div>
  )
}

/** The bot's behavior around a block. */
export function SwitchesSection({
  part,
  signsOut = true,
}: {
  part: Part<SwitchFields>
  /** Whether the platform can end the driver's other sign-ins. */
  signsOut?: boolean
}) {
  const { t } = useWords()
  return (
    <Section name="switches" title={t('filter.switches')}>
      <div className="grid gap-2">
        <div className="rounded-2xl bg-surface p-4">
          <NumberRow
            part={part}
            name="sleepAfterAwardMinutes"
            text="filter.sleep_award"
            hinted
            step={5}
            unit="minutes"
          />
        </div>
        <ToggleRow part={part} name="sleepDuringDelivery" text="filter.sleep_delivery" hinted />
        {signsOut && <ToggleRow part={part} name="logOutOfPlatformOnStart" text="filter.log_out" hinted />}
        <ToggleRow part={part} name="hideIgnoredByPrice" text="filter.hide_price" hinted />
      </div>
    </Section>
  )
}
