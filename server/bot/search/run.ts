import { mayRequest, nextPollMs, spendRequest } from '@madruga/core/bot.ts'
import { compileFilter } from '@madruga/core/filters.ts'
import type { JudgeContext, Verdict } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { Clock } from '../../kit/clock.ts'
import type { AcceptResult, PlatformTrouble, PollHandlers } from '../../platforms.ts'
import type { Hunt, HuntEnd, HuntHooks } from './model.ts'
import { rankOffers } from './rank.ts'
import type { Turn, Wheel } from './wheel.ts'

/**
 * How old an intent may be when its accept goes out. Reconciliation waits this and the accept's time-out before it reads the held
 * blocks, so that nothing is sent after it has looked (docs: the engine's fence).
 */
const INTENT_MS = 1_000

/** What all runs of a searcher share. */
export type Surroundings = {
  hooks: HuntHooks
  clock: Clock
  /** Monotonic ms, the scale of `receivedAtMs`. */
  now: () => number
  wheel: Wheel
  /** The run is over, for whatever reason. */
  left(run: Run): void
}

/** One hunt under way. Never more than one request of it is out, be it a poll or an accept. */
export class Run implements Turn, PollHandlers {
  readonly hunt: Hunt
  dueMs: number
  slot = -1
  next: Turn | null = null
  previous: Turn | null = null
  #around: Surroundings
  #resolve: (end: HuntEnd) => void
  #reject: (fault: unknown) => void
  #polling = false
  #chasing = false
  #ending: HuntEnd | null = null
  #over = false

  constructor(
    hunt: Hunt,
    firstMs: number,
    around: Surroundings,
    resolve: (end: HuntEnd) => void,
    reject: (fault: unknown) => void,
  ) {
    this.hunt = hunt
    this.dueMs = around.now() + firstMs
    this.#around = around
    this.#resolve = resolve
    this.#reject = reject
    around.wheel.add(this)
  }

