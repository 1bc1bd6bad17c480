import type { BotDeps } from '../deps.ts'
import type { LeaseKeeper } from './lease-keeper.ts'
import { planShare, roomOf } from './share.ts'
import type { WorkerLimits } from './share.ts'
import type { Searches } from './searches.ts'
import { MANY } from './work.ts'
import { claimBots } from '../store/bots.ts'
import type { AtWork } from '../store/bots.ts'
import type { Beat } from '../store/workers.ts'

/** How this process takes bots. */
export type Claims = {
  /** What the last beat told: takes the share of this process, and gives back what is beyond it. */
  onBeat(told: Beat): void
  /** A bot may have begun to wait: looks now rather than at the next beat. */
  look(): void
  /** A worker gave bots back: takes them up to the fair share, so that they do not go back and forth. */
  lookForFreed(): void
  /** How many bots this process has room for now. */
  capacity(): number
  /** Takes no more, and gives bots back as others take them. */
  drain(): void
  idle(): Promise<void>
}

type ClaimsOptions = WorkerLimits & {
  workerId: string
  keeper: Pick<LeaseKeeper, 'size' | 'doubt'>
  /** This process is behind with what it has. */
  isLate(): boolean
  monotonic(): number
}

/** Preparations at once mostly wait for the platform; searches that begin wait for their batch. */
const AT_ONCE: Record<AtWork, number> = { preparing: 128, running: 512 }
/** Of a start: a run that goes on asks the platform for nothing before its first poll, mostly. */
const COST: Record<AtWork, number> = { preparing: 1, running: 1 / 3 }
/** Less than two beats, after which what is unknown to its owner is freed. */
const LATE_ANSWER_MS = 900
/** Beats in which bots wait before a process takes more than its fair share. */
const PATIENCE_BEATS = 2
/** Starts are spread over a second in this many parts; while many begin, at least half a part is claimed. */
const PARTS = 5

/**
 * Claims bots, the longest waiting first: those that run before those that prepare, this many a second and so
 * many at once. All others wait in the database, where any process finds them.
 */
export function createClaims(deps: BotDeps, searches: Searches, options: ClaimsOptions): Claims {
  const { workerId, startsPerSecond, isLate, monotonic, keeper } = options
  let [fair, roomy] = [0, 0]
  /** How many bots the next claims may bring this process to. */
  let [upTo, beatsWaited] = [0, 0]
  let [draining, isArmed] = [false, false]
  const group = Math.ceil(startsPerSecond / PARTS / 2)
  const allowance = createAllowance(startsPerSecond, monotonic)
  let claiming: Promise<void> | null = null

  /** Answers whether there may be more to claim soon. */
  const claimSome = async (phase: AtWork, share: number): Promise<boolean> => {
    const room = share - keeper.size()
    const free = Math.min(room, AT_ONCE[phase] - searches.beginning(phase))
    const most = Math.min(free, allowance.most(phase))
    if (most < 1) return false
    // Those who begin come in groups: each place that comes free would be a claim.
    if (manyBegin(searches) && (isArmed || most < Math.min(group, room))) return true
    const dueAt = deps.clock.now() + deps.settings.preparingMs
    const askedAt = monotonic()
    const bots = await claimBots(deps.db, workerId, { phase, most, dueAt })
    allowance.spend(phase, bots.length)
    // The answer comes so late that others may have them by now: a beat frees those that are still ours.
    if (monotonic() - askedAt < LATE_ANSWER_MS) searches.take(bots)
    else keeper.doubt()
    return bots.length > 0
  }

  const claim = async (share: number): Promise<void> => {
    const claimsRunning = await claimSome('running', share)
    const claimsPreparing = await claimSome('preparing', share)
    if (claimsRunning || claimsPreparing) arm()
  }

  const arm = (): void => {
    if (isArmed) return
    isArmed = true
    deps.clock.after(1_000 / PARTS, () => {
      isArmed = false
      look(fair)
    })
  }

  const look = (most: number): void => {
    upTo = Math.max(upTo, most)
    claiming ??= (async () => {
      while (upTo > 0) {
        const share = upTo
        upTo = 0
        if (!draining && share > keeper.size()) await claim(share)
      }
    })()
      .catch(keeper.doubt)
      .finally(() => (claiming = null))
  }

  const limits = (): WorkerLimits => ({ startsPerSecond, capacity: draining ? 0 : options.capacity })
  const capacity = (): number => roomOf(limits(), keeper.size(), isLate())

  return {
    capacity,
    onBeat(beat) {
      const plan = planShare(limits(), keeper.size(), isLate(), beat)
      fair = plan.fair
      roomy = plan.roomy
      if (plan.excess > 0) searches.giveBack(plan.excess)
      beatsWaited = beat.waiting > 0 ? beatsWaited + 1 : 0
      // The workers that should take them do not.
      if (beatsWaited > 0) look(beatsWaited > PATIENCE_BEATS ? roomy : fair)
    },
    look: () => look(roomy),
    lookForFreed: () => look(fair),
    drain() {
      draining = true
    },
    async idle() {
      for (let last = claiming; last !== null; last = claiming) await last
    },
  }
}

function manyBegin(searches: Searches): boolean {
  return searches.beginning('preparing') + searches.beginning('running') >= MANY
}

/** This many starts a second, and never more than a second's worth at once, in parts. */
function createAllowance(
  perSecond: number,
  monotonic: () => number,
): { most(phase: AtWork): number; spend(phase: AtWork, count: number): void } {
  let [budget, at] = [perSecond, monotonic()]
  return {
    most(phase) {
      const now = monotonic()
      budget = Math.min(perSecond, budget + ((now - at) * perSecond) / 1_000)
      at = now
      return Math.min(Math.floor(budget / COST[phase]), Math.ceil(perSecond / PARTS / COST[phase]))
    },
    spend: (phase, count) => void (budget -= count * COST[phase]),
  }
}
