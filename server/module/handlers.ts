import type {
  AnyContractProcedure,
  ContractProcedure,
  InferSchemaInput,
  InferSchemaOutput,
} from '@orpc/contract'
import type { contract, Outputs } from '@madruga/core/contract.ts'
import type { LogEntry } from '@madruga/core/events.ts'
import type { Viewer } from '../kit/live.ts'

/** The caller, as the edge identifies them. */
export type Caller = { cookie: string | undefined; address: string; userAgent: string | undefined }

/**
 * Any caller: `cookies` collects `Set-Cookie` lines for the answer. `session` is the call's, where the guard
 * has read it and given its cookies.
 */
export type Visitor = {
  caller: Caller
  cookies: string[]
  session?: { cookies: string[] } & ({ id: string; driver: Driver } | { id: null })
}
type Driver = NonNullable<Outputs['accounts']['session']['driver']>
/** A signed-in driver. */
export type Member = Visitor & { driverId: string; sessionId: string }
/** A member with the operator role. */
export type Operator = Member & { email: string; /** Needs no second factor. */ exempt: boolean }

type WhoOf<Meta> = Meta extends { access: 'driver' }
  ? Member
  : Meta extends { access: 'operator' | 'entering_operator' }
    ? Operator
    : Visitor

/** The implementation of an operation: takes the caller and the input; an `AppError` is a refusal. */
type Answer<P> =
  P extends ContractProcedure<infer In, infer Out, infer _Errors, infer Meta>
    ? (who: WhoOf<Meta>, input: InferSchemaOutput<In>) => Promise<InferSchemaInput<Out>>
    : never

/** The operations of one module, each a function. */
export type HandlersOf<C> = {
  [Name in keyof C]: C[Name] extends AnyContractProcedure ? Answer<C[Name]> : never
}

type Contract = typeof contract

/**
 * All functions behind the handlers, by the contract's names. The live log is a stream and has its own route.
 */
export type Handlers = { [Word in Exclude<keyof Contract, 'log'>]: HandlersOf<Contract[Word]> } & {
  log: Omit<HandlersOf<Contract['log']>, 'live'> & {
    /** Follows the log after a number; from its end if that is null or beyond it. */
    openTail(driverId: string, after: number | null): Promise<Viewer<LogEntry>>
  }
}
