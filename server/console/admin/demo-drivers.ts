import { readEmail } from '@madruga/core/accounts.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { InstanceInput, InstanceKind } from '@madruga/core/instances.ts'
import type { Variant } from '@madruga/core/offers.ts'

/** A public demo driver; the password is no secret and also opens the driver's account at the market. */
export type DemoDriver = {
  name: string
  email: string
  password: string
  /** A confirmed phone, of numbers that belong to no one (555-01xx); null = none. */
  phone: string | null
  variant: Variant
  /** The market's name of the area. */
  metro: string
  timeZone: string
  /** A card of the embedded gateway. */
  card: string
  /** Hours that the driver worked at most in each week before the first start. */
  pastHours: number
  /** The driver's filter, derived from the editor's proposal. */
  choose(proposed: Filter): Filter
}

/**
 * One of each variant, with filters that ignore most of the demo market's offers and win a few each minute.
 */
export const DEMO_DRIVERS: readonly DemoDriver[] = [
  {
    name: 'Ana Reyes',
    email: 'ana@demo.madruga',
    password: 'madruga-ana',
    phone: null,
    variant: 'amazon',
    metro: 'miami',
    timeZone: 'America/New_York',
    card: '4242424242424242',
    pastHours: 40,
    choose(proposal) {
      if (proposal.variant !== 'amazon') return proposal
      const { price } = proposal.shared
      return { ...proposal, shared: { ...proposal.shared, price: { ...price, perHourMinCents: 2100 } } }
    },
  },
  {
    name: 'Luis Ortega',
    email: 'luis@demo.madruga',
    password: 'madruga-luis',
    // A friend with a confirmed phone earns Ana a credit.
    phone: '12145550142',
    variant: 'spark',
    metro: 'dallas',
    timeZone: 'America/Chicago',
    card: '5555555555554444',
    pastHours: 20,
    choose(proposal) {
      if (proposal.variant !== 'spark') return proposal
      const { curbside, shopping, multiple } = proposal.kinds
      return {
        ...proposal,
        kinds: {
          curbside: { ...curbside, minPayCents: 1600 },
          shopping: { ...shopping, minPayCents: 2000 },
          multiple: { ...multiple, minPayCents: 2400 },
        },
      }
    },
  },
]

/** A public demo courier, who works with a stand-in of a platform that its operator would host. */
export type DemoCourier = Pick<
  DemoDriver,
  'name' | 'email' | 'password' | 'phone' | 'timeZone' | 'choose'
> & {
  variant: 'courier'
  kind: InstanceKind
  /** What the stand-in calls itself. */
  brand: string
  /** How it knows the courier. */
  identity: string
  /** Who said yes for it; no one has this name there. */
  authorisedBy: string
  options: InstanceInput['options']
}

/** One for each kind of platform, with a filter that takes what is offered. */
export const DEMO_COURIERS: readonly DemoCourier[] = [
  {
    name: 'Inés Moreau',
    email: 'ines@demo.madruga',
    password: 'madruga-ines',
    phone: null,
    variant: 'courier',
    timeZone: 'Europe/Paris',
    kind: 'coopcycle',
    brand: 'Bicicoop',
    identity: 'ines',
    authorisedBy: 'Camille Laurent',
    options: {},
    // Longer shifts alone, so that she stands on a few wait lists and not on all.
    choose: (proposal) => takeAnyPay(proposal, { minMinutes: 240 }),
  },
  {
    name: 'Rafael Soto',
    email: 'rafael@demo.madruga',
    password: 'madruga-rafael',
    phone: null,
    variant: 'courier',
    timeZone: 'America/New_York',
    kind: 'fleetbase',
    brand: 'Bayfront Couriers',
    identity: 'rafael@demo.madruga',
    authorisedBy: 'Dana Whitfield',
    options: { payMetaKey: 'driver_pay', currency: 'USD', timeZone: 'America/New_York' },
    // An order begins at once.
    choose: (proposal) => takeAnyPay(proposal, { arrivalMinutes: 0 }),
  },
]

function takeAnyPay(proposal: Filter, rules: { minMinutes?: number; arrivalMinutes?: number }): Filter {
  return proposal.variant === 'courier' ? { ...proposal, unknownPay: 'take', ...rules } : proposal
}

/** The operator of a demo, public too: no account at the market and no bot. */
export const DEMO_OPERATOR = {
  name: 'Olivia Marsh',
  email: 'operator@demo.madruga',
  password: 'madruga-operator',
  timeZone: 'America/New_York',
} as const

/** Whether this is the e-mail of the demo's operator. */
export const isDemoOperator = (email: string): boolean => email === DEMO_OPERATOR.email

/** Whether this, as it was typed, is the e-mail of someone whose password everyone can read. */
export function isDemoPerson(text: string): boolean {
  const email = readEmail(text)
  return [...DEMO_DRIVERS, ...DEMO_COURIERS, DEMO_OPERATOR].some((person) => person.email === email)
}
