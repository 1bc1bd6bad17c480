import type { Plan } from '@madruga/core/plans.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'

/** The driver for whom a file is read. */
export type FileOwner = {
  variant: Variant
  plan: Plan
  timeZone: string
  stations: readonly Station[]
}

export type PickedFile = { name: string; text: string }
