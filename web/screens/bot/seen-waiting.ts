import { readLocal, writeLocal } from '../../local-store.ts'
import { createSignal } from '../../signal.ts'
import { useSyncExternalStore } from 'react'

const KEY = 'waiting-seen'
const changes = createSignal()

/** Ids of the confirmations whose wait the driver has read on this device. */
export function useSeenWaiting(): readonly string[] {
  const text = useSyncExternalStore(changes.subscribe, () => readLocal(KEY) ?? '')
  return text.split(' ')
}

/** Notes that the driver has read of these, all that still wait. */
export function noteSeenWaiting(ids: readonly string[]): void {
  writeLocal(KEY, ids.join(' '))
  changes.notify()
}
