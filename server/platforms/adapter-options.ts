import type { Dispatcher } from 'undici'
import type { InstanceInput } from '@madruga/core/instances.ts'
import type { Clock } from '../kit/clock.ts'
import type { InstanceFetch } from './instance-fetch.ts'

/** What an adapter of an instance is made with. */
export type AdapterOptions = {
  /** `<kind>:<instance id>`. */
  name: string
  baseUrl: string
  key: string | null
  clock: Clock
  /** Its HTTP, within its budget. */
  fetch: InstanceFetch
  /** For a socket of its own, to addresses that the instance may have. */
  dispatcher: Dispatcher
  options: InstanceInput['options']
}
