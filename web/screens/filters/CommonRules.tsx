import { lazy } from 'react'
import type { ReactNode } from 'react'
import { DEFAULT_SETTINGS, SPEEDS } from '@madruga/core/settings.ts'
import type { Speed } from '@madruga/core/settings.ts'
import type { Plan } from '@madruga/core/plans.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { OptionRow } from '../../ui/OptionRow.tsx'
import type { MoreRule } from './MoreRules.tsx'
import { NumberRow, Pair, Refusal, ToggleRow } from './Rows.tsx'
import { useCurrency } from './currency.ts'
import { confirmationState, netState, safetyLimitState, stateOf } from './extras.ts'
import type { CommonFields, CustomFields, LimitFields, SwitchFields } from './fields.ts'
import { errorAt, hasErrors, partOf } from './part.ts'
import type { Part } from './part.ts'

// Their fields are loaded when one of them is expanded.
const loadRows = () => import('./ExtrasRows.tsx')
const ConfirmationRows = lazy(() => loadRows().then((module) => ({ default: module.ConfirmationRows })))
const SafetyLimitRows = lazy(() => loadRows().then((module) => ({ default: module.SafetyLimitRows })))
const NetRows = lazy(() => loadRows().then((module) => ({ default: module.NetRows })))

/**
 * The rules that every variant's editor has beyond where, how much and when; a variant's own go before them.
 */
export function useCommonRules(
  root: Part<CommonFields>,
  {
    plan,
    signsOut = true,
    judgesPay = true,
  }: {
    plan: Plan
    /** Whether the platform can end the driver's other sign-ins. */
    signsOut?: boolean
    /** Whether offers have a pay of which something can be left. */
    judgesPay?: boolean
  },
): MoreRule[] {
  const words = useWords()
  const { t } = words
  const currency = useCurrency()
  const [limits, switches] = [partOf(root, 'limits'), partOf(root, 'switches')]
  const [confirmation, safetyLimits, net] = [
    partOf(root, 'confirmation'),
    partOf(root, 'safetyLimits'),
    partOf(root, 'net'),
  ]
  const limitsState = stateOf(words, limits.value, LIMIT_TEXTS)
  const switchesState = stateOf(words, switches.value, SWITCH_TEXTS)
  const rule = (
    name: 'limits' | 'switches' | 'confirmation' | 'safetyLimits' | 'net',
    title: string,
    state: string,
    part: Part<unknown>,
    body: ReactNode,
  ): MoreRule => ({
    name,
    title,
    state: state || t('beyond.off'),
    inUse: state !== '',
    refused: hasErrors(part),
    body,
  })
  return [
    speedRule(words, root, plan),
    rule('limits', t('filter.limits'), limitsState, limits, <LimitRows part={limits} />),
    rule(
      'switches',
      t('filter.switches'),
      switchesState,
      switches,
      <SwitchRows part={switches} signsOut={signsOut} />,
    ),
    rule(
      'confirmation',
      t('beyond.confirmation'),
      confirmationState(words, confirmation.value),
      confirmation,
      <ConfirmationRows part={confirmation} />,
    ),
    rule(
      'safetyLimits',
      t('beyond.safety_limits'),
      safetyLimitState(words, safetyLimits.value, currency),
      safetyLimits,
      <SafetyLimitRows part={safetyLimits} />,
    ),
    ...(judgesPay || hasErrors(net)
      ? [rule('net', t('beyond.net'), netState(words, net.value, currency), net, <NetRows part={net} />)]
      : []),
  ]
}

type ArrivalFields = { arrivalMinutes: number | null }

/** How long the driver needs to a station; `more` is what a plan adds to it. */
export function arrivalRule<T extends ArrivalFields>(
  { t, number }: Words,
  part: Part<T>,
  more?: ReactNode,
): MoreRule {
  const { arrivalMinutes } = part.value
  return {
    name: 'arrival',
    title: t('filter.arrival'),
    state: arrivalMinutes ? t('filter.minutes', { n: number(arrivalMinutes) }) : t('beyond.off'),
    inUse: arrivalMinutes !== 0 || more !== undefined,
    refused: errorAt(part, 'arrivalMinutes') !== undefined,
    body: (
      <>
        <NumberRow
          part={part as Part<ArrivalFields>}
          name="arrivalMinutes"
          text="filter.arrival_hint"
          step={5}
          unit="minutes"
        />
        {more}
      </>
    ),
  }
}

