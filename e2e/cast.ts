import { DEMO_COURIERS, DEMO_DRIVERS, DEMO_OPERATOR } from '@madruga/server/console/admin/demo-drivers.ts'

/** Who acts in the journeys: Ana delivers for Amazon from Miami, Luis for Spark from Dallas. */
export const [ANA, LUIS] = [DEMO_DRIVERS[0]!, DEMO_DRIVERS[1]!]

/** Inés works shifts of a co-op in Paris, Rafael delivers orders of a courier company in Miami. */
export const [INES, RAFAEL] = [DEMO_COURIERS[0]!, DEMO_COURIERS[1]!]

/** Answers drivers and keeps the books, from a desk. */
export const OPERATOR = DEMO_OPERATOR
