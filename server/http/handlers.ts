import type {
  AnyContractProcedure,
  ContractProcedure,
  InferSchemaInput,
  InferSchemaOutput,
} from '@orpc/contract'
import type { contract } from '@madruga/core/contract.ts'
import type { LogEntry } from '@madruga/core/events.ts'
import type { Caller } from '../accounts.ts'
import type { Viewer } from '../kit/live.ts'

/** Whoever calls: `cookies` takes `Set-Cookie` lines to send along. */
export type Visitor = { caller: Caller; cookies: string[] }
/** A signed-in driver. */
export type Member = Visitor & { driverId: string; sessionId: string }
/** A member whose role lets them run the service. */
export type Operator = Member & { email: string; /** Needs no second factor. */ exempt: boolean }

type WhoOf<Meta> = Meta extends { access: 'driver' }
  ? Member
  : Meta extends { access: 'operator' | 'entering_operator' }
    ? Operator
    : Visitor

/** What one operation of the contract calls: who asks and what they give; an `AppError` is a refusal. */
type Answer<P> =
  P extends ContractProcedure<infer In, infer Out, infer _Errors, infer Meta>
    ? (who: WhoOf<Meta>, input: InferSchemaOutput<In>) => Promise<InferSchemaInput<Out>>
    : never

/** The operations of one word; each is one function of that word. */
export type HandlersOf<C> = {
  [Name in keyof C]: C[Name] extends AnyContractProcedure ? Answer<C[Name]> : never
}

type Contract = typeof contract

/**
 * Everything that the handlers call, by the names of the contract. The live log is a stream, and so has a way
 * of its own.
 */
export type Handlers = { [Word in Exclude<keyof Contract, 'log'>]: HandlersOf<Contract[Word]> } & {
  log: Omit<HandlersOf<Contract['log']>, 'live'> & {
    /** Follows the log after a number; after its end when that is null or lies beyond it. */
    openTail(driverId: string, after: number | null): Promise<Viewer<LogEntry>>
  }
}
