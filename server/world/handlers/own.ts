import type { Actor } from '../../admin.ts'
import type { Member, Operator } from '../../http.ts'

/** An operation that is one function about the driver who calls. */
export function own<In, Out>(call: (driverId: string, input: In) => Promise<Out>) {
  return ({ driverId }: Member, input: In): Promise<Out> => call(driverId, input)
}

/** An operation that is one function which the operator has done, and is recorded for. */
export function acted<In, Out>(call: (actor: Actor, input: In) => Promise<Out>) {
  return ({ driverId, email }: Operator, input: In): Promise<Out> =>
    call({ id: driverId, name: email }, input)
}

/** An operation that reads the same for everybody who may call it. */
export function asked<In, Out>(call: (input: In) => Promise<Out>) {
  return (_who: unknown, input: In): Promise<Out> => call(input)
}
