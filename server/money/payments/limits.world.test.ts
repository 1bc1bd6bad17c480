import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { AppError } from '@madruga/core/errors.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { startBillingHarness } from '../billing/testing/harness.ts'
import { insertCoupon } from '../invoices/store/coupons.ts'

const DECLINES_LATER = '4000000000000341'
const { asksPerMinute, setupsPerHour, refusalsPerDay, guessesPerHour } = DEFAULT_SETTINGS.billing.limits

const harness = await startBillingHarness('2026-11-18T17:00:00Z')
after(() => harness.stop())

const buy = (driverId: string, methodId: string, key = randomUUID()) =>
  harness.billing.buy(driverId, { plan: 'advanced', days: 7, coupon: '', methodId, key, expectCents: 2_606 })
const quote = (driverId: string, coupon: string) =>
  harness.billing.quote(driverId, { plan: 'advanced', days: 7, coupon, methodKind: 'card' })
const refusal = async (work: Promise<unknown>): Promise<AppError | null> =>
  await work.then(
    () => null,
    (error: unknown) => error as AppError,
  )

test('a driver whose cards are refused one after another has to wait for a day; asking again for the last one does not count', async () => {
  const [id, other] = [await harness.addDriver(), await harness.addDriver()]
  const bad = await harness.saveCard(id, DECLINES_LATER)
  const last = randomUUID()
  for (let count = 1; count < refusalsPerDay; count++) assert.equal((await buy(id, bad)).state, 'refused')
  assert.equal((await buy(id, bad, last)).state, 'refused')
  const refused = await refusal(buy(id, await harness.saveCard(id)))
  assert.deepEqual([refused?.code, refused?.params], ['request.too_many', { retryAfterSeconds: 86_400 }])
  assert.equal((await buy(id, bad, last)).state, 'refused')
  assert.equal((await buy(other, await harness.saveCard(other))).state, 'paid')
  harness.clock.add(DAY_MS)
  assert.equal((await buy(id, await harness.saveCard(id))).state, 'paid')
})

test('this many cards are begun with in an hour, and this many questions asked in a minute', async () => {
  const [id, other] = [await harness.addDriver(), await harness.addDriver()]
  for (let count = 0; count < setupsPerHour; count++) await harness.billing.startMethod(id)
  assert.equal((await refusal(harness.billing.startMethod(id)))?.code, 'request.too_many')
  for (let count = 0; count < asksPerMinute; count++) await harness.billing.listMethods(other)
  assert.equal((await refusal(harness.billing.listMethods(other)))?.code, 'request.too_many')
  await quote(other, '')
})

test('coupons are not found by guessing; one that there is may be looked at as often as one likes', async () => {
  const [id, other] = [await harness.addDriver(), await harness.addDriver()]
  const made = {
    appliesTo: 'everything',
    from: 0,
    until: null,
    mostUses: null,
    actor: 'x',
    note: '',
    at: 0,
  } as const
  await insertCoupon(harness.deps.db, { ...made, code: 'TEN', cut: { kind: 'percent', percent: 10 } })
  for (let count = 0; count <= guessesPerHour; count++)
    assert.equal((await quote(other, 'ten')).coupon, 'TEN')
  for (let count = 0; count < guessesPerHour; count++)
    assert.equal((await refusal(quote(id, `A${count}B`)))?.code, 'billing.coupon_unknown')
  assert.equal((await refusal(quote(id, 'TEN')))?.code, 'request.too_many')
  assert.equal((await quote(id, '')).totalCents, 2_606)
})
