import { ANNOUNCED_POLL_MS, spendRequest } from '@madruga/core/bot.ts'
import { rankOffers } from '@madruga/core/filters.ts'
import type { Verdict } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { PlatformTrouble, PollHandlers } from '../../../platforms.ts'
import { findObstacle } from './crossing.ts'
import * as due from './due.ts'
import type { Agreed, Judged, Search, SearchEnd, Sent, Surroundings } from './model.ts'
import { createFlood, keepBest } from './flood.ts'
import { hold, spanOf } from './spans.ts'
import * as unread from './unread.ts'
import type { Turn } from './wheel.ts'

/** One search under way. One poll and one accept of it are out at most; no poll goes out during an accept. */
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
  #announced = false
  #polledMs = Number.NEGATIVE_INFINITY
  /** Confirmed and awarded offers, tried for when no accept is out. */
  #agreed: Agreed[] = []
  /** What a poll found during an accept; no second poll goes out meanwhile. */
  #found: (() => Promise<void>) | null = null
  #known = new Set<string>()
  #flood: ReturnType<typeof createFlood>

  constructor(
    search: Search,
    firstMs: number,
    around: Surroundings,
    resolve: (end: SearchEnd) => void,
    reject: (fault: unknown) => void,
  ) {
    this.search = search
    this.dueMs = around.now() + due.pollIn(search, around.clock.now(), firstMs)
    this.#around = around
    this.#flood = createFlood(around.flood, (count) => around.hooks.flooded(search, count))
    this.#resolve = resolve
    this.#reject = reject
    around.wheel.add(this)
  }

  /** Ends the run: now, or once an accept under way is settled. Nothing new goes out from here on. */
  end(end: SearchEnd): void {
    if (this.#over) return
    this.#ending ??= end
    this.#around.wheel.remove(this)
    if (!this.#chasing) this.#leave()
  }

  #leave(): void {
    if (this.#close()) this.#resolve(this.#ending ?? { why: 'ended' })
  }

  /** A hook or a filter threw: the state is unknown, so the run ends at once. */
  #fault(fault: unknown): void {
    if (this.#close()) this.#reject(fault)
  }

  #close(): boolean {
    if (this.#over) return false
    this.#over = true
    this.#around.wheel.remove(this)
    this.#around.left(this)
    this.#flood.tell()
    return true
  }

  fire(): void {
    if (this.#over || this.#ending !== null) return
    try {
      this.#turnIn(
        this.#polling || this.#chasing ? due.patienceMs(this.search, this.#announced) : this.#poll(),
      )
    } catch (fault) {
      this.#fault(fault)
    }
  }

  /** Keeps the phase, so that searches stay spread, unless that time has passed. */
  #turnIn(waitMs: number): void {
    if (this.#over || this.#ending !== null) return
    const now = this.#around.now()
    const dueMs = this.dueMs + waitMs
    this.dueMs = dueMs > now ? dueMs : now + waitMs
    this.#around.wheel.add(this)
  }

  /** Polls if lease and budget allow it; answers how long until the next turn. */
  #poll(): number {
    const { search } = this
    const epochNow = this.#around.clock.now()
    if (this.#around.now() > search.lease.until) return search.pollMs
    search.hasBegun = true
    const waitMs = due.spendPoll(search, epochNow, this.#announced)
    if (waitMs > 0) return waitMs
    this.#announced = false
    this.#polledMs = this.#around.now()
    due.compileWhenDue(search, epochNow)
    this.#polling = true
    unread.asked(search, epochNow)
    if (!search.feed.poll(this)) {
      this.#polling = false
      return search.pollMs
    }
    this.#around.hooks.polled(search)
    return due.nextPollIn(search, epochNow)
  }

  /** After new offers more are likely: the next poll may be due before the scheduled turn. */
  #hasten(fresh: readonly Offer[]): void {
    // The first list of a search holds what was there before. A run that is not on the wheel polls by itself.
    const listed = this.#listed
    this.#listed = true
    if (!listed || this.slot < 0 || this.#over || this.#ending !== null) return
    this.#turnBy(this.#around.now() + due.hastenPoll(this.search, fresh, this.#around.clock.now()))
  }

  /** Polls soon after an announcement, once for all that come meanwhile; not before the first poll. */
  announce(): void {
    if (!this.search.hasBegun || this.slot < 0 || this.#over || this.#ending !== null) return
    this.#announced = true
    const { clock, now } = this.#around
    const waitMs = Math.max(0, this.#polledMs + ANNOUNCED_POLL_MS - now())
    if (this.#turnBy(now() + waitMs)) due.pollIn(this.search, clock.now(), waitMs)
  }

  /** Moves the next turn forward; false if it comes earlier anyway. */
  #turnBy(dueMs: number): boolean {
    if (dueMs >= this.dueMs) return false
    this.dueMs = dueMs
    this.#around.wheel.add(this)
    return true
  }

  unchanged(): void {
    this.#polling = false
    unread.read(this.search)
    this.#listed = true
  }

  unasked(): void {
    this.#polling = false
    unread.unasked(this.search)
  }

  /** Accepts what was agreed to once no other accept is out, waiting for no poll; false when over. */
  take(agreed: Agreed): boolean {
    if (this.#over || this.#ending !== null) return false
    // Both its own process and the announcement may report it.
    const id = 'awardId' in agreed ? agreed.awardId : agreed.confirmationId
    if (this.#known.has(id)) return true
    this.#known.add(id)
    this.#agreed.push(agreed)
    if (!this.#chasing) void this.#chase([], this.#around.now())
    return true
  }

  troubled(problem: PlatformTrouble): void {
    this.#polling = false
    this.end({ why: 'troubled', problem })
  }

  offers(fresh: readonly Offer[], receivedAtMs: number): void {
    this.#polling = false
    unread.read(this.search)
    if (this.#over || this.#ending !== null) return
    try {
      if (fresh.length > 0) this.#weigh(fresh, receivedAtMs)
      this.#hasten(fresh)
    } catch (fault) {
      this.#fault(fault)
    }
  }

  /** Judges each offer once. Accepts go out first; the reasons for the others follow, off the hot path. */
  #weigh(fresh: readonly Offer[], receivedAtMs: number): void {
    const { search } = this
    const { hooks, clock } = this.#around
    const { filter, held } = search
    const context = { now: clock.now(), held }
    const most = this.#flood.admit(fresh.length, context.now)
    const isAwarded = due.isAwarded(search)
    const wanted: Judged[] = []
    const left: Judged[] = []
    for (const listed of fresh) {
      const offer = filter.readPay(listed)
      const verdict = filter.judge(offer, context)
      if (verdict.outcome !== 'match') left.push({ offer, verdict })
      else if (!isAwarded || offer.full) wanted.push({ offer, verdict })
    }
    if (wanted.length > 0) void this.#chase(keepBest(rankOffers(wanted, filter.filter), most), receivedAtMs)
    // Shadow mode asks for no confirmation either.
    const wider = search.shadow ? null : search.wider
    for (const { offer, verdict } of left.slice(0, most)) {
      if (wider?.matches(offer, context)) hooks.asked(search, offer, verdict)
      else hooks.ignored(search, offer, verdict)
    }
    hooks.seen(search, fresh.slice(0, most), context.now)
  }

  async #chase(wanted: readonly Judged[], receivedAtMs: number): Promise<void> {
    if (this.#chasing) {
      // What is accepted until then may overlap with it.
      const judgeAgain = () => wanted.map(({ offer }) => ({ offer, verdict: this.#judge(offer) }))
      this.#found = () => this.#chase(judgeAgain(), receivedAtMs)
      return
    }
    this.#chasing = true
    try {
      for (const [place, { offer, verdict }] of wanted.entries()) {
        if (this.#ending !== null) break
        // An accept precedes the later ones: the block that it won may overlap with them.
        await this.#tryFor(offer, place === 0 ? verdict : this.#judge(offer), receivedAtMs)
      }
      for (let next = this.#agreed.shift(); next && this.#ending === null; next = this.#agreed.shift()) {
        await this.#tryAgreed(next)
      }
    } catch (fault) {
      this.#fault(fault)
    }
    this.#chasing = false
    if (this.#ending !== null) return this.#leave()
    const found = this.#found
    this.#found = null
    await found?.()
  }

  /** Writes the intent, accepts, settles; in shadow mode only notes what would have been tried for. */
  async #tryFor(offer: Offer, verdict: Verdict, receivedAtMs: number): Promise<void> {
    const { search } = this
    const { hooks } = this.#around
    if (verdict.outcome === 'ignored') {
      hooks.ignored(search, offer, verdict)
    } else if (!due.hasBudget(search, this.#around.clock.now())) {
      // The budget is spent: a later poll reports the offer again, if it is still there.
      search.feed.forget()
    } else if (search.shadow) {
      if ((await hooks.shadowed(search, offer, verdict)) === 'fenced') this.#ending ??= { why: 'fenced' }
      else hold(search, spanOf(offer))
    } else await this.#accept(offer, verdict, receivedAtMs)
  }

  /** The driver's yes replaces the filter, a turn only the race; held blocks and hours are judged again. */
  async #tryAgreed(agreed: Agreed): Promise<void> {
    const { search } = this
    const { hooks, now, clock } = this.#around
    const verdict = this.#judge(agreed.offer)
    const cause = due.hasBudget(search, clock.now()) ? findObstacle(agreed, verdict) : 'quota'
    if (cause !== null) await hooks.agreedLost(search, agreed, cause)
    else if (!search.shadow)
      await this.#accept(agreed.offer, verdict, now(), 'awardId' in agreed ? agreed.awardId : undefined)
  }

  async #accept(offer: Offer, verdict: Verdict, receivedAtMs: number, awardId?: string): Promise<void> {
    const { search } = this
    const { hooks, now } = this.#around
    const intendedAtMs = now()
    const intent = await hooks.intend(search, offer, verdict, awardId)
    if (intent === 'fenced') this.#ending ??= { why: 'fenced' }
    if (typeof intent === 'string') return
    const joins = awardId === undefined && due.joinsWaitList(search, offer)
    const { result, reactionMs } = await this.#send(offer, joins, intendedAtMs, receivedAtMs)
    const isHeld = result.outcome === 'accepted' || result.outcome === 'waiting'
    search.settling = isHeld ? hold(search, spanOf(offer, result)) : undefined
    const then = await hooks.settle(search, intent.attemptId, result, reactionMs)
    search.settling = undefined
    if (result.outcome === 'troubled') this.#ending ??= { why: 'troubled', problem: result.problem }
    else if (then === 'end') this.#ending ??= { why: 'ended' }
  }

  #judge(offer: Offer): Verdict {
    const { search } = this
    return search.filter.judge(offer, { now: this.#around.clock.now(), held: search.held })
  }

  async #send(offer: Offer, joins: boolean, intendedAtMs: number, receivedAtMs: number): Promise<Sent> {
    const { search } = this
    const { clock, now } = this.#around
    const beforeMs = now()
    const cause = this.#ending === null ? due.findUnsent(search, intendedAtMs, beforeMs) : 'stopped'
    if (cause) return { result: { outcome: 'not_sent', cause }, reactionMs: beforeMs - receivedAtMs }
    if (search.rate !== undefined) spendRequest(search.rate, clock.now())
    const answer = search.feed.accept(offer.id, joins)
    const reactionMs = now() - receivedAtMs
    return { result: await answer, reactionMs }
  }
}
