import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describeRoutes, routesFile } from './routes.ts'

test("the browser's tables of routes are the contract's (else: sh scripts/node server/http/routes.ts)", () => {
  const routes = describeRoutes()
  for (const part of ['first', 'more'] as const)
    assert.deepEqual(JSON.parse(readFileSync(routesFile(part), 'utf8')), routes[part])
})
