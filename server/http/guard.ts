import { implement } from '@orpc/server'
import { contract } from '@madruga/core/contract.ts'
import type { Access, OperationMeta } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Accounts, Driver } from '../accounts.ts'
import { isLocalVisit } from '../kit/http.ts'
import type { Limiter } from '../kit/limits.ts'
import { noteDriver } from '../security.ts'
import type { Call, CallContext } from './call.ts'
import type { Member, Operator, Visitor } from './words.ts'

type GuardDeps = {
  accounts: Accounts
  driverLimit: Limiter
  /** Whether a demo shows to everybody at this machine what was sent. */
  demo: boolean
}

type Admission = Pick<OperationMeta, 'access' | 'whileSuspended'>

/** Lets a call in as what the contract asks for: anyone, the driver of a session, or an operator; refuses it otherwise. */
export function createGuard({ accounts, driverLimit, demo }: GuardDeps) {
  async function asMember(call: Call): Promise<Operator & Pick<Driver, 'role' | 'status'>> {
    const session = await accounts.readSession(call.caller)
    call.cookies.push(...session.cookies)
    if (session.id === null) throw new AppError('accounts.signed_out')
    const { id: driverId, email, role, status } = session.driver
    noteDriver(driverId)
    const waitMs = await driverLimit.take(driverId)
    if (waitMs !== null)
      throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    return { ...asVisitor(call), driverId, sessionId: session.id, email, role, status }
  }

  async function asOperator(call: Call): Promise<Operator> {
    const { role, status: _, ...member } = await asMember(call)
    if (role !== 'operator') throw new AppError('accounts.forbidden')
    return member
  }

  async function asDriver(call: Call, whileSuspended: boolean): Promise<Member> {
    const { role: _, status, ...member } = await asMember(call)
    if (status === 'active' || whileSuspended) return member
    throw new AppError(`accounts.${status}`)
  }

  const doors: Record<Access, (call: Call, whileSuspended: boolean) => Visitor | Promise<Visitor | Member>> =
    {
      anyone: asVisitor,
      driver: asDriver,
      operator: asOperator,
      // Codes and letters of everybody: past a proxy, or by another's name, a stranger may be looking.
      operator_or_demo: (call) => (demo && isLocalVisit(call.request) ? asVisitor(call) : asOperator(call)),
    }

  /**
   * Who calls, as what an operation or download declares lets them in. Refuses with `accounts.suspended` or `accounts.inactive` what is not open to
   * a driver of that standing.
   */
  return async ({ access, whileSuspended }: Admission, call: Call): Promise<Visitor | Member> =>
    await doors[access](call, whileSuspended)
}

export type Guard = ReturnType<typeof createGuard>

/** The contract with the context that every handler gets. */
export const implementation = implement(contract).$context<CallContext>()

function asVisitor(call: Call): Visitor {
  return { caller: call.caller, cookies: call.cookies }
}
