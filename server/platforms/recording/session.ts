import type { Trouble, Waiting } from '@madruga/core/events.ts'
import type { Offer, Variant } from '@madruga/core/offers.ts'
import { trouble } from '../adapters/rest.ts'
import type {
  AcceptResult,
  OfferFeed,
  Platform,
  PlatformReply,
  PlatformSecret,
  PlatformTokens,
} from '../model.ts'

/** How a session is played. */
export type SessionPlan = {
  secret: PlatformSecret
  /** Asks for the code that was sent to `secret.email`, a phone number; null = sign-in by password. */
  askCode: (() => Promise<string>) | null
  variant: Variant
  /** Where the driver is, for a platform that lists what is near. */
  at: { latitude: number; longitude: number } | null
  /**
   * Accepts one offer of each sort that there is (with a free place, full, with required skills), and gives
   * back what came of it.
   */
  accept: boolean
}

/** What the adapter read, in numbers and words that identify no one; null = not reached, or not played. */
export type SessionFacts = {
  /** How a wrong password is refused. */
  wrongPassword: Refused | null
  /** How a token is refused that is none. */
  endedToken: Refused | null
  /** Whether the tokens could be renewed. */
  renewed: boolean | null
  stations: number | null
  offers: number | null
  held: number | null
  accepted: Accepted | null
  /** The same offer once more. */
  acceptedAgain: Accepted | null
  heldAfter: number | null
  released: Released | null
  /** A full offer, and leaving its wait list. */
  joined: Accepted | null
  left: Released | null
  /** An offer that requires skills. */
  skilled: Accepted | null
}

/** `answered`: it was not refused. */
type Refused = Trouble | 'answered'
type Released = 'released' | 'refused'
/** The outcome of an accept; of one that is refused or waits, why. */
type Accepted =
  | Exclude<AcceptResult['outcome'], 'refused' | 'waiting'>
  | Extract<AcceptResult, { outcome: 'refused' }>['cause']
  | Waiting

/** Calls of a session, in their order. */
export const STEPS = [
  'wrong password',
  'code',
  'sign-in',
  'ended token',
  'renewal',
  'stations',
  'location',
  'online',
  'offers',
  'held blocks',
  'accept',
  'repeated accept',
  'held blocks after the accept',
  'release',
  'accept of a full offer',
  'leaving the wait list',
  'accept that requires skills',
  'release of what requires skills',
] as const
type Step = (typeof STEPS)[number]

/** The step at which a session ended early. `detail` may hold the platform's words. */
export type FailedStep = { step: Step; trouble: Trouble; detail: string }

/** How far a session came. */
export type Session = { facts: SessionFacts; failed: FailedStep | null }

/**
 * Signs in, renews its tokens, reads the place, the offers and the held blocks; the driver is online
 * meanwhile. A platform's trouble, and a fault of the adapter
 * with what the platform said, end the session at their step.
 */
export async function playSession(platform: Platform, plan: SessionPlan): Promise<Session> {
  const facts: SessionFacts = {
    wrongPassword: null,
    endedToken: null,
    renewed: null,
    stations: null,
    offers: null,
    held: null,
    accepted: null,
    acceptedAgain: null,
    heldAfter: null,
    released: null,
    joined: null,
    left: null,
    skilled: null,
  }
  try {
    await playSteps(platform, plan, facts)
    return { facts, failed: null }
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error
    return { facts, failed: error.failed }
  }
}

/** Notes in `facts` what each step found. */
async function playSteps(platform: Platform, plan: SessionPlan, facts: SessionFacts): Promise<void> {
  const { variant, at, secret } = plan
  if (plan.askCode === null) {
    const wrong = { ...secret, password: `${secret.password}.` }
    facts.wrongPassword = await refuse('wrong password', () => platform.signIn(wrong))
  }
  const first = await signIn(platform, plan)
  const ended = { ...first, accessToken: 'ended' }
  facts.endedToken = await refuse('ended token', () => platform.heldBlocks(ended))
  const tokens = await renew(platform, first, facts)
  facts.stations = (await take('stations', () => platform.stations(tokens, variant))).length
  if (at !== null) await take('location', () => platform.setLocation(tokens, at))
  const { setOnline } = platform
  const wasOffline = setOnline && (await take('online', () => setOnline(tokens, true))).changed
  const feed = platform.openFeed(tokens, variant)
  try {
    await playOffers(platform, feed, tokens, plan, facts)
  } finally {
    feed.close()
    // The driver is left as they were. What the platform says to that is no step.
    if (wasOffline) await setOnline(tokens, false)
  }
}

async function signIn(platform: Platform, { secret, askCode }: SessionPlan): Promise<PlatformTokens> {
  if (askCode === null) return await take('sign-in', () => platform.signIn(secret))
  const { sendCode } = platform
  if (sendCode === undefined) throw new Error('this platform sends no codes')
  await take('code', () => sendCode(secret.email))
  const password = await askCode()
  return await take('sign-in', () => platform.signIn({ ...secret, password }, { byCode: true }))
}

