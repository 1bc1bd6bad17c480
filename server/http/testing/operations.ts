import { isContractProcedure } from '@orpc/contract'
import * as fc from 'fast-check'
import { z } from 'zod'
import { contract } from '@madruga/core/contract.ts'
import type { Access, OperationMeta } from '@madruga/core/contract.ts'
import { anyCharacter } from '../../kit/testing.ts'

/** One operation as a caller sees it, with inputs generated from its own schema. */
export type Operation = {
  name: string
  method: string
  /** With `{names}` for the parameters from the input. */
  path: string
  /** For a caller without input. */
  route: string
  access: Access
  /** The largest body that is read. */
  limitBytes: number
  /** Valid inputs; undefined if the operation has none. */
  valid: fc.Arbitrary<Record<string, unknown>> | undefined
}

/**
 * Every operation of the contract, so that a new one is attacked from its first day. `known` are existing ids
 * of another driver.
 */
export function listOperations(known: Known = NOBODY): Operation[] {
  return Object.entries(contract).flatMap(([module, operations]) =>
    Object.entries(operations).map(([name, operation]: [string, object]) => {
      if (!isContractProcedure(operation)) throw new Error(`${module}.${name} is no operation`)
      const { route, meta, inputSchema } = operation['~orpc']
      const { access, bodyKb } = meta as OperationMeta
      const schema =
        inputSchema && z.toJSONSchema(inputSchema as z.ZodType, { io: 'input', unrepresentable: 'any' })
      return {
        name: `${module}.${name}`,
        method: route.method ?? 'POST',
        path: `/api${route.path}`,
        route: `/api${route.path}`.replace('{variant}', 'amazon').replace('{id}', '1'),
        access,
        limitBytes: bodyKb * 1024,
        valid: schema && (arbitraryOf(schema as Schema, known) as Operation['valid']),
      }
    }),
  )
}

/** Names of another driver's data. */
export type Known = { texts: readonly string[]; numbers: readonly number[] }
const NOBODY: Known = { texts: ['nobody'], numbers: [1] }

/** The part of JSON Schema that our contract uses. */
type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxItems?: number
  propertyNames?: Schema
  additionalProperties?: Schema | boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
  $ref?: string
}

function arbitraryOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((each) => arbitraryOf(each, known)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, known), {
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'string':
      return textOf(schema, known)
    case 'integer':
      return fc.oneof(
        fc.integer({
          min: Math.max(schema.minimum ?? -1e9, Number.MIN_SAFE_INTEGER),
          max: Math.min(schema.maximum ?? 1e9, Number.MAX_SAFE_INTEGER),
        }),
        fc.constantFrom(...known.numbers),
      )
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function objectOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.propertyNames?.enum && typeof schema.additionalProperties === 'object') {
    const value = arbitraryOf(schema.additionalProperties, known)
    return fc.record(Object.fromEntries(schema.propertyNames.enum.map((name) => [String(name), value])))
  }
  const fields = Object.entries(schema.properties ?? {})
  return fc.record(Object.fromEntries(fields.map(([name, each]) => [name, arbitraryOf(each, known)])), {
    requiredKeys: schema.required ?? [],
  })
}

/** Fast-check takes 17 ms for each text arbitrary, and the contract has hundreds of fields of few lengths. */
const textsByLength = new Map<string, fc.Arbitrary<string>>()

function textOf(schema: Schema, known: Known): fc.Arbitrary<string> {
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern, 'u'))
  if (schema.format === 'uri') return fc.webUrl()
  const lengths = { minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 60, 60) }
  const name = `${lengths.minLength} ${lengths.maxLength}`
  const texts =
    textsByLength.get(name) ?? fc.oneof(fc.string(lengths), fc.string({ ...lengths, unit: anyCharacter }))
  textsByLength.set(name, texts)
  return fc.oneof({ arbitrary: texts, weight: 2 }, fc.constantFrom(...known.texts))
}

/** An input with one value replaced by anything, or omitted. */
export function spoil(valid: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<unknown> {
  return fc
    .tuple(valid, fc.nat(), fc.jsonValue({ maxDepth: 3 }), fc.boolean())
    .map(([input, choice, value, drop]) => {
      const paths = listPaths(input)
      if (paths.length === 0) return value
      const path = paths[choice % paths.length]!
      let at = input
      for (const part of path.slice(0, -1)) at = at[part] as Record<string, unknown>
      const last = path.at(-1)!
      if (drop) delete at[last]
      else at[last] = value
      return input
    })
}

function listPaths(node: unknown, path: string[] = []): string[][] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, child]) => [
    [...path, name],
    ...listPaths(child, [...path, name]),
  ])
}
