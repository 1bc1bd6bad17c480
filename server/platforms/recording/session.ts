import type { Trouble } from '@madruga/core/events.ts'
import type { Offer, Variant } from '@madruga/core/offers.ts'
import { trouble } from '../json-calls.ts'
import type { AcceptResult, OfferFeed, Platform, PlatformReply, PlatformSecret } from '../model.ts'

/** How a session is played. */
export type SessionPlan = {
  secret: PlatformSecret
  variant: Variant
  /** Where the driver is, for a platform that lists what is near. */
  at: { latitude: number; longitude: number } | null
  /** Accepts the first offer with a free place and no skills, and releases it again. */
  accept: boolean
}

/** What the adapter read, in numbers and words that identify nobody; null = not reached, or not played. */
export type SessionFacts = {
  stations: number | null
  offers: number | null
  held: number | null
  accepted: AcceptResult['outcome'] | null
  heldAfter: number | null
  released: 'released' | 'refused' | null
}

/** Calls of a session, in their order. */
export const STEPS = [
  'sign-in',
  'stations',
  'location',
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
 * Signs in, reads the place, the offers and the held blocks. A platform's trouble, and a fault of the adapter
 * with what the platform said, end the session at their step.
 */
export async function playSession(platform: Platform, plan: SessionPlan): Promise<Session> {
  const facts: SessionFacts = {
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
  const tokens = await take('sign-in', () => platform.signIn(plan.secret))
  facts.stations = (await take('stations', () => platform.stations(tokens, variant))).length
  if (at !== null) await take('location', () => platform.setLocation(tokens, at))
  const feed = platform.openFeed(tokens, variant)
  try {
    const offers = await take('offers', () => pollFeed(feed))
    facts.offers = offers.length
    facts.held = (await take('held blocks', () => platform.heldBlocks(tokens))).length
    const offer = offers.find(({ full, skills }) => full !== true && !skills?.length)
    if (!plan.accept || offer === undefined) return
    const result = await take('accept', async () => ({ ok: true, value: await feed.accept(offer.id) }))
    facts.accepted = result.outcome
    const after = await take('held blocks after the accept', () => platform.heldBlocks(tokens))
    facts.heldAfter = after.length
    if (!('blockId' in result) || !platform.capabilities.release) return
    const released = await take('release', () => platform.release(tokens, result.blockId))
    facts.released = 'refused' in released ? 'refused' : 'released'
  } finally {
    feed.close()
  }
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
