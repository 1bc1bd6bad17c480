import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { chargeFor } from '@madruga/core/invoices.ts'
import type { CouponDiscount } from '@madruga/core/invoices.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { readCustomer } from '../payers/store/customers.ts'
import { readCreditsLeft } from '../subscriptions/store/referral-rewards.ts'
import { forgetPayer } from './anonymize.ts'
import { makeTestCard, refusalOf, startBillingHarness, orderFor } from './testing/harness.ts'

const harness = await startBillingHarness('2026-11-18T17:00:00Z')
after(() => harness.stop())

const HALF: CouponDiscount = { kind: 'percent', percent: 50 }
let numbers = 0
const nextPhone = () => `1305556${String(1_000 + ++numbers)}`
const nextMail = () => `person${++numbers}@example.com`

/** Deletes an account as accounts do, as far as money has a part in it. */
async function remove(id: string): Promise<void> {
  await harness.deps.db.transaction().execute(async (tx) => {
    await harness.billing.closeAccount(tx, id)
    await forgetPayer(tx, id)
    await tx.deleteFrom('drivers').where('id', '=', id).execute()
  })
}

async function makeCoupon(code: string, cut: CouponDiscount = HALF): Promise<void> {
  const row = {
    code,
    cut: JSON.stringify(cut),
    applies_to: 'everything',
    from_at: new Date(0),
    until_at: null,
    most_uses: null,
    created_at: new Date(0),
    actor: 'a test',
    note: '',
  } as const
  await harness.deps.db.insertInto('coupons').values(row).execute()
}

const input = (coupon: string) => ({ plan: 'advanced', days: 7, coupon, methodKind: 'card' }) as const
const quoteOf = (id: string, coupon: string) => refusalOf(harness.billing.quote(id, input(coupon)))

async function buy(id: string, coupon = '', card?: string): Promise<void> {
  const methodId = await harness.saveCard(id, card)
  const quoted = await harness.billing.quote(id, input(coupon))
  const given = orderFor(methodId, { coupon, expectCents: quoted.totalCents })
  assert.equal((await harness.billing.buy(id, given)).state, 'paid')
}

/** A driver with a code, and how to join by it. */
async function openProgram() {
  const inviter = await harness.addDriver()
  const { referrals } = harness.http.world
  const { code } = await referrals.read(inviter)
  const join = async (friendId: string, phone: string | null) =>
    await harness.deps.db
      .transaction()
      .execute((tx) => referrals.join(tx, { friendId, phone, code, at: harness.clock.now() }))
  const creditsOf = async () => (await referrals.read(inviter)).credits.available
  /** Why credits were withheld or taken back, as the inviter was told. */
  const toldOf = async () => {
    const rows = await harness.deps.db
      .selectFrom('notifications')
      .select(['kind', 'params'])
      .where('driver_id', '=', inviter)
      .where('kind', 'in', ['credit_withheld', 'credit_taken_back'])
      .orderBy('id')
      .execute()
    return rows.map(({ kind, params }) => [kind, (params as { reason: string }).reason])
  }
  return { inviter, join, creditsOf, toldOf }
}

test('a coupon that was used before the account was deleted is used, whether e-mail or phone comes again', async () => {
  await makeCoupon('FIRST50')
  const [email, phone] = [nextMail(), nextPhone()]
  const first = await harness.addDriver({ email, phone })
  await buy(first, 'FIRST50')
  await remove(first)
  const byMail = await harness.addDriver({ email, phone: nextPhone() })
  assert.equal(await quoteOf(byMail, 'FIRST50'), 'billing.coupon_used')
  await remove(byMail)
  // The phone of the first account, at its own address.
  const byPhone = await harness.addDriver({ email: nextMail(), phone })
  assert.equal(await quoteOf(byPhone, 'FIRST50'), 'billing.coupon_used')
  const written = await harness.addDriver({ email: email.replace('@', '+again@') })
  assert.equal(await quoteOf(written, 'FIRST50'), 'billing.coupon_used')
  assert.equal(await quoteOf(await harness.addDriver({ phone: nextPhone() }), 'FIRST50'), 'nothing')
})

