import { AsyncLocalStorage } from 'node:async_hooks'

/** The error that the library printed during the current call. */
const calls = new AsyncLocalStorage<Error[]>()

/**
 * Calls the library and rethrows an error that it prints and hides. If the database is down, the library
 * would only answer 500, and it would report a session as ended that it could not delete.
 */
export async function throwFaults<T>(call: () => Promise<T>): Promise<T> {
  const faults: Error[] = []
  const [outcome] = await calls.run(faults, () => Promise.allSettled([call()]))
  if (faults[0] !== undefined) throw faults[0]
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/**
 * Captures an error that the library prints, for `throwFaults` to throw; false if it is none, or no call is
 * waiting for it.
 */
export function keepFault(details: readonly unknown[]): boolean {
  const fault = details.find((each) => each instanceof Error)
  const faults = calls.getStore()
  if (fault === undefined || faults === undefined) return false
  faults.push(fault)
  return true
}
