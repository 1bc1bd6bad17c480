import type { Trouble } from '@madruga/core/events.ts'
import type { Offer, Variant } from '@madruga/core/offers.ts'
import { trouble } from '../json-calls.ts'
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
  /** Accepts the first offer with a free place and no skills, and releases it again. */
  accept: boolean
}

/** What the adapter read, in numbers and words that identify nobody; null = not reached, or not played. */
export type SessionFacts = {
  /** Whether the tokens could be renewed. */
  renewed: boolean | null
  stations: number | null
  offers: number | null
  held: number | null
  accepted: AcceptResult['outcome'] | null
  heldAfter: number | null
  released: 'released' | 'refused' | null
}

/** Calls of a session, in their order. */
export const STEPS = [
  'code',
  'sign-in',
  'renewal',
  'stations',
  'location',
  'online',
  'offers',
  'held blocks',
  'accept',
  'held blocks after the accept',
  'release',
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
    renewed: null,
    stations: null,
    offers: null,
    held: null,
    accepted: null,
    heldAfter: null,
    released: null,
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
  const { variant, at } = plan
  const tokens = await renew(platform, await signIn(platform, plan), facts)
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
  const offer = offers.find(({ full, skills }) => full !== true && !skills?.length)
  if (!accept || offer === undefined) return
  const result = await take('accept', async () => ({ ok: true, value: await feed.accept(offer.id) }))
  facts.accepted = result.outcome
  // The list may lag behind: as the bot does, the order itself is read.
  const readAgain = () => platform.heldBlocks(tokens, [offer.id])
  facts.heldAfter = (await take('held blocks after the accept', readAgain)).length
  if (!('blockId' in result) || !platform.capabilities.release) return
  const released = await take('release', () => platform.release(tokens, result.blockId))
  facts.released = 'refused' in released ? 'refused' : 'released'
}

async function pollFeed(feed: OfferFeed): Promise<PlatformReply<readonly Offer[]>> {
  return await new Promise((resolve) => {
    const isSent = feed.poll({
      unchanged: () => resolve({ ok: true, value: [] }),
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