/** The tokens that are renewed, or these where a platform renews none. */
async function renew(
  platform: Platform,
  tokens: PlatformTokens,
  facts: SessionFacts,
): Promise<PlatformTokens> {
  const renewed = await take<PlatformTokens | null>('renewal', async () => {
    const reply = await platform.refresh(tokens)
    const isNone = !reply.ok && reply.problem.trouble === 'sign_in_needed'
    return isNone ? { ok: true, value: null } : reply
  })
  facts.renewed = renewed !== null
  return renewed ?? tokens
}

async function playOffers(
  platform: Platform,
  feed: OfferFeed,
  tokens: PlatformTokens,
  { accept }: SessionPlan,
  facts: SessionFacts,
): Promise<void> {
  const offers = await take('offers', () => pollFeed(feed))
  facts.offers = offers.length
  facts.held = (await take('held blocks', () => platform.heldBlocks(tokens))).length
  if (!accept) return
  const { release } = platform.capabilities
  const free = offers.find((offer) => offer.full !== true && !needsSkills(offer))
  const full = offers.find((offer) => offer.full === true && !needsSkills(offer))
  const skilled = offers.find((offer) => offer.full !== true && needsSkills(offer))
  const giveBack = async (step: Step, result: AcceptResult): Promise<Released | null> => {
    if (!('blockId' in result) || !release) return null
    const reply = await take(step, () => platform.release(tokens, result.blockId))
    return 'refused' in reply ? 'refused' : 'released'
  }
  if (free !== undefined) {
    const result = await acceptIn('accept', feed, free)
    facts.accepted = wordOf(result)
    facts.acceptedAgain = wordOf(await acceptIn('repeated accept', feed, free))
    // The list may lag behind: as the bot does, the order itself is read.
    const readAgain = () => platform.heldBlocks(tokens, [free.id])
    facts.heldAfter = (await take('held blocks after the accept', readAgain)).length
    facts.released = await giveBack('release', result)
  }
  if (full !== undefined && release) {
    const result = await acceptIn('accept of a full offer', feed, full)
    facts.joined = wordOf(result)
    facts.left = await giveBack('leaving the wait list', result)
  }
  if (skilled !== undefined && release) {
    const result = await acceptIn('accept that requires skills', feed, skilled)
    facts.skilled = wordOf(result)
    await giveBack('release of what requires skills', result)
  }
}

function needsSkills({ skills }: Offer): boolean {
  return (skills ?? []).length > 0
}

async function acceptIn(step: Step, feed: OfferFeed, { id }: Offer): Promise<AcceptResult> {
  return await take(step, async () => {
    const result = await feed.accept(id)
    return result.outcome === 'troubled'
      ? { ok: false, problem: result.problem }
      : { ok: true, value: result }
  })
}

function wordOf(result: AcceptResult): Accepted {
  if (result.outcome === 'refused') return result.cause
  return result.outcome === 'waiting' ? result.waiting : result.outcome
}

async function pollFeed(feed: OfferFeed): Promise<PlatformReply<readonly Offer[]>> {
  return await new Promise((resolve) => {
    const isSent = feed.poll({
      unchanged: () => resolve({ ok: true, value: [] }),
      unasked: () => resolve({ ok: false, problem: trouble('rate_limited', 'nothing was sent') }),
      offers: (value) => resolve({ ok: true, value }),
      troubled: (problem) => resolve({ ok: false, problem }),
    })
    if (!isSent) resolve({ ok: false, problem: trouble('unavailable', 'the poll was not sent') })
  })
}

class StepFailure extends Error {
  readonly failed: FailedStep
  constructor(failed: FailedStep) {
    super(describeFailure(failed))
    this.failed = failed
  }
}

export function describeFailure({ step, trouble: kind, detail }: FailedStep): string {
  return `${step}: ${kind} (${detail})`
}

/** The value of a step; throws a `StepFailure` without one. */
async function take<T>(step: Step, act: () => Promise<PlatformReply<T>>): Promise<T> {
  const reply = await act().catch((fault: unknown) => {
    const problem = trouble('unexpected_reply', fault instanceof Error ? fault.message : String(fault))
    return { ok: false, problem } as const
  })
  if (reply.ok) return reply.value
  const { trouble: kind, detail } = reply.problem
  throw new StepFailure({ step, trouble: kind, detail: detail ?? '' })
}

/** How a step is refused that should be. A reply that no one can read ends the session here as well. */
async function refuse(step: Step, act: () => Promise<PlatformReply<unknown>>): Promise<Refused> {
  return await take<Refused>(step, async () => {
    const reply = await act()
    if (reply.ok) return { ok: true, value: 'answered' }
    const { trouble: kind } = reply.problem
    return kind === 'unexpected_reply' || kind === 'unavailable' ? reply : { ok: true, value: kind }
  })
}
