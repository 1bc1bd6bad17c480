import { mayRequest, nextPollMs, noteObservations, spendRequest } from '@madruga/core/bot.ts'
import { rankOffers } from '@madruga/core/filters.ts'
import type { JudgeContext, Verdict } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { Clock } from '../../kit/clock.ts'
import type { AcceptResult, PlatformTrouble, PollHandlers } from '../../platforms.ts'
import { findCrossing, hold } from './crossing.ts'
import { pollIn } from './due.ts'
import type { Asked, Search, SearchEnd, SearchHooks } from './model.ts'
import type { Turn, Wheel } from './wheel.ts'

/**
 * How old an intent may be when its accept goes out. Reconciliation waits this and the accept's time-out before it reads the held
 * blocks, so that nothing is sent after it has looked (docs: the engine's fence).
 */
const INTENT_MS = 1_000

/** What all runs of a searcher share. */
export type Surroundings = {
  hooks: SearchHooks
  clock: Clock
  /** Monotonic ms, the scale of `receivedAtMs`. */
  now: () => number
  wheel: Wheel
  /** The run is over, for whatever reason. */
  left(run: Run): void
}

/** One search under way. Never more than one request of it is out, be it a poll or an accept. */
export class Run implements Turn, PollHandlers {
  readonly search: Search
  dueMs: number
  slot = -1
  next: Turn | null = null
  previous: Turn | null = null
  #around: Surroundings
  #resolve: (end: SearchEnd) => void
  #reject: (fault: unknown) => void
  #polling = false
  #chasing = false
  #ending: SearchEnd | null = null
  #over = false
  #listed = false
  /** What the driver said yes to, to be tried for when no request is out. */
  #wished: Asked[] = []
  #known = new Set<string>()

  constructor(
    search: Search,
    firstMs: number,
    around: Surroundings,
    resolve: (end: SearchEnd) => void,
    reject: (fault: unknown) => void,
  ) {
    this.search = search
    this.dueMs = around.now() + pollIn(search, around.clock.now(), firstMs)
    this.#around = around
    this.#resolve = resolve
    this.#reject = reject
    around.wheel.add(this)
  }