/** The run schedule; the professional plan can customize it. */
function speedRule({ t }: Words, root: Part<CommonFields>, plan: Plan): MoreRule {
  const speed = partOf(root, 'speed')
  return {
    name: 'speed',
    title: t('filter.speed'),
    state: t('filter.speed_of', { name: t(`speed.name_${speed.value}`), code: speed.value }),
    inUse: true,
    refused: hasErrors(speed) || (speed.value === '4X' && hasErrors(partOf(root, 'custom'))),
    body: <SpeedRows part={root} plan={plan} />,
  }
}

function SpeedRows({ part, plan }: { part: Part<CommonFields>; plan: Plan }) {
  const { t } = useWords()
  const speeds = SPEEDS.filter((speed) => speed !== '4X' || plan === 'professional')
  const speed = partOf(part, 'speed')
  const custom = partOf(part, 'custom')
  const error = errorAt(speed)
  return (
    <>
      <fieldset className="grid gap-2" data-invalid={error !== undefined}>
        <legend className="mb-2 leading-snug text-muted">{t('filter.speed_hint')}</legend>
        {speeds.map((choice) => (
          <OptionRow
            key={choice}
            name="speed"
            checked={speed.value === choice}
            onChoose={() => speed.update(() => choice)}
          >
            <span className="grid min-w-0 gap-1">
              <span className="flex items-baseline justify-between gap-2">
                <span className="font-bold">{t(`speed.name_${choice}`)}</span>
                <span className="text-sm text-muted">{choice}</span>
              </span>
              <SpeedPicture minutes={minutesOf(choice, custom.value)} />
              <span className="text-sm leading-snug text-muted">{t(`speed.${choice}`)}</span>
            </span>
          </OptionRow>
        ))}
        <Refusal>{error}</Refusal>
      </fieldset>
      {speed.value === '4X' && <RunScheduleRows part={custom} />}
    </>
  )
}

/** How long a speed searches and sleeps by turns, in minutes. */
function minutesOf(speed: Speed, { runMinutes, sleepMinutes }: CustomFields): readonly [number, number] {
  if (speed === '4X') return [Math.max(1, runMinutes ?? 1), Math.max(0, sleepMinutes ?? 0)]
  const { runMs, sleepMs } = DEFAULT_SETTINGS.speeds[speed]
  return [runMs / 60_000, sleepMs / 60_000]
}

/** A whole round of the slowest speed. */
const PICTURE_MINUTES = 130

/** What a speed does with its first two hours: the search highlighted. */
function SpeedPicture({ minutes: [run, sleep] }: { minutes: readonly [number, number] }) {
  const starts = Array.from(
    { length: Math.ceil(PICTURE_MINUTES / (run + sleep)) },
    (_, index) => index * (run + sleep),
  )
  return (
    <svg
      viewBox={`0 0 ${PICTURE_MINUTES} 8`}
      preserveAspectRatio="none"
      aria-hidden
      className="h-1.5 w-full rounded-full bg-surface-2"
    >
      {starts.map((start) => (
        <rect key={start} x={start} width={run} height={8} className="fill-amber" />
      ))}
    </svg>
  )
}

function RunScheduleRows({ part }: { part: Part<CustomFields> }) {
  return (
    <div className="grid gap-3">
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

const LIMIT_TEXTS = {
  hoursPerDay: 'filter.hours_day',
  hoursPerWeek: 'filter.hours_week',
  restBetweenDays: 'filter.rest_days',
  restPerWeek: 'filter.rest_week',
  daysInARow: 'filter.days_in_a_row',
} as const

/** The driver's maximum hours, and the rest between them. */
function LimitRows({ part }: { part: Part<LimitFields> }) {
  const { t } = useWords()
  return (
    <>
      <p className="leading-snug text-muted">{t('filter.limits_hint')}</p>
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
    </>
  )
}

const SWITCH_TEXTS = {
  sleepAfterAwardMinutes: 'filter.sleep_award',
  sleepDuringDelivery: 'filter.sleep_delivery',
  logOutOfPlatformOnStart: 'filter.log_out',
  hideIgnoredByPrice: 'filter.hide_price',
} as const

/** The bot's behavior around a block. */
function SwitchRows({ part, signsOut }: { part: Part<SwitchFields>; signsOut: boolean }) {
  return (
    <>
      <NumberRow
        part={part}
        name="sleepAfterAwardMinutes"
        text="filter.sleep_award"
        step={5}
        unit="minutes"
      />
      <div className="-mx-4">
        <ToggleRow part={part} name="sleepDuringDelivery" text="filter.sleep_delivery" />
        {signsOut && <ToggleRow part={part} name="logOutOfPlatformOnStart" text="filter.log_out" />}
        <ToggleRow part={part} name="hideIgnoredByPrice" text="filter.hide_price" hinted />
      </div>
    </>
  )
}
