import { oc } from '@orpc/contract'

/**
 * Who may call an operation: anyone, a signed-in driver for their own data, or an operator who gave a second
 * factor in their session. `entering_operator` is an operator who has yet to give it. `operator_or_demo` is
 * open to anyone while the service runs as a demo, which has no one to protect.
 */
export type Access = 'anyone' | 'driver' | 'entering_operator' | 'operator' | 'operator_or_demo'

/** What the contract declares about an operation besides its route, input and output. */
export type OperationMeta<A extends Access = Access> = {
  access: A
  /** Also open to a driver whose account is suspended. */
  whileSuspended: boolean
  /** The largest body that is read, in KB of 1,024 bytes. */
  bodyKb: number
  /** Requires a second factor given within the last minutes. */
  stepUp: boolean
}

type BodyLimit = Pick<OperationMeta, 'bodyKb'>

/** Enough for the longest texts of a form; strangers' input is expensive enough to parse at this size. */
const BODY_KB: Record<Access, number> = {
  anyone: 16,
  operator_or_demo: 16,
  driver: 32,
  entering_operator: 16,
  operator: 32,
}

/**
 * Begins operations of one module that are open to the same callers: `open.post('/sign-in', 'Sign in')`, then
 * input and output. A suspended driver can read everything. An operation that writes is refused to them
 * unless it begins with `whileSuspended`: paying, securing the account, and exporting data. The default is to
 * refuse.
 *
 * An operator's change requires a fresh second factor unless it begins with `withoutStepUp`; such an
 * operation affects no money, no price, no rights and no switch.
 */
export function operationsOf<A extends Access>(access: A, module: string, prefix = `/${module}`) {
  const begin = (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    summary: string,
    {
      whileSuspended = method === 'GET' || access !== 'driver',
      stepUp = method !== 'GET' && access === 'operator',
      bodyKb = BODY_KB[access],
    }: Partial<OperationMeta> = {},
  ) =>
    oc
      .$meta<OperationMeta<A>>({ access, whileSuspended, stepUp, bodyKb })
      .route({ method, path: `${prefix}${path}` as `/${string}`, summary, tags: [module] })
  return {
    get: (path: string, summary: string) => begin('GET', path, summary),
    post: (path: string, summary: string, limits?: BodyLimit) => begin('POST', path, summary, limits),
    put: (path: string, summary: string, limits?: BodyLimit) => begin('PUT', path, summary, limits),
    whileSuspended: {
      post: (path: string, summary: string, limits?: BodyLimit) =>
        begin('POST', path, summary, { ...limits, whileSuspended: true }),
      put: (path: string, summary: string, limits?: BodyLimit) =>
        begin('PUT', path, summary, { ...limits, whileSuspended: true }),
    },
    withoutStepUp: {
      post: (path: string, summary: string) => begin('POST', path, summary, { stepUp: false }),
    },
  }
}
