import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AppError } from '@madruga/core/errors.ts'
import { startTestHttp } from '../http/testing.ts'
import type { TestHttp } from '../http/testing.ts'
import { CODES, createCodeLimits } from './code-limits.ts'
import { createDevices } from './devices.ts'
import { LOCKOUT, createLockout } from './lockout.ts'

const few = { points: 3, windowS: 900 }
const many = { points: 1_000, windowS: 900 }
const secret = 'a secret of these tests'
const devices = createDevices({ secret, secure: false })
const from = (address: string) => ({ address, cookie: undefined, userAgent: undefined })
let http: TestHttp
before(async () => {
  http = await startTestHttp()
})
after(() => http.stop())

/** How many of these callers were allowed. */
async function countTaken(addresses: string[], take: (address: string) => Promise<unknown>): Promise<number> {
  let taken = 0
  for (const address of addresses)
    await take(address).then(
      () => taken++,
      (error: unknown) => assert.ok(error instanceof AppError),
    )
  return taken
}

const oneHousehold = Array.from({ length: 6 }, (_, n) => `2001:db8:1:2:${(n + 1).toString(16)}::1`)
const households = Array.from({ length: 6 }, (_, n) => `2001:db8:1:${(n + 1).toString(16)}::1`)

test('an IPv6 /64 counts as one address for passwords', async () => {
  const { pool } = http.database.database
  const lockout = createLockout(pool, secret, devices, { ...LOCKOUT, address: [few] })
  let guess = 0
  const take = (address: string) => lockout.countSignIn(`${guess++}@example.com`, from(address))
  assert.equal(await countTaken(oneHousehold, take), 3)
  assert.equal(await countTaken(households.slice(2), take), 4)
})

test('an IPv6 /64 counts as one address for codes', async () => {
  const { pool } = http.database.database
  const limits = createCodeLimits(pool, secret, devices, { ...CODES, perAddress: few, perRecipient: many })
  let asked = 0
  const take = (address: string) => limits.take('email', `${asked++}@example.com`, from(address))
  assert.equal(await countTaken(oneHousehold, take), 3)
  assert.equal(await countTaken(households.slice(2), take), 4)
})
