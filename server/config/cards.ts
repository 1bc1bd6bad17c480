import type { GatewayAccess } from '../money/payments.ts'
import type { Role } from './roles.ts'
import type { Values } from './variables.ts'

/** The gateway that charges cards; null = the role charges no cards. */
export type CardsPlan =
  | { gateway: 'configured'; access: GatewayAccess }
  | {
      gateway: 'embedded'
      port: number
      /** The address for browsers; null = where it listens. */
      publicUrl: string | null
    }
  | null

const KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** Whether any variable names a gateway other than the embedded one. */
export function isCardsConfigured(read: Values): boolean {
  return read.CARDS_URL !== null || KEYS.some((name) => read[name] !== null)
}

/** Chooses the gateway; a line is added to `problems` for what does not go together. */
export function readCards(
  role: Role,
  read: Values,
  { demo, hasMarket }: { demo: boolean; hasMarket: boolean },
  problems: string[],
): CardsPlan {
  if (read.BILLING === 'off') return null
  const unset = KEYS.filter((name) => read[name] === null)
  if (!isCardsConfigured(read)) {
    if (read.BILLING === 'stripe' && role !== 'bot') {
      problems.push(
        "STRIPE_SECRET_KEY is not set: BILLING=stripe needs Stripe's keys, or CARDS_URL and the keys of the gateway there",
      )
    }
    return demo && role === 'all' ? embeddedPlan(read) : null
  }
  if (unset.length > 0) {
    const who =
      read.CARDS_URL === null ? `set all of ${KEYS.join(', ')}, or none` : 'CARDS_URL needs its keys'
    problems.push(`${unset.join(' and ')} not set: ${who}`)
  }
  refuseModes(read, hasMarket, problems)
  return { gateway: 'configured', access: accessOf(read) }
}

function embeddedPlan(read: Values): CardsPlan {
  return { gateway: 'embedded', port: read.CARDS_PORT, publicUrl: trimmed(read.CARDS_PUBLIC_URL) }
}

// A payment by a test card is no payment, and a live key goes to Stripe alone.
function refuseModes(read: Values, hasMarket: boolean, problems: string[]): void {
  const modes = KEYS.slice(0, 2).map((name) => read[name]?.split('_')[1])
  if (!modes.includes('live')) {
    return
  } else if (modes.includes('test')) {
    problems.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of two modes: give two live keys or two test keys',
    )
  } else if (read.CARDS_URL !== null) {
    problems.push('CARDS_URL is set with live keys: give test keys there, or leave it out for Stripe')
  } else if (hasMarket) {
    problems.push(
      'STRIPE_SECRET_KEY is live while drivers work in the market, which is simulated: give test keys, or VARIANTS without amazon and spark',
    )
  } else if (read.DEMO) {
    problems.push('DEMO is on with live keys: its passwords are known to everybody, give test keys')
  }
}

function accessOf(read: Values): GatewayAccess {
  const url = trimmed(read.CARDS_URL)
  return {
    secretKey: read.STRIPE_SECRET_KEY ?? '',
    publishableKey: read.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: read.STRIPE_WEBHOOK_SECRET ?? '',
    url,
    publicUrl: url === null ? null : (trimmed(read.CARDS_PUBLIC_URL) ?? url),
  }
}

function trimmed(url: string | null): string | null {
  return url?.replace(/\/+$/, '') ?? null
}
