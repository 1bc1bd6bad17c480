import { oc } from '@orpc/contract'

/**
 * Who may call an operation: anyone, a signed-in driver for their own things, or an operator. `operator_or_demo` opens to anyone
 * while the service runs as a demo, where there is nobody to protect.
 */
export type Access = 'anyone' | 'driver' | 'operator' | 'operator_or_demo'

/** Begins operations of one word that are open to the same callers: `open.post('/sign-in', 'Sign in')`, then input and output. */
export function operationsOf<A extends Access>(access: A, word: string, prefix = `/${word}`) {
  const begin = (method: 'GET' | 'POST' | 'PUT', path: string, summary: string) =>
    oc
      .$meta<{ access: A }>({ access })
      .route({ method, path: `${prefix}${path}` as `/${string}`, summary, tags: [word] })
  return {
    get: (path: string, summary: string) => begin('GET', path, summary),
    post: (path: string, summary: string) => begin('POST', path, summary),
    put: (path: string, summary: string) => begin('PUT', path, summary),
  }
}
