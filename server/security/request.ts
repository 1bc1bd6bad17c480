import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that something happens in, as the edge knows it; the driver once the guard let them in. */
export type RequestFacts = {
  readonly requestId: string
  readonly address: string
  /** The operation, dotted; null while it is not known. */
  operation(): string | null
  driverId: string | null
}

const requests = new AsyncLocalStorage<RequestFacts>()

/** Runs what answers a request, so that events in it name the request. */
export function withRequest<T>(facts: RequestFacts, run: () => T): T {
  return requests.run(facts, run)
}

/** The request that is being answered here, if any. */
export function currentRequest(): RequestFacts | undefined {
  return requests.getStore()
}

/** Notes whose session the request came with. */
export function noteDriver(driverId: string): void {
  const facts = requests.getStore()
  if (facts) facts.driverId = driverId
}
