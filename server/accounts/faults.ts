import { AsyncLocalStorage } from 'node:async_hooks'

/** What the library has printed of the call that is running. */
const calls = new AsyncLocalStorage<Error[]>()

/**
 * Calls the library. A fault that it prints and keeps to itself is thrown as it was: of a database that is
 * down it would say nothing but 500, and a session that it could not delete it would call ended.
 */
export async function throwFaults<T>(call: () => Promise<T>): Promise<T> {
  const faults: Error[] = []
  const [outcome] = await calls.run(faults, () => Promise.allSettled([call()]))
  if (faults[0] !== undefined) throw faults[0]
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/**
 * Keeps a fault that the library prints, for `throwFaults` to throw; false where it is none, or nobody waits
 * for it.
 */
export function keepFault(details: readonly unknown[]): boolean {
  const fault = details.find((each) => each instanceof Error)
  const faults = calls.getStore()
  if (fault === undefined || faults === undefined) return false
  faults.push(fault)
  return true
}
