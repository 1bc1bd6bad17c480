import type { Dispatcher } from 'undici'
import type { InstanceInput } from '@madruga/core/instances.ts'
import type { Clock } from '../../kit/clock.ts'
import type { OtherProcesses } from '../instances/shared-readings.ts'
import type { InstanceFetch } from '../instances/fetch.ts'

/** What an adapter of an instance is made with. */
export type AdapterOptions = {
  /** `<kind>:<instance id>`. */
  name: string
  baseUrl: string
  key: string | null
  clock: Clock
  /** Its HTTP, within its budget. */
  fetch: InstanceFetch
  /** For its own socket, to addresses that the instance may have. */
  dispatcher: Dispatcher
  options: InstanceInput['options']
  /**
   * Ms between two readings of what its drivers share, so that together they are as many as the polls of the
   * drivers who search in this process would be. Without it, each driver reads alone.
   */
  readEveryMs?: () => number
  /** The other processes that read what its drivers share. */
  others?: OtherProcesses | undefined
}
