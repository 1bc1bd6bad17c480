import type { Clock } from '@madruga/server/kit/clock.ts'
import {
  ADAPTERS,
  createMarketCourierPlatform,
  createMarketPlatform,
  openInstanceHttp,
} from '@madruga/server/platforms.ts'
import type { Platform } from '@madruga/server/platforms.ts'

/** Which platform a run is against, and what its adapter needs besides the address. */
export type ChaosPlatform =
  | { kind: 'market' }
  | { kind: 'market-couriers' }
  | { kind: 'coopcycle' }
  | { kind: 'fleetbase'; key: string; payMetaKey: string }

/** Creates the adapter of a run's platform; requests of instances are not counted. */
export function openChaosPlatform(chosen: ChaosPlatform, url: string, clock: Clock): Platform {
  if (chosen.kind === 'market') return createMarketPlatform({ url, clock })
  const { fetch, dispatcher } = openInstanceHttp({ baseUrl: url, allowPrivate: true })
  if (chosen.kind === 'market-couriers') return createMarketCourierPlatform({ url, clock, fetch })
  const instance = { name: `${chosen.kind}:chaos`, baseUrl: url, clock, fetch, dispatcher }
  const create = ADAPTERS[chosen.kind]
  if (create === undefined) throw new Error(`this release has no adapter of ${chosen.kind}`)
  if (chosen.kind === 'coopcycle') return create({ ...instance, key: null, options: {} })
  const { key, payMetaKey } = chosen
  return create({ ...instance, key, options: { payMetaKey } })
}