test('a coupon that was used before the account was deleted is used, where the card alone comes again', async () => {
  await makeCoupon('CARD50')
  const card = makeTestCard(900)
  const first = await harness.addDriver({ phone: nextPhone() })
  await buy(first, 'CARD50', card)
  await remove(first)
  const again = await harness.addDriver({ email: nextMail(), phone: nextPhone() })
  const quoted = await harness.billing.quote(again, input('CARD50'))
  const methodId = await harness.saveCard(again, card)
  const given = orderFor(methodId, { coupon: 'CARD50', expectCents: quoted.totalCents })
  assert.equal(await refusalOf(harness.billing.buy(again, given)), 'billing.coupon_card_used')
  // Another card makes no other person.
  const other = await harness.saveCard(again, makeTestCard(901))
  assert.equal(
    await refusalOf(harness.billing.buy(again, { ...given, methodId: other })),
    'billing.coupon_card_used',
  )
  assert.equal(await quoteOf(again, 'CARD50'), 'billing.coupon_card_used')
  // What they had begun goes on without it.
  await buy(again, '', card)
  assert.equal(await quoteOf(await harness.addDriver({ phone: nextPhone() }), 'CARD50'), 'nothing')
})

test('a returning driver with nothing but the same card is no new friend', async () => {
  const { join, creditsOf, toldOf } = await openProgram()
  const card = makeTestCard(910)
  const first = await harness.addDriver({ phone: nextPhone() })
  await join(first, null)
  await buy(first, '', card)
  assert.equal(await creditsOf(), 1)
  await remove(first)
  const again = await harness.addDriver({ email: nextMail(), phone: nextPhone() })
  await join(again, null)
  await buy(again, '', card)
  assert.equal(await creditsOf(), 1)
  assert.deepEqual(await toldOf(), [['credit_withheld', 'card_known']])
})

test('a friend who pays with the referrer’s card earns no reward', async () => {
  const { inviter, join, creditsOf, toldOf } = await openProgram()
  const card = makeTestCard(920)
  await buy(inviter, '', card)
  const friend = await harness.addDriver({ phone: nextPhone() })
  await join(friend, null)
  await buy(friend, '', card)
  await buy(friend, '', card)
  assert.equal(await creditsOf(), 0)
  const other = await harness.addDriver({ phone: nextPhone() })
  await join(other, null)
  await buy(other)
  assert.equal(await creditsOf(), 1)
  // Once, though the friend paid twice.
  assert.deepEqual(await toldOf(), [['credit_withheld', 'card_shared']])
})

test('a credit is taken back where the friend’s card turns out to be the referrer’s', async () => {
  const { inviter, join, creditsOf, toldOf } = await openProgram()
  const card = makeTestCard(930)
  const friend = await harness.addDriver({ phone: nextPhone() })
  await join(friend, null)
  await buy(friend, '', card)
  assert.equal(await creditsOf(), 1)
  await harness.saveCard(inviter, card)
  assert.equal(await creditsOf(), 0)
  assert.equal((await harness.billing.quote(inviter, input(''))).creditsCents, 0)
  await buy(friend)
  assert.equal(await creditsOf(), 0)
  assert.deepEqual(await toldOf(), [['credit_taken_back', 'card_shared']])
})

test('an unconfirmed phone uses up nothing that belongs to its owner', async () => {
  await makeCoupon('MINE50')
  const phone = nextPhone()
  const stranger = await harness.addDriver({ phone, phoneConfirmed: false })
  await buy(stranger, 'MINE50')
  await remove(stranger)
  assert.equal(await quoteOf(await harness.addDriver({ phone }), 'MINE50'), 'nothing')
})

