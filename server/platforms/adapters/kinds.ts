import type { InstanceKind } from '@madruga/core/instances.ts'
import type { AdapterOptions } from './options.ts'
import { createCoopCyclePlatform } from './coopcycle.ts'
import { createFleetbasePlatform } from './fleetbase.ts'
import type { Platform } from '../model.ts'

export type Adapters = Partial<Record<InstanceKind, (options: AdapterOptions) => Platform>>

/** The adapter of each kind of instance. */
export const ADAPTERS: Adapters = { coopcycle: createCoopCyclePlatform, fleetbase: createFleetbasePlatform }
