import type { Kysely } from 'kysely'
import { JOBS } from '@madruga/core/jobs.ts'
import type { JobName } from '@madruga/core/jobs.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Tables } from './db.ts'
import { forgetAll } from './jobs.ts'
import type { Job, Retention } from './jobs.ts'
import type { EncryptedColumn } from './kit/rewrap.ts'
import type { Handlers, Member, Operator } from './module/handlers.ts'

/** Entry of modules: how a noun of the server declares itself, and what is derived from all declarations. */

export type { Caller, Handlers, Member, Operator, Visitor } from './module/handlers.ts'

/** One table of a driver's file: the exported columns, and the columns that order its pages, with types. */
export type Section = {
  name: string
  from: string
  columns: string
  key: readonly (readonly [column: string, type: string])[]
}

/** A job that the console knows by name. */
export type ServiceJob = Job & { name: JobName }

/**
 * What a noun declares, once. Its functions take the parts of the product that they name, which are made when
 * they are called.
 */
export type Module = {
  /** Makes its parts of the product, by their names, from those of modules before it. */
  create?(parts: never): object
  /** The tables that it alone writes; `scripts/boundaries/tables.ts` reads them from the text. */
  tables?: readonly (keyof Tables)[]
  /** What of its rows a driver may take along; passwords, tokens and encrypted values are no part of it. */
  sections?: readonly Section[]
  /** Its columns of encrypted values, for a rotation of keys. */
  encrypted?(db: Kysely<Tables>): readonly EncryptedColumn<unknown>[]
  /** Its operations of the contract. */
  handlers?(parts: never): Partial<Handlers>
  /** Its recurring work. */
  jobs?(parts: never): readonly ServiceJob[]
  /** Its rows that are removed by their age; docs/scale.md says how old each grows and why. */
  retention?(parts: never): readonly Retention[]
}

/** Folders of `server/` that hold rooms by what they are about; every other entry of it is a room. */
const GROUPS = ['console', 'driver', 'money', 'ops', 'people']
const ROOM = new RegExp(`^server/(?:(?:${GROUPS.join('|')})/)?([a-z-]+)`)

/** The room of a file of the server: `server/ops/keys/store.ts` belongs to `keys`; null for other files. */
export function roomOf(filePath: string): string | null {
  return ROOM.exec(filePath)?.[1] ?? null
}

/** Declares a module of the server; `server/product.ts` lists them all. */
export function defineModule<const M extends Module>(module: M): M {
  return module
}

/** The parts that are there once these modules are made, each from those before it. */
type Made<Parts, Ms extends readonly Module[]> = Ms extends readonly [
  infer M,
  ...infer Rest extends readonly Module[],
]
  ? M extends { create(parts: infer Needs): infer Own }
    ? Parts extends Needs
      ? Made<Parts & Awaited<Own>, Rest>
      : { lacks: Exclude<keyof Needs, keyof Parts>; needs: Needs }
    : Made<Parts, Rest>
  : Parts

/** Makes the parts of all modules, in their order; `given` is what is there without them. */
export async function makeParts<const Ms extends readonly Module[], Given extends object>(
  modules: Ms,
  given: Given,
): Promise<Made<Given, Ms>> {
  const parts = { ...given }
  for (const module of modules) Object.assign(parts, await module.create?.(parts as never))
  return parts as Made<Given, Ms>
}

type Facet = 'handlers' | 'jobs' | 'retention'
type FunctionsOf<Ms extends readonly Module[], F extends Facet> = Extract<Ms[number], Record<F, unknown>>[F]

/** All parts that these modules name in their functions of that kind. */
export type PartsOf<Ms extends readonly Module[], F extends Facet> = [FunctionsOf<Ms, F>] extends [
  (parts: infer Parts) => unknown,
]
  ? Parts
  : never

/** All handlers that these modules declare, in one object. */
export function listHandlers<const Ms extends readonly Module[]>(
  modules: Ms,
  parts: PartsOf<Ms, 'handlers'>,
): HandlersOf<Ms> {
  const declared = modules.map((module) => module.handlers?.(parts as never))
  return Object.assign({}, ...declared) as HandlersOf<Ms>
}

type HandlersOf<Ms extends readonly Module[]> = Pick<Handlers, WordsOf<FunctionsOf<Ms, 'handlers'>>>
/** The words of the contract whose operations such a function returns. */
type WordsOf<F> = F extends (parts: never) => infer Each ? keyof Each & keyof Handlers : never

/**
 * The recurring jobs of these modules in the order of `JOBS`, with the one that removes rows by their age.
 * Each is an idempotent sweep over rows, so that missed runs do not matter.
 */
export function listJobs<const Ms extends readonly Module[]>(
  modules: Ms,
  parts: PartsOf<Ms, 'jobs'> & PartsOf<Ms, 'retention'>,
): ServiceJob[] {
  const retentions = listRetentions(modules, parts)
  const declared = modules.flatMap((module) => module.jobs?.(parts as never) ?? [])
  const forget: ServiceJob = { name: 'retention.forget', everyMs: HOUR_MS, run: () => forgetAll(retentions) }
  return [...declared, forget].toSorted((one, other) => JOBS.indexOf(one.name) - JOBS.indexOf(other.name))
}

/** Everything of these modules that is removed by its age. */
export function listRetentions<const Ms extends readonly Module[]>(
  modules: Ms,
  parts: PartsOf<Ms, 'retention'>,
): Retention[] {
  return modules.flatMap((module) => module.retention?.(parts as never) ?? [])
}

/** A handler that calls one function with the calling driver. */
export function own<In, Out>(call: (driverId: string, input: In) => Promise<Out>) {
  return ({ driverId }: Member, input: In): Promise<Out> => call(driverId, input)
}

/** A handler that calls one function with the calling operator, for whom it is recorded. */
export function acted<In, Out>(call: (actor: { id: string; name: string }, input: In) => Promise<Out>) {
  return ({ driverId, email }: Operator, input: In): Promise<Out> =>
    call({ id: driverId, name: email }, input)
}

/** A handler whose answer does not depend on the caller. */
export function asked<In, Out>(call: (input: In) => Promise<Out>) {
  return (_who: unknown, input: In): Promise<Out> => call(input)
}
