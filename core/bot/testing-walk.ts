import type { Bot, BotAction, BotInput, Delivery, Step } from '../bot.ts'
import type { Phase } from '../bot-states.ts'
import type { Settings } from '../settings.ts'
import { HOUR_MS, MINUTE_MS, type Timestamp } from '../time.ts'
import { dailyStopAt, nextDailyStop } from './daily-stop.ts'
import { GOOD_FACTS } from './fixtures.ts'
import { mayRequest, nextPollMs, spendRequest, startRequestRate } from './request-rate.ts'
import { prepareAt } from './phases.ts'
import { findPollMs, runScheduleOf, runEndAt } from './speed.ts'
import { newBot } from './step.ts'
import type { Move } from './walked-moves.ts'

type StepFunction = (bot: Bot, input: BotInput, now: Timestamp, settings: Settings) => Step

/** How long preparing takes without incidents. */
const PREPARED_AFTER_MS = 10_000

/** The invariants of a bot in each phase. */
const TIMED: readonly Phase[] = ['preparing', 'running', 'pending_termination', 'cooling_down']
const REASONED: readonly Phase[] = ['sleeping', 'pending_termination', 'cooling_down', 'failed_to_launch']
const ACTIVE: readonly Phase[] = ['preparing', 'running', 'sleeping']

function expect(holds: boolean, invariant: string, detail: unknown): asserts holds {
  if (!holds) throw new Error(`${invariant}: ${JSON.stringify(detail)}`)
}

/** The driver's view of a bot, comparable. */
function shown({ phase, gps, reason, dueAt, mode }: Bot): string {
  return JSON.stringify([phase, gps, reason, dueAt, mode])
}

/** A small shell around one bot that works by its phase and due time, and checks the invariants. */
export class WalkedWorld {
  bot: Bot
  now: Timestamp
  phases = new Set<Phase>()
  polls = 0
  private readonly step: StepFunction
  private readonly nextPollMs: typeof nextPollMs
  private readonly settings: Settings
  private readonly rate
  private timers: { gen: number; at: Timestamp; type: 'due' | 'prepared' }[] = []
  private inFlight = false
  private delivery: Delivery | null = null
  /** Until when the platform wants rest, independent of the bot's own record. */
  private restUntil: Timestamp = 0
  /** The last opened run window, and since when its search rests. */
  private window: { gen: number; startedAt: Timestamp | null; restsFrom: Timestamp } | null = null
  private readonly requests: Timestamp[] = []
  private oldest = 0

  constructor(now: Timestamp, settings: Settings, step: StepFunction, poll = nextPollMs) {
    this.bot = Object.freeze(newBot('driver', 'amazon'))
    this.now = now
    this.settings = settings
    this.step = step
    this.nextPollMs = poll
    this.rate = startRequestRate(settings.budget, 1_000, now)
  }

  move(move: Move): void {
    const { gen } = this.bot
    switch (move.do) {
      case 'start': {
        const { by, lateMs, mode, speed, shadowMinutes } = move
        const shadowUntil = shadowMinutes === null ? null : this.now + shadowMinutes * MINUTE_MS
        const custom = speed === '4X' ? { refreshMs: 0, runMinutes: 20, sleepMinutes: 0 } : null
        const facts = { ...GOOD_FACTS, ...move.facts }
        return this.take({
          type: 'start',
          by,
          lateMs,
          mode,
          liveLog: true,
          speed,
          custom,
          facts,
          shadowUntil,
        })
      }
      case 'stop':
        return this.take({ type: 'stop', reason: move.reason })
      case 'pass':
        return this.pass(move.ms, move.punctual)
      case 'prepared':
        return this.take({ type: 'prepared', gen, delivery: this.delivery })
      case 'preparing_failed':
        return this.take({ type: 'preparing_failed', gen, reason: 'no_platform_account' })
      case 'trouble': {
        const { trouble, retryAfterMs, jitter } = move
        if (trouble === 'rate_limited') this.noteRest(retryAfterMs)
        return this.take({ type: 'troubled', gen, trouble, retryAfterMs, jitter, detail: null })
      }
      case 'recovered':
        return this.take({ type: 'recovered', gen })
      case 'offer':
        return this.accept()
      case 'answer':
        if (!this.inFlight) return
        this.inFlight = false
        if (move.won) this.take({ type: 'awarded', sleepAfterAwardMinutes: move.sleepMinutes })
        return
      case 'settle':
        if (!this.inFlight) this.take({ type: 'settled' })
        return
      case 'deliver':
        this.delivery = { until: this.now + move.minutes * 60_000, sleepDuringDelivery: move.sleep }
        return this.take({ type: 'delivery_started', delivery: this.delivery })
      case 'delivered':
        this.delivery = null
        return this.take({ type: 'delivery_ended' })
      case 'solve':
        return this.take({ type: 'human_solved', delivery: this.delivery })
      case 'safety_limit':
        return this.take({
          type: 'safety_limit_reached',
          reason: move.reason,
          count: 3,
          pauseMinutes: move.minutes,
        })
      case 'goal':
        return this.take({ type: 'goal_reached', goalCents: 80_000, bookedCents: 81_000, currency: null })
      case 'shadow_over':
        return this.take({ type: 'shadow_over' })
      case 'instant':
        return this.take({ type: 'instant_changed', on: move.on })
      case 'stray': {
        const stray = { gen: gen - move.gensAgo, delivery: this.delivery }
        return this.take({ type: move.type, ...stray })
      }
    }
  }

