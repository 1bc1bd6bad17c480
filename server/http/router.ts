import { contract } from '@madruga/core/contract.ts'
import type { OperationMeta } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { implementation } from './guard.ts'
import type { Security } from '../ops/security.ts'
import type { Streams } from './streams.ts'
import type { Member, Visitor, Handlers } from '../module.ts'

type RouterDeps = { handlers: Handlers; streams: Streams; security: Security }
type Answer = (who: Visitor, input: unknown) => Promise<unknown>
/** One operation of the contract with its handler. */
type Operation = {
  handler(run: (given: { input: unknown; context: { who: Visitor } }) => Promise<unknown>): unknown
}

/**
 * Connects every operation of the contract to the function of the same name in its module, called as the
 * authorized caller. A driver's operations get the driver only from the session. A module that lacks a
 * function does not compile (`Handlers`).
 */
export function createRouter({ handlers, streams, security }: RouterDeps) {
  // The caller was authorized for exactly this operation before the body was read.
  const guarded = implementation.use(async ({ context: { call }, next, path, procedure }) => {
    if (call.who === null || call.operation !== path.join('.')) throw new AppError('request.not_found')
    const declared = procedure['~orpc'].meta as OperationMeta
    const answered = await next({ context: { who: call.who } })
    const changes = procedure['~orpc'].route.method !== 'GET'
    if (declared.access === 'operator' && changes) security.record({ kind: 'operator.acted' })
    return answered
  })
  const answered = Object.entries(contract).map(([module, operations]) => {
    const implemented = guarded[module as keyof typeof contract] as unknown as Record<string, Operation>
    const answers = handlers[module as keyof Handlers] as unknown as Record<string, Answer>
    const named = Object.keys(operations).map((name) => [
      name,
      implemented[name]!.handler(({ input, context: { who } }) => answers[name]!(who, input)),
    ])
    return [module, Object.fromEntries(named)]
  })
  const router = Object.fromEntries(answered) as typeof implementation
  const live = guarded.log.live.handler(({ input, context, signal, lastEventId }) => {
    const { driverId, sessionId } = context.who as Member
    return streams.stream({ driverId, sessionId, signal }, () =>
      handlers.log.openTail(driverId, resumeAfter(lastEventId) ?? input.after ?? null),
    )
  })
  return implementation.router({ ...router, log: { ...router.log, live } } as never)
}

/** The number after which a reconnecting browser continues; null if it sends none. */
function resumeAfter(lastEventId: string | undefined): number | null {
  return /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : null
}