  /** Ends the run: now, or, with an accept under way, once that is settled. Nothing new goes out from here on. */
  end(end: HuntEnd): void {
    if (this.#over) return
    this.#ending ??= end
    this.#around.wheel.remove(this)
    if (!this.#chasing) this.#leave()
  }

  #leave(): void {
    if (this.#over) return
    this.#over = true
    this.#around.wheel.remove(this)
    this.#around.left(this)
    this.#resolve(this.#ending ?? { why: 'ended' })
  }

  /** A hook or a filter threw: nobody knows what is true any more, so the run is over at once. */
  #fault(fault: unknown): void {
    if (this.#over) return
    this.#over = true
    this.#around.wheel.remove(this)
    this.#around.left(this)
    this.#reject(fault)
  }

  /** Its turn on the wheel. */
  fire(): void {
    if (this.#over || this.#ending !== null) return
    try {
      const waitMs = this.#polling || this.#chasing ? this.hunt.pollMs : this.#poll()
      this.#turnIn(waitMs)
    } catch (fault) {
      this.#fault(fault)
    }
  }

  /** Keeps the phase, so that hunts stay spread, unless that moment has gone by. */
  #turnIn(waitMs: number): void {
    if (this.#over || this.#ending !== null) return
    const now = this.#around.now()
    const due = this.dueMs + waitMs
    this.dueMs = due > now ? due : now + waitMs
    this.#around.wheel.add(this)
  }

  /** Polls if the budget bears it; answers how long until the next turn. */
  #poll(): number {
    const { hunt } = this
    const epochNow = this.#around.clock.now()
    if (hunt.pace !== undefined) {
      hunt.pace.pollMs = hunt.pollMs
      const waitMs = nextPollMs(hunt.pace, epochNow)
      if (waitMs > 0) return waitMs
    }
    if (epochNow >= hunt.filter.validUntil) hunt.filter = compileFilter(hunt.filter.filter, epochNow)
    if (hunt.pace !== undefined) spendRequest(hunt.pace, epochNow)
    this.#polling = true
    if (!hunt.feed.poll(this)) {
      this.#polling = false
      return hunt.pollMs
    }
    this.#around.hooks.polled(hunt)
    return hunt.pollMs
  }

  unchanged(): void {
    this.#polling = false
  }

  troubled(problem: PlatformTrouble): void {
    this.#polling = false
    this.end({ why: 'troubled', problem })
  }

  offers(fresh: readonly Offer[], receivedAtMs: number): void {
    this.#polling = false
    if (this.#over || this.#ending !== null || fresh.length === 0) return
    try {
      this.#weigh(fresh, receivedAtMs)
    } catch (fault) {
      this.#fault(fault)
    }
  }

  /** What fits is gone after first; what does not is explained after that, off the path. */
  #weigh(fresh: readonly Offer[], receivedAtMs: number): void {
    const { hunt } = this
    const context: JudgeContext = { now: this.#around.clock.now(), held: hunt.held }
    const wanted: Offer[] = []
    const left: Offer[] = []
    for (const offer of fresh) (hunt.filter.matches(offer, context) ? wanted : left).push(offer)
    // Explained by what was held when it was judged, whatever is won meanwhile.
    const judgedBy = left.length > 0 ? { now: context.now, held: hunt.held.slice() } : context
    const { filter } = hunt
    if (wanted.length > 0) void this.#chase(rankOffers(wanted, filter), receivedAtMs)
    for (const offer of left) this.#around.hooks.ignored(hunt, offer, filter.judge(offer, judgedBy))
  }

  async #chase(wanted: readonly Offer[], receivedAtMs: number): Promise<void> {
    this.#chasing = true
    try {
      for (const offer of wanted) {
        if (this.#ending !== null) break
        await this.#tryFor(offer, receivedAtMs)
      }
    } catch (fault) {
      this.#fault(fault)
      return
    }
    this.#chasing = false
    if (this.#ending !== null) this.#leave()
  }

  /** Judges once more (an award may overlap with it by now), writes the intent, accepts, settles. */
  async #tryFor(offer: Offer, receivedAtMs: number): Promise<void> {
    const { hunt } = this
    const { hooks, clock, now } = this.#around
    const verdict = this.#judge(offer)
    if (verdict.outcome === 'ignored') {
      hooks.ignored(hunt, offer, verdict)
      return
    }
    if (hunt.pace !== undefined && !mayRequest(hunt.pace, clock.now())) {
      // Nothing may go out now: the next poll that may reports the offer again, if it is still there.
      hunt.feed.forget()
      return
    }
    const intendedAtMs = now()
    const intent = await hooks.intend(hunt, offer, verdict)
    if (intent === 'fenced') this.#ending ??= { why: 'fenced' }
    if (typeof intent === 'string') return
    const { result, reactionMs } = await this.#send(offer, intendedAtMs, receivedAtMs)
    if (result.outcome === 'accepted') hold(hunt, offer)
    const then = await hooks.settle(hunt, intent.attemptId, offer, result, reactionMs)
    if (result.outcome === 'troubled') this.#ending ??= { why: 'troubled', problem: result.problem }
    else if (then === 'end') this.#ending ??= { why: 'ended' }
  }

  #judge(offer: Offer): Verdict {
    const { hunt } = this
    return hunt.filter.judge(offer, { now: this.#around.clock.now(), held: hunt.held })
  }

  async #send(
    offer: Offer,
    intendedAtMs: number,
    receivedAtMs: number,
  ): Promise<{ result: AcceptResult; reactionMs: number }> {
    const { hunt } = this
    const { clock, now } = this.#around
    const beforeMs = now()
    if (this.#ending !== null) return notSent('stopped', beforeMs - receivedAtMs)
    if (beforeMs - intendedAtMs > INTENT_MS) return notSent('too_late', beforeMs - receivedAtMs)
    if (hunt.pace !== undefined) spendRequest(hunt.pace, clock.now())
    const answer = hunt.feed.accept(offer.id)
    const reactionMs = now() - receivedAtMs
    return { result: await answer, reactionMs }
  }
}

function notSent(
  cause: 'stopped' | 'too_late',
  reactionMs: number,
): { result: AcceptResult; reactionMs: number } {
  return { result: { outcome: 'not_sent', cause }, reactionMs }
}

/** Spans stay in start order. */
function hold(hunt: Hunt, offer: Offer): void {
  hunt.held.push({ startAt: offer.startAt, endAt: offer.endAt })
  hunt.held.sort((one, other) => one.startAt - other.startAt)
}
