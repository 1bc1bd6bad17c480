import { isContractProcedure } from '@orpc/contract'
import { contract } from '@madruga/core/contract.ts'
import type { Access } from '@madruga/core/contract.ts'
import { implementation } from './guard.ts'
import type { Guard } from './guard.ts'
import type { Call } from './call.ts'
import type { Streams } from './streams.ts'
import type { Member, Visitor, Words } from './words.ts'

type RouterDeps = { guard: Guard; words: Words; streams: Streams }
type Answer = (who: Visitor, input: unknown) => Promise<unknown>
/** One operation of the contract, as guard and handler are hung on it. */
type Operation = {
  use(
    enter: (given: {
      context: { call: Call }
      next: (more: { context: { who: Visitor } }) => Promise<unknown>
    }) => Promise<unknown>,
  ): Guarded
}
type Guarded = {
  handler(run: (given: { input: unknown; context: { who: Visitor } }) => Promise<unknown>): unknown
}

/**
 * Every operation of the contract calls the function of the same name in its word, as the caller whom the guard let in; a driver's
 * operations get the driver from the session and from nowhere else. A word that lacks one does not compile (`Words`).
 */
export function createRouter({ guard, words, streams }: RouterDeps) {
  const answered = Object.entries(contract).map(([word, operations]) => {
    const implemented = implementation[word as keyof typeof contract] as unknown as Record<string, Operation>
    const answers = words[word as keyof Words] as unknown as Record<string, Answer>
    return [word, answerWord(guard, operations, implemented, answers)]
  })
  const router = Object.fromEntries(answered) as typeof implementation
  const live = implementation.log.live
    .use(async ({ context, next }) =>
      next({ context: { who: (await guard('driver', context.call)) as Member } }),
    )
    .handler(({ input, context: { who }, signal, lastEventId }) =>
      streams.stream({ driverId: who.driverId, sessionId: who.sessionId, signal }, () =>
        words.log.openTail(who.driverId, resumeAfter(lastEventId) ?? input.after ?? null),
      ),
    )
  return implementation.router({ ...router, log: { ...router.log, live } } as never)
}

function answerWord(
  guard: Guard,
  operations: object,
  implemented: Record<string, Operation>,
  answers: Record<string, Answer>,
): Record<string, unknown> {
  const named = Object.entries(operations).map(([name, operation]) => {
    if (!isContractProcedure(operation)) throw new Error(`${name} is no operation`)
    const { access } = operation['~orpc'].meta as { access: Access }
    const answered = implemented[name]!
      // Before the input is looked at: a stranger learns nothing of what an operation takes.
      .use(async ({ context: { call }, next }) => next({ context: { who: await guard(access, call) } }))
      .handler(({ input, context: { who } }) => answers[name]!(who, input))
    return [name, answered]
  })
  return Object.fromEntries(named)
}

/** The number after which a reconnecting browser goes on; null when it names none. */
function resumeAfter(lastEventId: string | undefined): number | null {
  return /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : null
}
