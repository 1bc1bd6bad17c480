import type { Outputs } from '@madruga/core/contract.ts'

/** A driver's alert settings, and what they can reach. */
export type AlertsState = Outputs['notify']['settings']
