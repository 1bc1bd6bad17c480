import type { Member, Operator } from './handlers.ts'

/** A handler that calls one function with the calling driver. */
export function own<In, Out>(call: (driverId: string, input: In) => Promise<Out>) {
  return ({ driverId }: Member, input: In): Promise<Out> => call(driverId, input)
}

/** A handler that calls one function with the calling operator, for whom it is recorded. */
export function acted<In, Out>(call: (actor: { id: string; name: string }, input: In) => Promise<Out>) {
  return ({ driverId, email }: Operator, input: In): Promise<Out> =>
    call({ id: driverId, name: email }, input)
}

/** A handler whose answer does not depend on the caller. */
export function asked<In, Out>(call: (input: In) => Promise<Out>) {
  return (_who: unknown, input: In): Promise<Out> => call(input)
}
