import { implement } from '@orpc/server'
import { contract } from '@madruga/core/contract.ts'
import type { Access, OperationMeta } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Accounts, Driver } from '../people/accounts.ts'
import type { Limiter } from '../kit/limits.ts'
import type { Operators } from '../people/operators.ts'
import { noteDriver } from '../ops/security.ts'
import type { Call, CallContext } from './call.ts'
import type { DemoDoor } from './demo-door.ts'
import type { Member, Operator, Visitor } from '../module.ts'

type GuardDeps = {
  accounts: Accounts
  driverLimit: Limiter
  /** Opens sent messages, and the console without a second factor; null = no demo, or others can reach it. */
  demoDoor: DemoDoor | null
  operators: Pick<Operators, 'requireFactor'>
  /** Whether an operator who came through the door needs no second factor: the demo's own. */
  isExempt(email: string): boolean
}

/**
 * The query word by which a page, or a notification's button, names the driver whom it shows. Tabs share
 * their cookies, so that the session may be another driver's since.
 */
const SHOWN_DRIVER = 'as'

type Admission = Pick<OperationMeta, 'access' | 'whileSuspended' | 'stepUp'>
type Asked = Omit<Admission, 'access'>

/**
 * Authorizes a call as the contract declares: anyone, the driver of a session, or an operator; refuses it
 * otherwise. A call that needs a session names the driver it is for, and is refused in the session of another
 * before it has any effect. Only an operation that is open to anyone may name no one: a page that shows no
 * driver yet reads whose session there is, signs in, registers, resets a password, or is the landing.
 */
export function createGuard({ accounts, driverLimit, demoDoor, operators, isExempt }: GuardDeps) {
  const isInDemo = ({ caller }: Call): boolean => demoDoor?.isOpenTo(caller.cookie) ?? false

  async function asMember(call: Call): Promise<Member & Pick<Driver, 'email' | 'role' | 'status'>> {
    const session = await accounts.readSession(call.caller)
    call.cookies.push(...session.cookies)
    if (session.id === null) throw new AppError('accounts.signed_out')
    const { id: driverId, email, role, status } = session.driver
    noteDriver(driverId)
    if (readShownDriver(call) !== driverId) throw new AppError('accounts.other_driver')
    const waitMs = await driverLimit.take(driverId)
    if (waitMs !== null)
      throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    return { ...asVisitor(call), driverId, sessionId: session.id, email, role, status }
  }

  async function asAnyone(call: Call): Promise<Visitor> {
    const shown = readShownDriver(call)
    if (shown === null) return asVisitor(call)
    const session = await accounts.readSession(call.caller)
    call.cookies.push(...session.cookies)
    if (session.id !== null && session.driver.id !== shown) throw new AppError('accounts.other_driver')
    return { ...asVisitor(call), session }
  }

  async function asEntering(call: Call): Promise<Operator> {
    const { role, status: _, ...member } = await asMember(call)
    if (role !== 'operator') throw new AppError('accounts.forbidden')
    return { ...member, exempt: isInDemo(call) && isExempt(member.email) }
  }

  async function asOperator(call: Call, { stepUp }: Asked): Promise<Operator> {
    const operator = await asEntering(call)
    if (!operator.exempt) await operators.requireFactor(operator, stepUp)
    return operator
  }

  async function asDriver(call: Call, { whileSuspended }: Asked): Promise<Member> {
    const { role: _, status, ...member } = await asMember(call)
    if (status === 'active' || whileSuspended) return member
    throw new AppError(`accounts.${status}`)
  }

  const doors: Record<Access, (call: Call, asked: Asked) => Visitor | Promise<Visitor | Member>> = {
    anyone: asAnyone,
    driver: asDriver,
    entering_operator: asEntering,
    operator: asOperator,
    // Everyone's codes and e-mails.
    operator_or_demo: (call, asked) => (isInDemo(call) ? asAnyone(call) : asOperator(call, asked)),
  }

  /**
   * The caller, as authorized by the declared access of an operation or download. Refuses with
   * `accounts.other_driver` unless it names the session's driver, with
   * `accounts.suspended` or `accounts.inactive` if it is closed to a driver of that status, and with
   * `operators.*` an operator whose second factor is missing or not fresh enough.
   */
  return async ({ access, ...asked }: Admission, call: Call): Promise<Visitor | Member> =>
    await doors[access](call, asked)
}

export type Guard = ReturnType<typeof createGuard>

/** The contract with the context of every handler. */
export const implementation = implement(contract).$context<CallContext>()

function asVisitor(call: Call): Visitor {
  return { caller: call.caller, cookies: call.cookies }
}

function readShownDriver({ request }: Call): string | null {
  return new URLSearchParams(request.url?.split('?')[1]).get(SHOWN_DRIVER)
}
