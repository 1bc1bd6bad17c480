import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Bot, BotInput, Step } from '../bot.ts'
import { TROUBLES } from '../events.ts'
import { SPEEDS } from '../settings.ts'
import { DEFAULT_SETTINGS, type Settings } from '../settings.ts'
import { HOUR_MS, MINUTE_MS, type Timestamp } from '../time.ts'
import { PHASES, START_MODES } from '../bot-states.ts'
import { stepBot } from './step.ts'
import type { Move } from './walked-moves.ts'
import { checkEveryCourse } from '../testing.ts'
import { WalkedWorld } from './testing-walk.ts'

/**
 * 8 March 2026, 03:50 in New York, the day on which the clocks went forward: ten minutes before the daily
 * stop.
 */
const START_AT = Date.UTC(2026, 2, 8, 7, 50)

/** The defaults with a daily stop of an hour, so that walks encounter it often. */
const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  dailyStop: { timeZone: 'America/New_York', startMinute: 4 * 60, endMinute: 5 * 60 },
}

const STOPS = [
  'driver_stopped',
  'daily_stop',
  'suspended',
  'kill_switch',
  'autostop',
  'subscription_ended',
  'filter_too_dear',
] as const
const { constant, constantFrom, integer, boolean, record, oneof } = fc

const passing = oneof(
  { weight: 3, arbitrary: integer({ min: 0, max: 5_000 }) },
  { weight: 4, arbitrary: integer({ min: 0, max: 20 * MINUTE_MS }) },
  { weight: 1, arbitrary: integer({ min: 0, max: 6 * HOUR_MS }) },
)
const moves: fc.Arbitrary<Move> = oneof(
  {
    weight: 6,
    arbitrary: record({
      do: constant('start' as const),
      speed: constantFrom(...SPEEDS),
      mode: constantFrom(...START_MODES),
      by: constantFrom('driver' as const, 'autostart' as const),
      lateMs: constantFrom(0, 0, HOUR_MS),
      shadowMinutes: constantFrom(null, null, 1, 90, 2_880),
      facts: constantFrom(
        {},
        {},
        {},
        {},
        { killed: true },
        { hasFilter: false },
        { filterFits: false },
        { hasLocation: false },
        { goalReached: true },
        { accountStatus: 'suspended' as const },
      ),
    }),
  },
  {
    weight: 12,
    arbitrary: record({
      do: constant('pass' as const),
      ms: passing,
      punctual: oneof({ weight: 5, arbitrary: constant(true) }, constant(false)),
    }),
  },
  { weight: 6, arbitrary: constant({ do: 'prepared' as const }) },
  { weight: 1, arbitrary: constant({ do: 'preparing_failed' as const }) },
  { weight: 2, arbitrary: record({ do: constant('stop' as const), reason: constantFrom(...STOPS) }) },
  {
    weight: 4,
    arbitrary: record({
      do: constant('trouble' as const),
      trouble: constantFrom(...TROUBLES, 'rate_limited' as const, 'rate_limited' as const),
      retryAfterMs: constantFrom(null, 0, 90_000, 1e15, -5, Number.NaN),
      jitter: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: constant({ do: 'recovered' as const }) },
  { weight: 5, arbitrary: constant({ do: 'offer' as const }) },
  {
    weight: 5,
    arbitrary: record({
      do: constant('answer' as const),
      won: boolean(),
      sleepMinutes: constantFrom(0, 5, 90),
    }),
  },
  { weight: 4, arbitrary: constant({ do: 'settle' as const }) },
  {
    weight: 2,
    arbitrary: record({
      do: constant('deliver' as const),
      minutes: constantFrom(-10, 30, 240),
      sleep: boolean(),
    }),
  },
  { weight: 2, arbitrary: constant({ do: 'delivered' as const }) },
  { weight: 2, arbitrary: constant({ do: 'solve' as const }) },
  {
    weight: 2,
    arbitrary: record({
      do: constant('safety_limit' as const),
      reason: constantFrom('guard_misses' as const, 'guard_releases' as const),
      minutes: constantFrom(0, 15, 240),
    }),
  },
  { weight: 1, arbitrary: constant({ do: 'goal' as const }) },
  { weight: 1, arbitrary: constant({ do: 'shadow_over' as const }) },
  { weight: 1, arbitrary: record({ do: constant('instant' as const), on: boolean() }) },
  {
    weight: 2,
    arbitrary: record({
      do: constant('stray' as const),
      type: constantFrom('due' as const, 'prepared' as const, 'recovered' as const),
      gensAgo: integer({ min: 0, max: 3 }),
    }),
  },
)
const walks = fc.array(moves, { minLength: 1, maxLength: 120, size: 'max' })

type StepFunction = typeof stepBot

function walk(world: WalkedWorld, path: Move[]): void {
  for (const move of path) {
    world.move(move)
    world.checkNotStuck()
  }
}

test('a walk through random inputs and times breaks no invariant, and meets every phase', async () => {
  const seen = new Set<string>()
  let [steps, polls] = [0, 0]
  const property = fc.property(walks, (path) => {
    const world = new WalkedWorld(START_AT, SETTINGS, stepBot)
    walk(world, path)
    steps += path.length
    polls += world.polls
    for (const phase of world.phases) seen.add(phase)
  })
  await checkEveryCourse(property, 120, () => PHASES.filter((phase) => !seen.has(phase)))
  assert.ok(steps > 3_000 && polls > 5_000, `${steps} steps, ${polls} polls`)
})

test('the same with a scarce budget, a wait for humans that ends and no daily stop', () => {
  const budget = { perHour: 60, burstMinutes: 10, reserveShare: 0.1 }
  const settings: Settings = { ...SETTINGS, humanWaitMs: HOUR_MS, dailyStop: null, budget }
  const property = fc.property(walks, (path) => walk(new WalkedWorld(START_AT, settings, stepBot), path))
  fc.assert(property, { numRuns: 30 })
})

const pollHastily = () => 500

/** stepBot with an injected fault. */
function planted(fault: (step: Step, before: Bot, input: BotInput) => Step): StepFunction {
  return (bot: Bot, input: BotInput, now: Timestamp, settings: Settings) => {
    const step = stepBot(bot, input, now, settings)
    return step.bot === bot ? step : fault(step, bot, input)
  }
}
const changed = (step: Step, change: Partial<Bot>): Step => ({ ...step, bot: { ...step.bot, ...change } })
const without = (step: Step, type: string): Step => ({
  ...step,
  actions: step.actions.filter((action) => action.type !== type),
})

const FAULTS: Record<string, StepFunction> = {
  'a phase with an end has its time': planted((step) =>
    step.bot.phase === 'running' ? changed(step, { dueAt: null }) : step,
  ),
  'every shown change is recorded, once': planted((step) => without(step, 'record')),
  'a stop settles what is in flight': planted((step) => without(step, 'settle_open')),
  'starts and stops alone make a run': planted((step, before, { type }) =>
    type === 'stop' ? changed(step, { gen: before.gen }) : step,
  ),
  'the run number never falls': planted((step, before, { type }) =>
    type === 'settled' ? changed(step, { gen: before.gen - 1 }) : step,
  ),
  'a sleep has an end': planted((step) =>
    step.bot.phase === 'sleeping' && step.bot.reason === 'run_window_over'
      ? changed(step, { dueAt: null })
      : step,
  ),
  'a shadow run ends for good': planted((step, before, { type }) =>
    type === 'stop' ? changed(step, { shadowUntil: before.shadowUntil }) : step,
  ),
  'no run outlasts its end in total': planted((step, _, { type }) =>
    step.bot.shadowUntil !== null && step.bot.phase === 'running' && type === 'prepared'
      ? changed(step, { shadowUntil: 1 })
      : step,
  ),
  'a rest has a reason': planted((step) =>
    step.bot.phase === 'sleeping' ? changed(step, { reason: null }) : step,
  ),
  'a refusal changes nothing': (bot, input, now, settings) => {
    const step = stepBot(bot, input, now, settings)
    return step.actions.some(({ type }) => type === 'refused') ? changed(step, { troubles: 1 }) : step
  },
  'no accept in flight once a stop was shown': (bot, input, now, settings) =>
    bot.phase === 'pending_termination' && input.type === 'due'
      ? stepBot(bot, { type: 'settled' }, now, settings)
      : stepBot(bot, input, now, settings),
  'no start while cooling': (bot, input, now, settings) => {
    const hasty = stepBot({ ...bot, coolUntil: null }, input, now, settings)
    const starts = input.type === 'start' && hasty.bot.phase === 'preparing' && bot.phase !== 'preparing'
    return starts ? hasty : stepBot(bot, input, now, settings)
  },
  "no preparing in the platform's rest": (bot, input, now, settings) => {
    const step = stepBot({ ...bot, restUntil: null }, input, now, settings)
    return input.type === 'start' && step.bot.phase === 'preparing'
      ? step
      : stepBot(bot, input, now, settings)
  },
  "no request in the platform's rest": (bot, input, now, settings) =>
    input.type === 'troubled' && input.trouble === 'rate_limited' && bot.phase === 'running'
      ? { bot: { ...bot, troubles: 1 }, actions: [] }
      : stepBot(bot, input, now, settings),
  'no window before the last has slept': (bot, input, now, settings) =>
    bot.phase === 'sleeping' && input.type === 'due' && now >= (bot.dueAt ?? Infinity)
      ? stepBot({ ...bot, reason: 'run_window_over' }, input, now, settings)
      : stepBot(bot, input, now, settings),
  'no run in the daily stop': (bot, input, now, settings) =>
    stepBot(bot, input, now, input.type === 'start' ? settings : { ...settings, dailyStop: null }),
  'a bot never gets stuck': (bot, input, now, settings) =>
    bot.phase === 'cooling_down' && input.type === 'due'
      ? stepBot({ ...bot, phase: 'pending_termination' }, { type: 'settled' }, now, settings)
      : stepBot(bot, input, now, settings),
}

for (const [invariant, broken] of Object.entries(FAULTS)) {
  test(`the walk finds a planted fault: ${invariant}`, () => {
    const found = fc.check(
      fc.property(walks, (path) => walk(new WalkedWorld(START_AT, SETTINGS, broken), path)),
      { numRuns: 200, seed: 1, endOnFailure: true },
    )
    assert.ok(String(found.errorInstance).includes(`Error: ${invariant}:`), String(found.errorInstance))
  })
}

test('the walk finds a planted fault: polls that ignore the request rate', () => {
  const settings: Settings = { ...SETTINGS, budget: { ...SETTINGS.budget, perHour: 60 } }
  const found = fc.check(
    fc.property(walks, (path) => walk(new WalkedWorld(START_AT, settings, stepBot, pollHastily), path)),
    { numRuns: 50, seed: 1, endOnFailure: true },
  )
  assert.match(String(found.errorInstance), /never over budget/)
})
