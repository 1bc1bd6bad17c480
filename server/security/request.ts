import { AsyncLocalStorage } from 'node:async_hooks'

/** The request of an event, as the edge knows it; with the driver once the guard has authorized them. */
export type RequestFacts = {
  readonly requestId: string
  readonly address: string
  /** The operation, dotted; null until known. */
  operation(): string | null
  driverId: string | null
}

const requests = new AsyncLocalStorage<RequestFacts>()

/** Runs the handling of a request, so that its events name the request. */
export function withRequest<T>(facts: RequestFacts, run: () => T): T {
  return requests.run(facts, run)
}

/** The request being handled here, if any. */
export function currentRequest(): RequestFacts | undefined {
  return requests.getStore()
}

/** Records whose session the request carries. */
export function noteDriver(driverId: string): void {
  const facts = requests.getStore()
  if (facts) facts.driverId = driverId
}
