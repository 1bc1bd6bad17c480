import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEAST_CONNECTIONS, shareConnections } from './connections.ts'
import { ROLES } from './roles.ts'

test('whatever the role and the number, the shares are that number together, and each purpose has some', () => {
  for (const role of ROLES)
    for (let total = LEAST_CONNECTIONS; total <= 1_000; total++) {
      const shares = Object.values(shareConnections(total, role))
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        total,
        `${total} of ${role}`,
      )
      assert.ok(shares.every((share) => share >= 1))
    }
})

test('most of the connections are for requests, sweeps and steps', () => {
  for (const role of ROLES) assert.ok(shareConnections(30, role).main >= 15, role)
})
