/** Entry of notifications: what drivers are told, by which channels, and when not. */
export * from './notify/model.ts'
export {
  isDeviceToken,
  PUSH_KINDS,
  STORE_PUSH_KINDS,
  type PushKind,
  type StorePushKind,
} from './notify/push-devices.ts'
export { arePushKeys, isPushEndpoint } from './notify/push-hosts.ts'
export { isOfOffer, placeOfOffer, type NewsOfOffer } from './notify/places.ts'
export {
  BURST_MS,
  burstOf,
  decideBurst,
  joinNews,
  type Burst,
  type BurstMinute,
  type OfferNews,
} from './notify/burst.ts'
export { meetsKind } from './notify/kinds.ts'
export { decideRound, expiryOf, type DueNews } from './notify/round.ts'
export {
  ALWAYS_BY_EMAIL,
  completeSettings,
  DEFAULT_NOTIFY_SETTINGS,
  isCallAlertOn,
  normalizeSettings,
  setAlerts,
  type StoredSettings,
} from './notify/settings.ts'
export {
  askArrivalAt,
  isOperatorError,
  isSpokenInstead,
  OPERATOR_ERRORS,
  retryAt,
  withinPhoneCaps,
} from './notify/delivery.ts'
export { readSmsAnswer } from './notify/sms-answer.ts'
export { recipientsOf } from './notify/recipients.ts'
export type { ChannelMissing, Reachable } from './notify/recipients.ts'
