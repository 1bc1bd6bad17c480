import type { GatewayAccess } from '../payments.ts'
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
      /** The value of NODE_ENV: in production it starts only with `allowInProduction`. */
      environment: string | null
      allowInProduction: boolean
    }
  | null

const KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** Chooses the gateway; a line is added to `problems` for what does not go together. */
export function readCards(role: Role, read: Values, problems: string[]): CardsPlan {
  const unset = KEYS.filter((name) => read[name] === null)
  if (unset.length === KEYS.length && read.CARDS_URL === null) {
    if (role === 'api' || role === 'jobs') {
      problems.push(
        `STRIPE_SECRET_KEY is not set: --role=${role} needs Stripe's keys, or CARDS_URL and the keys of the gateway there`,
      )
    }
    return role === 'all' ? embeddedPlan(read) : null
  }
  if (unset.length > 0) {
    const who =
      read.CARDS_URL === null ? `set all of ${KEYS.join(', ')}, or none` : 'CARDS_URL needs its keys'
    problems.push(`${unset.join(' and ')} not set: ${who}`)
  }
  refuseModes(read, problems)
  return { gateway: 'configured', access: accessOf(read) }
}

function embeddedPlan(read: Values): CardsPlan {
  return {
    gateway: 'embedded',
    port: read.CARDS_PORT,
    publicUrl: trimmed(read.CARDS_PUBLIC_URL),
    environment: read.NODE_ENV,
    allowInProduction: read.CARDS_ALLOW_TEST_IN_PRODUCTION,
  }
}

// A payment by a test card is no payment, and a live key goes to Stripe alone.
function refuseModes(read: Values, problems: string[]): void {
  const modes = KEYS.slice(0, 2).map((name) => read[name]?.split('_')[1])
  if (!modes.includes('live')) {
    return
  } else if (modes.includes('test')) {
    problems.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of two modes: give two live keys or two test keys',
    )
  } else if (read.CARDS_URL !== null) {
    problems.push('CARDS_URL is set with live keys: give test keys there, or leave it out for Stripe')
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
