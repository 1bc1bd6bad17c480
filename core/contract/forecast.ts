import { z } from 'zod'
import { WEEKDAYS } from '../schedule.ts'
import { operationsOf } from './access.ts'

const own = operationsOf('driver', 'forecast')

/** When stations release offers, learned from what was seen. */
export const forecast = {
  get: own.get('', "When the driver's stations release, and times to start by themselves").output(
    z.object({
      stations: z.array(
        z.object({
          stationId: z.string(),
          code: z.string(),
          name: z.string(),
          timeZone: z.string(),
          /** Days learned from; below `enoughDays` the picture is thin. */
          days: z.number().nonnegative(),
          /** Offers to be expected an hour, Monday 0:00 first. */
          weekHours: z.array(z.number().nonnegative()).length(168),
        }),
      ),
      enoughDays: z.int().positive(),
      /** Stretches of the day worth searching in, the best first, in the driver's zone. */
      suggestions: z.array(
        z.object({
          startMinute: z.int().min(0).max(1439),
          endMinute: z.int().min(0).max(1439),
          /** Monday = 1. */
          days: z.array(z.union(WEEKDAYS.map((weekday) => z.literal(weekday)))),
          /** Part of the expected offers that falls into it, 0 to 1. */
          share: z.number().min(0).max(1),
        }),
      ),
    }),
  ),
}
