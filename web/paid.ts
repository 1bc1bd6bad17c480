import type { Variant } from '@madruga/core/offers.ts'
import { describeVariant, readVariant } from '@madruga/core/variants.ts'
import { readLocal } from './local-store.ts'

/** Whether anyone pays for anything here, as the server said last. */
export const isPaid = (): boolean => readLocal('billing') === null

/** Whether a driver of this app, by default this device's, pays for anything, as the server said last. */
export const isBilled = (app: Variant = readVariant(readLocal('app'))): boolean =>
  describeVariant(app).isBilled && isPaid()

/** Whether text messages and calls leave for phones; they do until the service has said otherwise. */
export const sendsTexts = (service: { texts: boolean } | null | undefined): boolean =>
  service?.texts !== false
