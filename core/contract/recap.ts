import { z } from 'zod'
import { CHANGED_RULES, RECAP_CAUSES } from '../recap.ts'
import { operationsOf } from './access.ts'
import { plan } from './money-shapes.ts'
import { RULES } from '../filters.ts'
import { filter } from './filter-shape.ts'
import { day, instant, offer, otherPay, payFacts, storable, variant } from './shapes.ts'

const own = operationsOf('driver', 'recap')

const count = z.int().nonnegative()
const cents = z.int()
const tally = z.object({
  offered: count,
  caught: count,
  missed: count,
  ignored: count,
  /** Blocks that started then, their pay, the tips projected for them, and their length. */
  blocks: count,
  payCents: cents,
  tipCents: cents,
  ...payFacts,
  minutes: z.number().nonnegative(),
  /** Of the blocks whose pay is in the sum. */
  paidMinutes: z.number().nonnegative(),
  others: otherPay,
})

/** What a pay costs its driver; mirrors `PayCosts` of core/costs. */
export const payCosts = z.object({
  miles: z.number().nonnegative().nullable(),
  milesCents: cents.nullable(),
  /** What the miles cost is not known since no cost of a mile is, in the currency of the pay. */
  rateUnknown: z.boolean(),
  feeCents: cents,
})
/** What is left of it; our fee is taken off US dollars alone. Null = it is not known. */
const net = z.object({ cents, perHourCents: cents.nullable() }).nullable()

/** An offer as a browser sends it back: its texts may be stored, as all that come in. */
const input = offer.extend({
  id: storable.max(200),
  stationId: storable.max(200),
  currency: storable.max(3).nullish(),
  skills: z.array(storable.max(100)).max(50).readonly().nullish(),
})

const change = z.object({
  rule: z.enum(CHANGED_RULES),
  /** The limit as it is and as changed, in the unit of the rule. */
  from: z.number(),
  to: z.number(),
  /** Of a schedule that is the same on all seven days, in minutes after midnight. */
  hours: z.object({ startMinute: z.int(), endMinute: z.int() }).exactOptional(),
})

/** Which week: any day of it; the current one if omitted. Weeks run Monday to Sunday in the driver's zone. */
export const recapQuery = z.object({ day: day.optional() })

/** The results of a week, and its counterfactuals. */
export const recap = {
  running: own.get('/running', 'The running week so far: pay, fees, and what is left').output(
    z.object({
      from: day,
      to: day,
      blocks: count,
      minutes: z.number().nonnegative(),
      payCents: cents,
      tipCents: cents,
      ...payFacts,
      others: otherPay,
      costs: payCosts,
      left: net,
      /** What of the fees goes on the week's invoice. */
      useCents: cents,
      /** The plan that is paid for; null = by the block. */
      plan: plan.nullable(),
      /** The plan that would have cost less than the week came to so far. */
      saving: z.object({ plan, weekCents: cents, savesCents: cents }).nullable(),
    }),
  ),
  offerCosts: own.whileSuspended
    .post('/offer-costs', 'What winning an offer would cost: its miles, and our fee')
    .input(
      input.pick({ stationId: true, kind: true, startAt: true, endAt: true, miles: true, currency: true }),
    )
    .output(payCosts),
  mend: own.whileSuspended
    .post('/mend', 'How the filter would take an offer that it left, and what else it would have taken', {
      bodyKb: 32,
    })
    .input(
      z.object({
        variant,
        offer: input,
        seenAt: instant,
        /**
         * The platform refused the offer to this driver, for skills that they lack or, if empty, something
         * else: how the filter would leave such offers is answered instead.
         */
        lacks: z.array(storable.max(200)).max(50).optional(),
      }),
    )
    .output(
      z.object({
        /** The version that the mend is made from: a save says it, and is refused if another one is newer. */
        version: z.int().nonnegative(),
        /** The filter as it is, to undo the mend. */
        filter,
        /** Null = the filter takes it already, or no limit of it keeps it away. */
        mend: z
          .object({
            filter,
            changes: z.array(
              z.object({
                rule: z.enum(RULES),
                /** In the unit of the rule; null where it has none. */
                from: z.number().nullable(),
                to: z.number().nullable(),
                /** The hours of the day, for the schedule. */
                hours: z
                  .object({ day: z.int().min(1).max(7), startMinute: z.int(), endMinute: z.int() })
                  .nullable(),
              }),
            ),
            /** More of the offers of the last days than the filter took: each alone, and held together. */
            more: z.object({ count: z.int(), cents }),
            held: z.object({ count: z.int(), cents, minutes: z.int(), payBasis: payFacts.payBasis }),
            /** In which all of these are paid; null = USD. */
            currency: payFacts.currency,
            days: z.int().positive(),
          })
          .nullable(),
      }),
    ),
  week: own
    .get(
      '/week',
      'A week: offered, caught, missed, ignored and why, pay an hour, net pay, and what would have been',
    )
    .input(recapQuery)
    .output(
      z.object({
        from: day,
        to: day,
        timeZone: z.string(),
        now: instant,
        /** Monday of the earliest week with data. */
        earliest: day.nullable(),
        total: tally,
        ignoredFor: z.object({ time: count, price: count, schedule: count }),
        /** The IRS mileage deduction for the miles that are known, in US dollars. */
        deduction: z.object({
          miles: z.number().nonnegative(),
          cents,
          /** Tenths of a cent per mile in the blocks' local years (72.5 cents = 725): two over New Year. */
          tenthCentsPerMile: z.array(z.int()),
          /** The number of blocks with known miles. */
          blocks: count,
        }),
        /** What the week's pay cost, and what is left of it. */
        costs: payCosts,
        left: net,
        byDay: z.array(tally.extend({ day })).length(7),
        /**
         * By hour of the driver's day, 0 to 23: offers by when they were seen, pay by when the block started.
         */
        byHour: z.array(tally.extend({ hour: z.int().min(0).max(23) })).length(24),
        byStation: z.array(tally.extend({ stationId: z.string(), code: z.string(), name: z.string() })),
        /**
         * Offers that matched the filter of their time and were not won, the costliest cause first. The bot
         * tried `tried` of them; with `untold` those add up to `total.missed`.
         */
        misses: z.array(
          z.object({
            cause: z.enum(RECAP_CAUSES),
            count,
            tried: count,
            payCents: cents,
            tipCents: cents,
            ...payFacts,
            others: otherPay,
          }),
        ),
        /** Offers that the bot tried so long ago that the reason is no longer stored. */
        untold: count,
        /** Changes of the filter that would have brought more, net of their losses, the most first. */
        counterfactuals: z.array(change.extend({ count, cents })),
        /** The furthest change of each rule that would have brought nothing more. */
        vain: z.array(change),
        /** In which the counterfactuals are paid, and of the limits of both; null = USD. */
        changeCurrency: payFacts.currency,
        /** Offers that are paid in another one are not counted in them, and there were some. */
        changeOthers: z.boolean(),
        /** Rules of the house that kept more from the driver, each for itself, the most first. */
        houseLimits: z.array(z.object({ rule: z.enum(RULES), count })),
        /**
         * From when offers are stored and counted in misses and counterfactuals; null = none of this week
         * anymore.
         */
        knownFrom: instant.nullable(),
      }),
    ),
}