  private noteRest(retryAfterMs: number | null): void {
    const { aggressiveSleepMs, retryAfterCapMs } = this.settings
    const asked = Number.isFinite(retryAfterMs) ? Math.min(retryAfterMs ?? 0, retryAfterCapMs) : 0
    this.restUntil = Math.max(this.restUntil, this.now + Math.max(aggressiveSleepMs, asked))
  }

  /** With only time, resolved accepts and ended preparations, every bot ends up running or at rest. */
  checkNotStuck(): void {
    let { bot, now } = this
    const path: string[] = []
    const settledStates = ['running', 'not_running', 'failed_to_launch']
    for (let turn = 0; turn < 20; turn++) {
      path.push(`${bot.phase}/${bot.reason}`)
      if (settledStates.includes(bot.phase)) return
      if (bot.phase === 'sleeping' && bot.dueAt === null) return
      now = Math.max(now, bot.dueAt ?? now)
      const { gen } = bot
      const input: BotInput =
        bot.phase === 'pending_termination'
          ? { type: 'settled' }
          : { type: bot.phase === 'preparing' ? 'prepared' : 'due', gen, delivery: null }
      bot = this.step(bot, input, now, this.settings).bot
    }
    expect(false, 'a bot never gets stuck', path)
  }

  private take(input: BotInput): void {
    const before = this.bot
    const { bot, actions } = this.step(before, input, this.now, this.settings)
    this.bot = Object.freeze(bot)
    this.phases.add(bot.phase)
    this.work(before)
    this.checkStep(before, input, actions)
    this.checkBot()
  }

  /** What workers do once they see the bot; what they began in an earlier run still comes. */
  private work(before: Bot): void {
    const { gen, phase, dueAt } = this.bot
    if (dueAt === null || (dueAt === before.dueAt && phase === before.phase && gen === before.gen)) return
    this.timers.push({ gen, at: dueAt, type: 'due' })
    const at = prepareAt(this.bot, this.settings)
    if (at === null) return
    expect(at >= this.restUntil, "no preparing in the platform's rest", this.bot)
    this.timers.push({ gen, at: at + PREPARED_AFTER_MS, type: 'prepared' })
  }

  private checkStep(before: Bot, input: BotInput, actions: BotAction[]): void {
    const { bot } = this
    const detail = { before, input, bot, actions }
    const says = (type: BotAction['type']) => actions.some((action) => action.type === type)
    if (says('refused') || says('ignored')) expect(bot === before, 'a refusal changes nothing', detail)
    expect(bot.gen >= before.gen, 'the run number never falls', detail)
    const started = !ACTIVE.includes(before.phase) && ACTIVE.includes(bot.phase)
    const stopped = ACTIVE.includes(before.phase) && bot.phase === 'pending_termination'
    // From watching to accepting.
    const live = input.type === 'start' && before.shadowUntil !== null && bot.shadowUntil === null
    const begins = started || stopped || (live && ACTIVE.includes(before.phase))
    expect(bot.gen - before.gen === (begins ? 1 : 0), 'starts and stops alone make a run', detail)
    const recorded = actions.some((of) => of.type === 'record' && of.event.type === 'bot.state_changed')
    expect(recorded === (shown(bot) !== shown(before)), 'every shown change is recorded, once', detail)
    if (started) {
      expect(input.type === 'start', 'only a start starts', detail)
      expect((before.coolUntil ?? 0) <= this.now, 'no start while cooling', detail)
      expect(dailyStopAt(this.now, this.settings.dailyStop) === null, 'no start in the daily stop', detail)
    }
    if (bot.phase === 'running' && before.phase !== 'running') {
      expect(dailyStopAt(this.now, this.settings.dailyStop) === null, 'no run in the daily stop', detail)
    }
    this.checkWindow(before)
    if (bot.phase === 'pending_termination' && before.phase !== 'pending_termination') {
      expect(says('settle_open'), 'a stop settles what is in flight', detail)
    }
  }

