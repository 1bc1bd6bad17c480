import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AppError } from '@madruga/core/errors.ts'
import { startTestHttp } from '../../http/testing.ts'
import { CODES, createCodeLimits } from './code-limits.ts'
import { createDevices } from './devices.ts'
import { LOCKOUT, createLockout } from './lockout.ts'

const few = { points: 3, windowS: 900 }
const many = { points: 1_000, windowS: 900 }
const secret = 'a secret of these tests'
const devices = createDevices({ secret, secure: false })
const from = (address: string) => ({ address, cookie: undefined, userAgent: undefined })
const http = await startTestHttp()
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
const oneSite = Array.from({ length: 12 }, (_, n) => `2001:db8:7:1${n.toString(16).padStart(2, '0')}::1`)
const oneCustomer = Array.from({ length: 20 }, (_, n) => `2001:db8:8:${(n + 1).toString(16)}00::1`)
const others = Array.from({ length: 6 }, (_, n) => `2001:db8:${(n + 10).toString(16)}::1`)

/** Three for a /64, twice that for a /56, four times for a /48, and customers apart from each other. */
async function checkPrefixes(take: (address: string) => Promise<unknown>): Promise<void> {
  assert.equal(await countTaken(oneHousehold, take), 3)
  assert.equal(await countTaken(oneSite, take), 6)
  assert.equal(await countTaken(oneCustomer, take), 12)
  assert.equal(await countTaken(others, take), 6)
}

test('for passwords an IPv6 /64 counts as one address, a /56 as two, a /48 as four', async () => {
  const { pool } = http.database.database
  const lockout = createLockout(pool, secret, devices, { ...LOCKOUT, address: [few] })
  let guess = 0
  await checkPrefixes((address) => lockout.countSignIn(`${guess++}@example.com`, from(address)))
})

test('for codes an IPv6 /64 counts as one address, a /56 as two, a /48 as four', async () => {
  const { pool } = http.database.database
  const limits = createCodeLimits(pool, secret, devices, { ...CODES, perAddress: few, perRecipient: many })
  let asked = 0
  await checkPrefixes((address) => limits.take('email', `${asked++}@example.com`, from(address)))
})

test('an address and its neighbours have a share of the text messages of a day, and e-mails continue', async () => {
  const { pool } = http.database.database
  const shares = { smsPerAddress: few, smsPerNetwork: { points: 5, windowS: 900 } }
  const limits = createCodeLimits(pool, secret, devices, { ...CODES, ...shares })
  let phone = 13_055_550_100
  const text = (address: string) => limits.take('sms', String(phone++), from(address))
  assert.equal(await countTaken(Array(6).fill('203.0.113.7'), text), 3)
  assert.equal(
    await countTaken(
      Array.from({ length: 6 }, (_, n) => `203.0.113.${n + 10}`),
      text,
    ),
    2,
  )
  assert.equal(await countTaken(['203.0.114.7', '198.51.100.7'], text), 2)
  const reset = (address: string) => limits.take('email', `${phone++}@example.com`, from(address), true)
  assert.equal(await countTaken(['203.0.113.99'], reset), 0, 'a reset by text is counted, too')
  const mail = (address: string) => limits.take('email', `${phone++}@example.com`, from(address))
  assert.equal(await countTaken(['203.0.113.7'], mail), 1)
})
