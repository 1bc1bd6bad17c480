import { implement } from '@orpc/server'
import { contract } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Accounts } from '../accounts.ts'
import type { Limiter } from '../kit/limits.ts'
import type { CallContext } from './call.ts'

/**
 * The two ways to implement an operation. Who may call it is declared in the contract; an operation implemented the other
 * way fails on its first call. A driver's operations get the driver from the session and from nowhere else.
 */
export function createGuard(deps: { accounts: Accounts; driverLimit: Limiter }) {
  const base = implement(contract).$context<CallContext>()

  const anyone = base.use(async ({ next, procedure }) => {
    declared(procedure['~orpc'].meta, 'anyone')
    return next()
  })

  const driver = base.use(async ({ context: { call }, next, procedure }) => {
    declared(procedure['~orpc'].meta, 'driver')
    const session = await deps.accounts.readSession(call.caller)
    call.cookies.push(...session.cookies)
    if (session.id === null) throw new AppError('accounts.signed_out')
    const waitMs = await deps.driverLimit.take(session.driver.id)
    if (waitMs !== null)
      throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    return next({ context: { driverId: session.driver.id, sessionId: session.id } })
  })

  return { base, anyone, driver }
}

function declared(meta: { access?: string }, access: string): void {
  if (meta.access !== access) throw new Error(`the contract does not open this operation to ${access}`)
}