test('a driver who had an account before is not a new friend; one who had none is', async () => {
  const { join, creditsOf, toldOf } = await openProgram()
  const [email, phone] = [nextMail(), nextPhone()]
  const first = await harness.addDriver({ email, phone })
  await join(first, phone)
  await buy(first)
  assert.equal(await creditsOf(), 1)
  await remove(first)
  for (const again of [{ email }, { phone }]) {
    const id = await harness.addDriver({ phone: nextPhone(), ...again })
    await join(id, phone)
    await buy(id)
    assert.equal(await creditsOf(), 1)
    await remove(id)
  }
  const other = await harness.addDriver({ phone: nextPhone() })
  await join(other, null)
  await buy(other)
  assert.equal(await creditsOf(), 2)
  // Of each who came back, at once and not again when they pay.
  assert.deepEqual(await toldOf(), [
    ['credit_withheld', 'account_known'],
    ['credit_withheld', 'account_known'],
  ])
})

test('a friend thanks no one before their phone is confirmed, and the next payment does', async () => {
  const { join, creditsOf, toldOf } = await openProgram()
  const phone = nextPhone()
  const friend = await harness.addDriver({ phone, phoneConfirmed: false })
  await join(friend, phone)
  await buy(friend)
  assert.equal(await creditsOf(), 0)
  assert.deepEqual(await toldOf(), [['credit_withheld', 'phone_unconfirmed']])
  await harness.deps.db
    .updateTable('drivers')
    .set({ phone_confirmed: true })
    .where('id', '=', friend)
    .execute()
  await makeCoupon('AGAIN')
  await buy(friend, 'AGAIN')
  assert.equal(await creditsOf(), 1)
  assert.equal((await toldOf()).length, 1)
})

test('a credit takes no more off than the friend paid', async () => {
  const { inviter, join } = await openProgram()
  const friend = await harness.addDriver({ phone: nextPhone() })
  await join(friend, null)
  await makeCoupon('NEARLY', { kind: 'amount', cents: 2_400 })
  await buy(friend, 'NEARLY')
  const [cap] = await readCreditsLeft(harness.deps.db, inviter)
  assert.ok(cap! > 0 && cap! < 1_250, `${cap}`)
  assert.equal((await harness.billing.quote(inviter, input(''))).creditsCents, cap)
})

test('an account goes once its invoices are paid, and nothing of the running week is left out', async () => {
  const monday = Date.parse('2027-03-01T05:00:00Z')
  harness.clock.add(monday - harness.clock.now())
  const id = await harness.addDriver()
  await harness.addBlock(id, monday + HOUR_MS)
  harness.clock.add(2 * HOUR_MS)
  assert.equal(await refusalOf(remove(id)), 'accounts.week_open')
  harness.clock.add(7 * DAY_MS)
  await harness.billing.sweeps.closeWeeks()
  assert.equal(await refusalOf(remove(id)), 'accounts.dues_open')
  const methodId = await harness.saveCard(id)
  const [invoice] = (await harness.billing.listInvoices(id, { limit: 1 })).invoices
  const { number, dueCents } = invoice!
  const { totalCents } = chargeFor(dueCents, harness.deps.settings.prices.fees.card)
  const paid = await harness.billing.pay(id, { number, methodId, key: randomUUID(), expectCents: totalCents })
  assert.equal(paid.state, 'paid')
  assert.equal(await refusalOf(remove(id)), 'nothing')
})

test('what is kept names no one', async () => {
  const [email, phone] = [nextMail(), nextPhone()]
  const id = await harness.addDriver({ email, phone })
  await harness.saveCard(id)
  const customer = await readCustomer(harness.deps.db, id)
  await remove(id)
  const rows = await harness.deps.db.selectFrom('former_identities').selectAll().execute()
  assert.ok(rows.length >= 3)
  const text = JSON.stringify(rows)
  const listed = await harness.deps.cards.listPaymentMethods(customer!.customerId)
  assert.ok(listed.outcome === 'done')
  const fingerprint = listed.value[0]!.fingerprint!
  for (const secret of [email, email.split('@')[0]!, phone, id, fingerprint])
    assert.ok(!text.includes(secret), secret)
})
