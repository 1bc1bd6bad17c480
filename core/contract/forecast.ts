import { z } from 'zod'
import { WEEKDAYS } from '../schedule.ts'
import { operationsOf } from './access.ts'

const own = operationsOf('driver', 'forecast')

/** When stations release offers, learned from observations. */
export const forecast = {
  get: own.get('', "When the driver's stations release, and times to start by themselves").output(
    z.object({
      stations: z.array(
        z.object({
          stationId: z.string(),
          code: z.string(),
          name: z.string(),
          timeZone: z.string(),
          /** Days learned from; below `enoughDays` the data is sparse. */
          days: z.number().nonnegative(),
          /** Expected offers per hour, Monday 0:00 first. */
          weekHours: z.array(z.number().nonnegative()).length(168),
        }),
      ),
      enoughDays: z.int().positive(),
      /** Parts of the day worth searching in, the best first, in the driver's zone. */
      suggestions: z.array(
        z.object({
          startMinute: z.int().min(0).max(1439),
          endMinute: z.int().min(0).max(1439),
          /** Monday = 1. */
          days: z.array(z.union(WEEKDAYS.map((weekday) => z.literal(weekday)))),
          /** Share of the expected offers in this part, 0 to 1. */
          share: z.number().min(0).max(1),
        }),
      ),
    }),
  ),
}
