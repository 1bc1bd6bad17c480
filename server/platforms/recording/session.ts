import type { AcceptResult, OfferFeed, Platform, PlatformReply, PlatformSecret } from '../model.ts'
import type { Offer, Variant } from '@madruga/core/offers.ts'

/** How a session is played. */
export type SessionPlan = {
  secret: PlatformSecret
  variant: Variant
  /** Where the driver is, for a platform that lists what is near. */
  at: { latitude: number; longitude: number } | null
  /** Accepts the first offer with a free place and no skills, and releases it again. */
  accept: boolean
}

/** What the adapter read, in numbers and words that identify nobody. */
export type SessionFacts = {
  stations: number
  offers: number
  held: number
  accepted: AcceptResult['outcome'] | null
  heldAfter: number | null
  released: 'released' | 'refused' | null
}

/** Signs in, reads the place, the offers and the held blocks. Throws what the platform is troubled by. */
export async function playSession(platform: Platform, plan: SessionPlan): Promise<SessionFacts> {
  const tokens = valueIn('sign-in', await platform.signIn(plan.secret))
  const stations = valueIn('stations', await platform.stations(tokens, plan.variant))
  if (plan.at !== null) valueIn('location', await platform.setLocation(tokens, plan.at))
  const feed = platform.openFeed(tokens, plan.variant)
  try {
    const offers = await pollFeed(feed)
    const held = valueIn('held blocks', await platform.heldBlocks(tokens))
    const facts: SessionFacts = {
      stations: stations.length,
      offers: offers.length,
      held: held.length,
      accepted: null,
      heldAfter: null,
      released: null,
    }
    const offer = offers.find(({ full, skills }) => full !== true && !skills?.length)
    if (!plan.accept || offer === undefined) return facts
    const result = await feed.accept(offer.id)
    facts.accepted = result.outcome
    facts.heldAfter = valueIn('held blocks', await platform.heldBlocks(tokens)).length
    if (!('blockId' in result) || !platform.capabilities.release) return facts
    const released = valueIn('release', await platform.release(tokens, result.blockId))
    return { ...facts, released: 'refused' in released ? 'refused' : 'released' }
  } finally {
    feed.close()
  }
}

async function pollFeed(feed: OfferFeed): Promise<readonly Offer[]> {
  return await new Promise((resolve, reject) => {
    const isSent = feed.poll({
      unchanged: () => resolve([]),
      offers: (fresh) => resolve(fresh),
      troubled: ({ trouble, detail }) => reject(new Error(`offers: ${trouble} (${detail ?? ''})`)),
    })
    if (!isSent) reject(new Error('offers: the poll was not sent'))
  })
}

function valueIn<T>(step: string, reply: PlatformReply<T>): T {
  if (reply.ok) return reply.value
  const { trouble, detail } = reply.problem
  throw new Error(`${step}: ${trouble} (${detail ?? ''})`)
}
