import { DEMO_COURIERS, DEMO_DRIVERS, DEMO_OPERATOR } from '@madruga/server/admin/demo-drivers.ts'

/** Who acts in the journeys: Ana delivers for Amazon from Miami, Luis for Spark from Dallas. */
export const [ANA, LUIS] = [DEMO_DRIVERS[0]!, DEMO_DRIVERS[1]!]

/** Works shifts of a co-op in Paris. */
export const INES = DEMO_COURIERS[0]!

/** Answers drivers and keeps the books, from a desk. */
export const OPERATOR = DEMO_OPERATOR
