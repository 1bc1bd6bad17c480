import { FIRST_VARIANT } from '../variants.ts'
import { z } from 'zod'
import { operationsOf } from './access.ts'
import { instant, offer, otherPay, payFacts, ruleResult, storable, variant } from './shapes.ts'

const open = operationsOf('anyone', 'landing')

const cents = z.int().nonnegative()
const sum = z.object({
  count: z.int().nonnegative(),
  cents: z.int(),
  /** How long they take. */
  minutes: z.number(),
  payBasis: payFacts.payBasis,
  others: otherPay,
})
const place = { city: z.string(), state: z.string() }

const judgedOffer = z.object({
  /** Rises with every observation. */
  id: z.int().positive(),
  variant,
  stationCode: z.string(),
  ...place,
  timeZone: z.string(),
  ...offer.omit({ id: true, stationId: true, expiresAt: true }).shape,
  seenAt: instant,
  /** The first rule of the sample filter that it fails; null = it fits. */
  failed: ruleResult.nullable(),
})

/** What a stranger may know. */
export const landing = {
  facts: open
    .get('', 'Prices, who runs the service, and the newest offers as the sample filter judges them')
    .output(
      z.object({
        /** Null until the operator has set it. */
        operator: z.object({ name: z.string(), contact: z.string().nullable() }).nullable(),
        /** The delivery apps whose drivers are served. */
        variants: z.array(variant),
        /** Whether drivers pay. */
        billing: z.boolean(),
        /** Whether the offers are those of the simulated market. */
        simulated: z.boolean(),
        prices: z.object({
          blockCents: cents,
          tripCents: z.object({ least: cents, most: cents }),
          instantDayCents: cents,
          checkInCents: cents,
          advancedWeekCents: cents,
          professionalWeekCents: cents,
        }),
        /**
         * The sample filter: the least pay of an hour of a block and of a trip by its kind; for both, local
         * minutes of the day, and for blocks, minutes until the start.
         */
        sample: z.object({
          perHourMinCents: cents,
          tripMinCents: z.object({ curbside: cents, shopping: cents, multiple: cents }),
          fromMinute: z.int(),
          toMinute: z.int(),
          arrivalMinutes: z.int(),
          tripArrivalMinutes: z.int(),
        }),
        /** Newest first. */
        offers: z.array(judgedOffer),
        now: instant,
      }),
    ),
  near: open
    .get('/near', 'What the sample filter would have won near a ZIP code, by the offers that were observed')
    .input(z.object({ zip: storable.max(20), variant: variant.default(FIRST_VARIANT) }))
    .output(
      z.object({
        zip: z.string(),
        ...place,
        /** How far around and how many days back was looked. */
        miles: z.number(),
        days: z.number(),
        stations: z.int().nonnegative(),
        considered: z.int().nonnegative(),
        /** Of all `cents`; null = USD. */
        currency: z.string().nullable(),
        /** Each offer judged alone. */
        fit: sum,
        /** What one driver could have held and worked, as what-if counts it. */
        held: sum,
        /** Where the nearest offers were seen, if none were near. */
        nearest: z.object({ ...place, miles: z.number() }).nullable(),
      }),
    ),
}