  /** Ends the run: now, or, with an accept under way, once that is settled. Nothing new goes out from here on. */
  end(end: SearchEnd): void {
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
      const waitMs = this.#polling || this.#chasing ? this.#patienceMs() : this.#poll()
      this.#turnIn(waitMs)
    } catch (fault) {
      this.#fault(fault)
    }
  }

  /** Keeps the phase, so that searches stay spread, unless that moment has gone by. */
  #turnIn(waitMs: number): void {
    if (this.#over || this.#ending !== null) return
    const now = this.#around.now()
    const due = this.dueMs + waitMs
    this.dueMs = due > now ? due : now + waitMs
    this.#around.wheel.add(this)
  }

  /** Polls if the budget bears it; answers how long until the next turn. */
  #poll(): number {
    const { search } = this
    const epochNow = this.#around.clock.now()
    if (search.rate !== undefined) {
      search.rate.pollMs = search.pollMs
      const waitMs = nextPollMs(search.rate, epochNow)
      if (waitMs > 0) return pollIn(search, epochNow, waitMs)
    }
    if (epochNow >= search.filter.validUntil) {
      search.filter = search.filter.compileAgain(epochNow)
      search.wider = search.wider?.compileAgain(epochNow) ?? null
    }
    if (search.rate !== undefined) spendRequest(search.rate, epochNow)
    this.#polling = true
    if (!search.feed.poll(this)) {
      this.#polling = false
      return search.pollMs
    }
    this.#around.hooks.polled(search)
    return pollIn(search, epochNow, search.rate?.schedule ? nextPollMs(search.rate, epochNow) : search.pollMs)
  }

  /** How long to wait for the request that is out before it is asked about again. */
  #patienceMs(): number {
    return this.search.rate?.schedule?.plan.fastestMs ?? this.search.pollMs
  }

  /** More is likely in the next seconds: the plan's next poll may be due before the turn that was taken. */
  #hasten(fresh: readonly Offer[]): void {
    const { search } = this
    // The first list of a search is what has been there before, and a run that is not on the wheel takes its turn by itself.
    const listed = this.#listed
    this.#listed = true
    if (!listed || search.rate === undefined || this.slot < 0 || this.#over || this.#ending !== null) return
    const epochNow = this.#around.clock.now()
    if (!noteObservations(search.rate, fresh, epochNow)) return
    const due = this.#around.now() + nextPollMs(search.rate, epochNow)
    if (due >= this.dueMs) return
    this.dueMs = due
    this.#around.wheel.add(this)
  }

  unchanged(): void {
    this.#polling = false
    this.#listed = true
    this.#grant()
  }

  /** Tries for an offer that the driver said yes to as soon as no other request is out; false when the run is over. */
  take(asked: Asked): boolean {
    if (this.#over || this.#ending !== null) return false
    // Told by its own process and by all.
    if (this.#known.has(asked.askId)) return true
    this.#known.add(asked.askId)
    this.#wished.push(asked)
    this.#grant()
    return true
  }

  #grant(): void {
    if (this.#polling || this.#chasing || this.#over || this.#ending !== null) return
    if (this.#wished.length > 0) void this.#chase([], this.#around.now())
  }

  troubled(problem: PlatformTrouble): void {
    this.#polling = false
    this.end({ why: 'troubled', problem })
  }

  offers(fresh: readonly Offer[], receivedAtMs: number): void {
    this.#polling = false
    if (this.#over || this.#ending !== null) return
    try {
      if (fresh.length > 0) this.#weigh(fresh, receivedAtMs)
      this.#hasten(fresh)
      this.#grant()
    } catch (fault) {
      this.#fault(fault)
    }
  }

  /** What fits is gone after first; what does not is explained after that, off the path. */
  #weigh(fresh: readonly Offer[], receivedAtMs: number): void {
    const { search } = this
    const context: JudgeContext = { now: this.#around.clock.now(), held: search.held }
    const wanted: Offer[] = []
    const left: Offer[] = []
    for (const offer of fresh) (search.filter.matches(offer, context) ? wanted : left).push(offer)
    // Explained by what was held when it was judged, whatever is won meanwhile.
    const judgedBy = left.length > 0 ? { now: context.now, held: search.held.slice() } : context
    const { filter } = search
    if (wanted.length > 0) void this.#chase(rankOffers(wanted, filter), receivedAtMs)
    // What only watches asks nothing either.
    const wider = search.shadow ? null : search.wider
    for (const offer of left) {
      const verdict = filter.judge(offer, judgedBy)
      if (wider?.matches(offer, judgedBy)) this.#around.hooks.asked(search, offer, verdict)
      else this.#around.hooks.ignored(search, offer, verdict)
    }
    this.#around.hooks.seen(search, fresh, context.now)
  }

  async #chase(wanted: readonly Offer[], receivedAtMs: number): Promise<void> {
    this.#chasing = true
    try {
      for (const offer of wanted) {
        if (this.#ending !== null) break
        await this.#tryFor(offer, receivedAtMs)
      }
      for (let next = this.#wished.shift(); next && this.#ending === null; next = this.#wished.shift()) {
        await this.#tryAsked(next)
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
    const { search } = this
    const { hooks, clock } = this.#around
    const verdict = this.#judge(offer)
    if (verdict.outcome === 'ignored') {
      hooks.ignored(search, offer, verdict)
      return
    }
    if (search.rate !== undefined && !mayRequest(search.rate, clock.now())) {
      // Nothing may go out now: the next poll that may reports the offer again, if it is still there.
      search.feed.forget()
      return
    }
    if (search.shadow) {
      if ((await hooks.shadowed(search, offer)) === 'fenced') this.#ending ??= { why: 'fenced' }
      else hold(search, offer)
      return
    }
    await this.#accept(offer, verdict, receivedAtMs)
  }

  /** The driver's yes stands for the filter; what they hold by now and their hours are judged again all the same. */
  async #tryAsked(asked: Asked): Promise<void> {
    const { search } = this
    const { hooks, clock, now } = this.#around
    const verdict = this.#judge(asked.offer)
    const cause =
      search.rate !== undefined && !mayRequest(search.rate, clock.now()) ? 'quota' : findCrossing(verdict)
    if (cause !== null) await hooks.askLost(search, asked, cause)
    else if (!search.shadow) await this.#accept(asked.offer, verdict, now())
  }

  async #accept(offer: Offer, verdict: Verdict, receivedAtMs: number): Promise<void> {
    const { search } = this
    const { hooks, now } = this.#around
    const intendedAtMs = now()
    const intent = await hooks.intend(search, offer, verdict)
    if (intent === 'fenced') this.#ending ??= { why: 'fenced' }
    if (typeof intent === 'string') return
    const { result, reactionMs } = await this.#send(offer, intendedAtMs, receivedAtMs)
    search.settling = result.outcome === 'accepted' ? hold(search, offer) : undefined
    const then = await hooks.settle(search, intent.attemptId, offer, result, reactionMs)
    search.settling = undefined
    if (result.outcome === 'troubled') this.#ending ??= { why: 'troubled', problem: result.problem }
    else if (then === 'end') this.#ending ??= { why: 'ended' }
  }

  #judge(offer: Offer): Verdict {
    const { search } = this
    return search.filter.judge(offer, { now: this.#around.clock.now(), held: search.held })
  }

  async #send(offer: Offer, intendedAtMs: number, receivedAtMs: number): Promise<Answered> {
    const { search } = this
    const { clock, now } = this.#around
    const beforeMs = now()
    if (this.#ending !== null) return notSent('stopped', beforeMs - receivedAtMs)
    if (beforeMs - intendedAtMs > INTENT_MS) return notSent('too_late', beforeMs - receivedAtMs)
    if (search.rate !== undefined) spendRequest(search.rate, clock.now())
    const answer = search.feed.accept(offer.id)
    const reactionMs = now() - receivedAtMs
    return { result: await answer, reactionMs }
  }
}

type Answered = { result: AcceptResult; reactionMs: number }

function notSent(cause: 'stopped' | 'too_late', reactionMs: number): Answered {
  return { result: { outcome: 'not_sent', cause }, reactionMs }
}
