import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { describeRoutes } from './routes.ts'

test("the browser's table of routes is the contract's (else: sh scripts/node server/http/routes.ts)", () => {
  const file = path.join(import.meta.dirname, '../../core/contract/routes.gen.json')
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), describeRoutes())
})
