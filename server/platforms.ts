/** Entry of platforms: delivery-offer apps behind one adapter contract, and how drivers sign in there. */
export * from './platforms/model.ts'
export {
  createMarketCourierPlatform,
  createMarketPlatform,
  readMarketBlocks,
  readMarketOffer,
} from './platforms/market.ts'
export * from './platforms/access.ts'
export { ADAPTERS } from './platforms/adapters.ts'
export type { Adapters } from './platforms/adapters.ts'
export { openInstanceHttp } from './platforms/instance-fetch.ts'
export type { InstanceFetch } from './platforms/instance-fetch.ts'
export { closedPlatform } from './platforms/instance/closed.ts'
export { createPlatforms, onePlatform } from './platforms/registry.ts'
export type { Platforms, PlatformsDeps } from './platforms/registry.ts'
export { forgetOnline, listSwitchedOnline, noteOnline } from './platforms/presence-store.ts'
export { refusalOf, valueOf } from './platforms/refusal.ts'
export { createVerification } from './platforms/verification.ts'
export type { Verification } from './platforms/verification.ts'
export type { PlatformAccount } from './platforms/account-store.ts'
export {
  connectAccount,
  forgetHeldReads,
  forgetTokens,
  noteHeldRead,
  notePrepared,
  readAccount,
  readAccounts,
  readVariant,
  saveTokens,
  takeForComparing,
} from './platforms/account-store.ts'
export { countWithdrawn, listInstances, nameOfInstance } from './platforms/instance/store.ts'
export type { InstanceRow } from './platforms/instance/store.ts'
export { createInstances } from './platforms/instances.ts'
export type { Instances } from './platforms/instances.ts'
export { closeDemoInstances, isDemoInstance, openDemoInstance } from './platforms/demo-instances.ts'
export { markOfferId } from './platforms/offer-ids.ts'
export { readRecording, recordSession, verifyRecording } from './platforms/recording.ts'
export type { Recorded } from './platforms/recording.ts'
export { createConnections } from './platforms/connections.ts'
export type { Connections } from './platforms/connections.ts'
export { listEncryptedColumns } from './platforms/encrypted-store.ts'
export {
  readAllStations,
  readPaidIn,
  readStationIds,
  readStationNames,
  readStations,
  readStationsMiddle,
  saveStations,
} from './platforms/station-store.ts'
