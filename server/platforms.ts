/** Entry of platforms: delivery-offer apps behind one adapter contract, and how drivers sign in there. */
import { HOUR_MS } from '@madruga/core/time.ts'
import { listEncryptedColumns } from './platforms/encrypted-store.ts'
import { platformsHandlers } from './platforms/handlers.ts'
import { instancesHandlers } from './platforms/instances/handlers.ts'
import { createParts } from './platforms/parts.ts'
import type { Instances } from './platforms/instances/actions.ts'
import { defineModule } from './module.ts'
export * from './platforms/model.ts'
export {
  createMarketCourierPlatform,
  createMarketPlatform,
  readMarketBlocks,
  readMarketOffer,
} from './platforms/adapters/market.ts'
export * from './platforms/accounts/access.ts'
export { ADAPTERS } from './platforms/adapters/kinds.ts'
export type { Adapters } from './platforms/adapters/kinds.ts'
export { openInstanceHttp } from './platforms/instances/fetch.ts'
export type { InstanceFetch } from './platforms/instances/fetch.ts'
export { closedPlatform } from './platforms/instances/closed.ts'
export { createPlatforms, onePlatform } from './platforms/registry.ts'
export type { Platforms, PlatformsDeps } from './platforms/registry.ts'
export { forgetOnline, listSwitchedOnline, noteOnline } from './platforms/accounts/presence-store.ts'
export { refusalOf, valueOf } from './platforms/refusal.ts'
export type { Verification } from './platforms/accounts/verification.ts'
export type { PlatformAccount } from './platforms/accounts/store.ts'
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
} from './platforms/accounts/store.ts'
export { countWithdrawn, listInstances, nameOfInstance } from './platforms/instances/store.ts'
export type { InstanceRow } from './platforms/instances/store.ts'
export { createInstances } from './platforms/instances/actions.ts'
export type { Instances } from './platforms/instances/actions.ts'
export { closeDemoInstances, isDemoInstance, openDemoInstance } from './platforms/instances/demo.ts'
export { markOfferId } from './platforms/adapters/offer-ids.ts'
export { readRecording, recordSession, verifyRecording } from './platforms/recording.ts'
export type { Recorded } from './platforms/recording.ts'
export type { Connections } from './platforms/accounts/connections.ts'
export {
  readAllStations,
  readPaidIn,
  readStationIds,
  readStationNames,
  readStations,
  readStationsMiddle,
  readStationsOfMany,
  saveStations,
} from './platforms/accounts/station-store.ts'

/** The declaration of platforms: drivers' accounts there, and the records of instances. */
export const platforms = defineModule({
  tables: ['driver_stations', 'instance_budgets', 'platform_accounts', 'platform_instances', 'stations'],
  sections: [
    {
      name: 'platformAccounts',
      from: 'platform_accounts',
      columns:
        'variant, platform, email, platform_driver_id, state, quota_per_hour, connected_at, synced_at, updated_at',
      key: [['variant', 'text']],
    },
    {
      name: 'stations',
      from: '(select d.driver_id, d.currency, s.* from driver_stations d join stations s on s.platform = d.platform and s.id = d.station_id) as mine',
      columns: 'platform, id, variant, code, name, address, city, state, programme, time_zone, currency',
      key: [
        ['platform', 'text'],
        ['id', 'text'],
      ],
    },
  ],
  encrypted: listEncryptedColumns,
  create: createParts,
  handlers: (parts: Parameters<typeof platformsHandlers>[0] & Parameters<typeof instancesHandlers>[0]) => ({
    platforms: platformsHandlers(parts),
    instances: instancesHandlers(parts),
  }),
  jobs: ({ instances: { checkAgain } }: { instances: Pick<Instances, 'checkAgain'> }) => [
    { name: 'instances.confirm_again', everyMs: HOUR_MS, asksOutside: true, run: checkAgain },
  ],
})
