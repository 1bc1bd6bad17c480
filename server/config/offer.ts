import type { Variant } from '@madruga/core/offers.ts'
import { VARIANTS, describeVariant, needsMarket } from '@madruga/core/variants.ts'
import { isCardsConfigured, readCards } from './cards.ts'
import type { CardsPlan } from './cards.ts'
import type { Role } from './roles.ts'
import type { Values } from './variables.ts'
import { isLoopbackHost } from '../kit/http.ts'

/** What the service offers: to whom, for money or not, and whether as a demo. */
export type Offer = {
  /** The apps whose drivers it serves, in the order in which they are offered; at least one. */
  variants: readonly Variant[]
  /** Whether drivers pay. */
  billing: boolean
  cards: CardsPlan
  demo: boolean
  /** Why the app is reachable beyond this machine, such as `HOST is 0.0.0.0`; null = it is not. */
  beyond: string | null
  /** Whether the demo is off for that reason alone: there it must be switched on explicitly. */
  demoWithheld: boolean
}

/** What stands in its place while a value is invalid. */
export const NO_OFFER: Offer = {
  variants: VARIANTS,
  billing: false,
  cards: null,
  demo: false,
  beyond: null,
  demoWithheld: false,
}

/** Reads it; a line is added to `problems` for what would mislead drivers or cannot work. */
export function readOffer(role: Role, read: Values, problems: string[]): Offer {
  const beyond = findExposure(read)
  const isEmbedded = (read.DATABASE_URL ?? read.MARKET_URL) === null && !isCardsConfigured(read)
  const byDefault = role === 'all' && isEmbedded
  const demo = read.DEMO ?? (byDefault && beyond === null)
  const variants = readVariants(read, demo, problems)
  const hasMarket = needsMarket(variants)
  if (role !== 'all') refuseEmbedded(role, read, hasMarket, problems)
  const cards = readCards(role, read, { demo, hasMarket }, problems)
  return {
    variants,
    billing: read.BILLING === null ? cards !== null || isCardsConfigured(read) : read.BILLING === 'stripe',
    cards,
    demo,
    beyond,
    demoWithheld: read.DEMO === null && byDefault && !demo,
  }
}

/** What has no platform but a simulated one: in production only a demo offers it. */
function readVariants({ VARIANTS: named, NODE_ENV, MARKET_URL }: Values, demo: boolean, problems: string[]) {
  const isStrict = NODE_ENV === 'production' && !demo
  const mayOffer = (variant: Variant): boolean => !isStrict || describeVariant(variant).hasInstances
  // A service that offered more before does not lose its drivers by an upgrade.
  if (isStrict && MARKET_URL !== null)
    problems.push(
      'MARKET_URL is set and NODE_ENV is production: the market is simulated, leave it out, or set DEMO=on',
    )
  const refused = named?.filter((variant) => !mayOffer(variant)) ?? []
  if (refused.length > 0)
    problems.push(
      `VARIANTS names ${refused.join(' and ')}, whose only platform is simulated, and NODE_ENV is production: leave ${refused.length === 1 ? 'it' : 'them'} out, or set DEMO=on`,
    )
  return VARIANTS.filter((variant) => named?.includes(variant) ?? mayOffer(variant))
}

// A process of one role needs servers that other processes reach: no one would find its embedded ones.
function refuseEmbedded(role: Role, read: Values, hasMarket: boolean, problems: string[]): void {
  for (const name of ['DATABASE_URL', 'MARKET_URL'] as const) {
    if (read[name] !== null || (name === 'MARKET_URL' && !hasMarket)) continue
    problems.push(`${name} is not set: --role=${role} needs it`)
  }
}

type Read = Pick<Values, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY' | 'NODE_ENV'>

/**
 * The variable and value by which the app is reachable beyond this machine; null if none. A proxy in front
 * counts, although its requests come from this machine.
 */
function findExposure(read: Read): string | null {
  if (!isLoopbackHost(read.HOST)) return `HOST is ${read.HOST}`
  if (read.PUBLIC_URL !== null) {
    const { protocol, hostname } = new URL(read.PUBLIC_URL)
    if (protocol === 'https:' || !isLoopbackHost(hostname)) return `PUBLIC_URL is ${read.PUBLIC_URL}`
  }
  if (read.TRUST_PROXY) return 'TRUST_PROXY is on'
  return read.NODE_ENV === 'production' ? 'NODE_ENV is production' : null
}