  /** "1X runs 60, sleeps 70": a run opens no second window before its speed's sleep has passed. */
  private checkWindow(before: Bot): void {
    const { bot } = this
    const { runMs, sleepMs } = runScheduleOf(bot.speed, bot.custom, this.settings)
    if (before.phase === 'running') {
      const endsAt = (before.windowStartedAt ?? this.now) + runMs
      const restsFrom = Math.min(this.now, endsAt)
      this.window = { gen: before.gen, startedAt: before.windowStartedAt, restsFrom }
    }
    const { window } = this
    if (bot.phase !== 'running' || window?.gen !== bot.gen) return
    if (bot.windowStartedAt === window.startedAt) return
    const rested = this.now - window.restsFrom
    expect(rested >= sleepMs, 'no window before the last has slept', { before, bot, rested })
  }

  private checkBot(): void {
    const { bot } = this
    if (bot.phase === 'sleeping') {
      expect(bot.dueAt !== null || bot.reason === 'human_verification', 'a sleep has an end', bot)
    } else {
      expect((bot.dueAt !== null) === TIMED.includes(bot.phase), 'a phase with an end has its time', bot)
    }
    expect(bot.dueAt === null || Number.isFinite(bot.dueAt), 'a time is a number', bot)
    expect(!REASONED.includes(bot.phase) || bot.reason !== null, 'a rest has a reason', bot)
    expect(!bot.gps || ACTIVE.includes(bot.phase), 'no instant offers at rest', bot)
    const endAt = runEndAt(bot, this.settings)
    if (endAt !== null && (bot.phase === 'running' || bot.phase === 'sleeping')) {
      expect((bot.dueAt ?? 0) <= endAt, 'no run outlasts its end in total', bot)
    }
    const ended = bot.reason === 'shadow_over' || bot.reason === 'driver_stopped' || bot.reason === 'autostop'
    const endedRun = ended && bot.phase === 'pending_termination'
    expect(!endedRun || bot.shadowUntil === null, 'a shadow run ends for good', bot)
    if (this.inFlight) {
      const over = bot.phase === 'cooling_down' || bot.phase === 'not_running'
      expect(!over, 'no accept in flight once a stop was shown', bot)
    }
  }

  private request(): void {
    expect(this.now >= this.restUntil, "no request in the platform's rest", [this.bot, this.restUntil])
    spendRequest(this.rate, this.now)
    this.requests.push(this.now)
    while ((this.requests[this.oldest] ?? 0) <= this.now - HOUR_MS) this.oldest++
    const used = this.requests.length - this.oldest
    expect(used <= this.settings.budget.perHour, 'never over budget', { used, now: this.now })
  }

  private accept(): void {
    // A run that only watches never accepts: the searcher does not try, and the fence would reject it.
    if (this.bot.shadowUntil !== null) return
    if (this.bot.phase !== 'running' || this.inFlight || !mayRequest(this.rate, this.now)) return
    this.inFlight = true
    this.request()
  }

  private pollUntil(end: Timestamp): void {
    this.rate.pollMs = findPollMs(
      runScheduleOf(this.bot.speed, this.bot.custom, this.settings),
      this.settings.budget,
    )
    while (this.bot.phase === 'running') {
      const waitMs = this.nextPollMs(this.rate, this.now)
      if (this.now + waitMs >= end) break
      this.now += waitMs
      this.polls++
      this.request()
      if (waitMs === 0) this.now += 1
    }
    this.now = Math.max(this.now, end)
  }

  private pass(ms: number, punctual: boolean): void {
    const end = this.now + ms
    if (!punctual) this.pollUntil(end)
    for (;;) {
      const [timer] = this.timers.sort((a, b) => a.at - b.at)
      const stopAt = punctual ? nextDailyStop(this.now, this.settings.dailyStop)?.startAt : undefined
      const sweepAt = Math.max(this.now, stopAt ?? Infinity)
      if (timer !== undefined && timer.at <= end && timer.at <= sweepAt) {
        this.pollUntil(Math.max(this.now, timer.at))
        this.timers.shift()
        this.take({ type: timer.type, gen: timer.gen, delivery: this.delivery })
      } else if (sweepAt <= end && ACTIVE.includes(this.bot.phase)) {
        this.pollUntil(sweepAt)
        this.take({ type: 'stop', reason: 'daily_stop' })
      } else break
    }
    this.pollUntil(end)
  }
}
