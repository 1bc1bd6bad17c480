import type { StartMode } from './bot-states.ts'
import type { OfferKind, Variant } from './offers.ts'

/** What the drivers of a variant call an offer and the place that it comes from. */
export type VariantWord = 'block' | 'trip' | 'job'

/** Everything by which the variants differ, apart from the fields of their filters. */
export type VariantDescription = {
  variant: Variant
  /** The kinds of its offers, the most frequent first. */
  kinds: readonly OfferKind[]
  /**
   * How its filter is made: `settings` a station, up to three each; one rule for each kind of `trips`; one
   * rule for all `jobs`.
   */
  filterShape: 'settings' | 'trips' | 'jobs'
  /** The field of its filter that names the chosen stations, stores or places. */
  stationsField: 'stations' | 'storeIds' | 'placeIds'
  /** What is won for its drivers may cost something; otherwise they never pay us. */
  isBilled: boolean
  /** Paid plans exist; without them every driver is basic and pays by the week. */
  hasPlans: boolean
  /** The platform makes instant offers to a driver's location. */
  hasInstantOffers: boolean
  /** Drivers choose among platforms that their operators host. */
  hasInstances: boolean
  startModes: readonly StartMode[]
  /** Its platforms limit the requests of all their drivers together: no driver's search is too fast. */
  sharesRequestLimit: boolean
  /** Its platforms leave some accepts undecided, on a wait list for example. */
  hasUndecided: boolean
  /** People at its platforms may move what a driver holds, or take it back. */
  hasDispatchers: boolean
  /** Its platforms may ask a driver to show that they are a person. */
  hasHumanChecks: boolean
  /**
   * The most that a driver may hold there on a local day and in a local week, Monday to Sunday, in minutes:
   * its platform refuses a block beyond it with `hour_limit`.
   */
  mostHeld: { dayMinutes: number; weekMinutes: number }
  /** The web's screens that each variant has of its own. */
  screens: { home: string; logs: string; filter: string; invoices: string }
  /** What an offer is called: the key of texts that cannot be worded by `inVariant`. */
  word: VariantWord
}

/** The screens of a variant, told from those of others by how their addresses begin. */
const screensOf = <P extends string>(prefix: P) =>
  ({
    home: `${prefix}home`,
    logs: `${prefix}logs`,
    filter: `${prefix}filter`,
    invoices: `${prefix}invoices`,
  }) as const

/** Those of the market's demo, for all variants (`simulator/scenarios.ts`); no other platform states any. */
const MARKET_LIMITS = { dayMinutes: 12 * 60, weekMinutes: 70 * 60 }

/**
 * What a person works in a week where their filter says nothing: the hours of a full-time week, beyond which
 * the Fair Labor Standards Act calls work overtime (29 U.S.C. 207).
 */
export const WORK_WEEK_MINUTES = 40 * 60

const DESCRIPTIONS = {
  amazon: {
    variant: 'amazon',
    kinds: ['block', 'instant', 'reserved'],
    filterShape: 'settings',
    stationsField: 'stations',
    isBilled: true,
    hasPlans: true,
    hasInstantOffers: true,
    hasInstances: false,
    startModes: ['regular', 'regular_and_instant', 'instant_only'],
    sharesRequestLimit: false,
    hasUndecided: false,
    hasDispatchers: false,
    hasHumanChecks: true,
    mostHeld: MARKET_LIMITS,
    screens: screensOf(''),
    word: 'block',
  },
  spark: {
    variant: 'spark',
    kinds: ['curbside', 'shopping', 'delivery'],
    filterShape: 'trips',
    stationsField: 'storeIds',
    isBilled: true,
    hasPlans: false,
    hasInstantOffers: false,
    hasInstances: false,
    startModes: ['regular'],
    sharesRequestLimit: false,
    hasUndecided: false,
    hasDispatchers: false,
    hasHumanChecks: true,
    mostHeld: MARKET_LIMITS,
    screens: screensOf('spark-'),
    word: 'trip',
  },
  courier: {
    variant: 'courier',
    kinds: ['shift', 'order'],
    filterShape: 'jobs',
    stationsField: 'placeIds',
    isBilled: false,
    hasPlans: false,
    hasInstantOffers: false,
    hasInstances: true,
    startModes: ['regular'],
    sharesRequestLimit: true,
    hasUndecided: true,
    hasDispatchers: true,
    hasHumanChecks: false,
    mostHeld: MARKET_LIMITS,
    screens: screensOf('courier-'),
    word: 'job',
  },
} as const satisfies { [V in Variant]: VariantDescription & { variant: V } }

/** What is particular to a variant. */
export function describeVariant<V extends Variant>(variant: V): (typeof DESCRIPTIONS)[V] {
  return DESCRIPTIONS[variant]
}

/** All variants, in the order in which they are offered. */
export const VARIANTS = Object.keys(DESCRIPTIONS) as readonly Variant[]

/** The variant of a driver who has not chosen one. */
export const FIRST_VARIANT: Variant = 'amazon'

/** The variant that a stored or sent text names; the first of those on offer for any other. */
export function readVariant(text: unknown, offered: readonly Variant[] = VARIANTS): Variant {
  return offered.find((variant) => variant === text) ?? offered[0] ?? FIRST_VARIANT
}

/** Whether drivers of any of these work in the market, which is simulated. */
export function needsMarket(offered: readonly Variant[]): boolean {
  return offered.some((variant) => !describeVariant(variant).hasInstances)
}
