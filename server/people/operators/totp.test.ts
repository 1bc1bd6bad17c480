import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSecret, findStep, makeSecret, STEP_MS } from './totp.ts'

// RFC 6238, appendix B, SHA-1, the last six digits.
const SECRET = '12345678901234567890'
const CODES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
] as const

test('codes are those of RFC 6238', async () => {
  for (const [seconds, code] of CODES)
    assert.equal(
      await findStep(SECRET, code, { now: seconds * 1_000, lastStep: 0 }),
      Math.floor(seconds / 30),
      code,
    )
})

test('a code is good one step before and after its own, no longer, and never again once it was taken', async () => {
  const [[seconds, code]] = CODES
  const step = Math.floor(seconds / 30)
  for (const [offset, found] of [
    [-2, null],
    [-1, step],
    [0, step],
    [1, step],
    [2, null],
  ] as const)
    assert.equal(await findStep(SECRET, code, { now: (step + offset) * STEP_MS, lastStep: 0 }), found)
  assert.equal(await findStep(SECRET, code, { now: step * STEP_MS, lastStep: step }), null)
  assert.equal(await findStep(SECRET, '', { now: step * STEP_MS, lastStep: 0 }), null)
})

test('a secret is new each time and is told as authenticators take it', () => {
  assert.notEqual(makeSecret(), makeSecret())
  const { uri, key } = describeSecret(SECRET, 'ana@example.com')
  assert.equal(key, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.match(uri, /^otpauth:\/\/totp\/Madruga:ana%40example\.com\?secret=[A-Z2-7]+&issuer=Madruga/)
})
