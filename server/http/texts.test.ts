import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isContractProcedure } from '@orpc/contract'
import { z } from 'zod'
import { contract } from '@madruga/core/contract.ts'

/** Texts that PostgreSQL or JSON reject, between letters and digits and alone. */
const UNSTORABLE = ['\0', 'a\0b', '1\0', '\ud800', 'a\udc00b', '1\ud800']

/** Every text schema inside another, with its path. */
function* textsOf(schema: z.ZodType, way: string): Generator<[string, z.ZodType]> {
  if (schema.type === 'string') yield [way, schema]
  for (const [name, part] of Object.entries(schema.def)) {
    if (name === 'shape')
      for (const [field, each] of Object.entries(part as Record<string, z.ZodType>))
        yield* textsOf(each, `${way}.${field}`)
    else if (Array.isArray(part))
      for (const each of part) {
        if (isSchema(each)) yield* textsOf(each, way)
      }
    else if (isSchema(part)) yield* textsOf(part, way)
  }
}

const isSchema = (part: unknown): part is z.ZodType => part instanceof z.ZodType

test('no text comes in that cannot be stored', () => {
  const found: string[] = []
  let count = 0
  for (const [word, operations] of Object.entries(contract))
    for (const [name, operation] of Object.entries(operations)) {
      if (!isContractProcedure(operation)) continue
      const schema = operation['~orpc'].inputSchema
      if (!isSchema(schema)) continue
      for (const [way, text] of textsOf(schema, `${word}.${name}`)) {
        count++
        if (UNSTORABLE.some((bad) => z.safeParse(text, bad).success)) found.push(way)
      }
    }
  assert.ok(count > 100, `only ${count} texts were looked at`)
  assert.deepEqual(found, [])
})
