import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { refuseReferral } from '@madruga/core/subscriptions.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { testDatabase } from '../../db/testing.ts'
import { createLogger } from '../../kit/logger.ts'
import { createNews } from '../../notify/news.ts'
import type { Tx } from '../payers/model.ts'
import { releaseCredits, revokeReward, rewardReferrer } from './referral-rewards.ts'
import { createReferrals } from './referrals.ts'
import { readCredits, takeCredits } from './store/referral-rewards.ts'
import type { Credits } from './store/referral-rewards.ts'

/** Friday 2026-11-20, noon in New York. */
const NOON = Date.UTC(2026, 10, 20, 17)
const clock = { now: () => NOON, after: () => () => {} }

after(() => fresh.drop())

const db = () => fresh.database.kysely
const fresh = await testDatabase()
const logger = createLogger({ level: 'silent', style: 'plain' })
const desk = createNews({ db: db(), clock, logger, sendMessage: async () => {}, keepDays: 180 })
const notify = { announce: desk.announce, sendMessage: async () => {} }
const settings = DEFAULT_SETTINGS.billing
const referrals = createReferrals({
  db: db(),
  clock,
  notify,
  settings,
  publicUrl: '',
  identityKey: 'the key of these tests',
  pick: randomInt,
})
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db().transaction().execute(work)
let lastPhone = 13055550000

/** A referral as the rules have it, to compare its row with. */
type Referral = { driverId: string; earned: boolean; usedBy: string | null }

/**
 * The first payment that is paid earns the credit. The refund of the only one takes it back unless it was
 * used: what came off an invoice stays the driver's.
 */
const applyToReferral = (referral: Referral, paid: boolean): Referral =>
  referral.usedBy === null ? { ...referral, earned: paid } : referral

function countCredits(own: readonly Referral[]): Credits {
  const earned = own.filter((referral) => referral.earned)
  const used = own.filter(({ usedBy }) => usedBy !== null).length
  const available = earned.filter(({ usedBy }) => usedBy === null).length
  return { earned: earned.length, used, available }
}

const person = fc.integer({ min: 0, max: 2 })
const event = fc.oneof(
  fc.record({ kind: fc.constant('joins' as const), friend: person, owner: person }),
  fc.record({ kind: fc.constantFrom('pays' as const, 'refunded' as const), friend: person }),
  fc.record({ kind: fc.constantFrom('uses' as const, 'gives back' as const), owner: person }),
)

/** The friend's payment goes back while its credit is in use: once it is used no more, it is none. */
const USED_THEN_REFUNDED = [
  { kind: 'joins' as const, friend: 0, owner: 1 },
  { kind: 'pays' as const, friend: 0 },
  { kind: 'uses' as const, owner: 1 },
  { kind: 'refunded' as const, friend: 0 },
  { kind: 'gives back' as const, owner: 1 },
]

test('rows and rules agree, in whatever order friends join, pay, are paid back and credits are used', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 30 }), async (events) => {
      const drivers = await Promise.all([0, 1, 2].map(() => openDriver()))
      const model = new Map<string, Referral>()
      const payments = new Map<string, string[]>()
      const uses = new Map<string, string[]>()
      // Otherwise few of the events would mean anything.
      const [inviter, ...friends] = drivers
      for (const friend of friends) await joinBoth(model, friend, inviter!)
      for (const each of events) {
        const owner = 'owner' in each ? drivers[each.owner]! : null
        const friend = 'friend' in each ? drivers[each.friend]! : null
        if (each.kind === 'joins') await joinBoth(model, friend!, owner!)
        else if (friend) await payBoth(model, payments, friend.id, each.kind === 'pays')
        else if (owner) await useBoth({ model, payments, uses }, owner.id, each.kind === 'uses')
      }
      for (const { id } of drivers) {
        const own = [...model.values()].filter(({ driverId }) => driverId === id)
        assert.deepEqual(await readCredits(db(), id), countCredits(own))
        const news = await desk.readInbox(id, { limit: 50 })
        assert.equal(news.notifications.filter(({ kind }) => kind === 'friend_joined').length, own.length)
      }
    }),
    { numRuns: 25, examples: [[USED_THEN_REFUNDED]] },
  )
})

test('a credit whose payment went back is taken back with a word, in use or not, and once', async () => {
  const [owner, ...friends] = await Promise.all([0, 1, 2].map(() => openDriver()))
  const model = new Map<string, Referral>()
  const payments = new Map<string, string[]>()
  const uses = new Map<string, string[]>()
  const told = async () => {
    const { notifications } = await desk.readInbox(owner!.id, { limit: 50 })
    return notifications.flatMap(({ kind, params }) => (kind === 'credit_taken_back' ? [params] : []))
  }
  for (const friend of friends) {
    await joinBoth(model, friend, owner!)
    await payBoth(model, payments, friend.id, true)
  }
  await useBoth({ model, payments, uses }, owner!.id, true)
  for (const friend of friends) await payBoth(model, payments, friend.id, false)
  // The one in use is theirs until the invoice gives it back.
  assert.deepEqual(await told(), [{ reason: 'payment_returned', available: 0 }])
  await inTransaction((tx) => releaseCredits({ notify }, tx, uses.get(owner!.id)![0]!))
  assert.equal((await told()).length, 2)
  for (const pays of [true, false]) await payBoth(model, payments, friends[0]!.id, pays)
  assert.equal((await told()).length, 2)
})

type Known = { id: string; phone: string; code: string }

async function openDriver(): Promise<Known> {
  const id = randomUUID()
  const phone = String(++lastPhone)
  const names = { name: 'Ana', first_name: 'Ana', last_name: '' }
  await db()
    .insertInto('drivers')
    .values({ id, ...names, email: `${id}@example.com`, phone, phone_confirmed: true, email_verified: true })
    .execute()
  return { id, phone, code: (await referrals.read(id)).code }
}

async function joinBoth(model: Map<string, Referral>, friend: Known, owner: Known): Promise<void> {
  const { id: friendId, phone } = friend
  await inTransaction((tx) => referrals.join(tx, { friendId, phone, code: owner.code, at: NOON }))
  const referredBy = model.get(friend.id)?.driverId ?? null
  if (refuseReferral(owner, { ...friend, referredBy }) !== null) return
  const { id: driverId } = owner
  model.set(friend.id, { driverId, earned: false, usedBy: null })
}

async function payBoth(
  model: Map<string, Referral>,
  payments: Map<string, string[]>,
  friendId: string,
  pays: boolean,
): Promise<void> {
  const referral = model.get(friendId)
  // Joining is part of registering: no one pays before it.
  if (referral === undefined) return
  const open = payments.get(friendId) ?? []
  payments.set(friendId, open)
  if (pays) {
    open.push(await insertPayment(friendId))
    await inTransaction((tx) => rewardReferrer({ notify }, tx, friendId, { paidCents: 2_500, at: NOON }))
  } else {
    const paymentId = open.pop()
    if (paymentId === undefined) return
    await inTransaction(async (tx) => {
      await tx.updateTable('payments').set({ refunded_cents: 500 }).where('id', '=', paymentId).execute()
      await revokeReward({ notify }, tx, friendId, paymentId)
    })
  }
  model.set(friendId, applyToReferral(referral, open.length > 0))
}

/** One credit comes off an invoice, or what came off the last one is to be had again. */
async function useBoth(
  {
    model,
    payments,
    uses,
  }: Record<'payments' | 'uses', Map<string, string[]>> & { model: Map<string, Referral> },
  driverId: string,
  takes: boolean,
): Promise<void> {
  const invoices = uses.get(driverId) ?? []
  uses.set(driverId, invoices)
  const own = [...model.values()].filter((each) => each.driverId === driverId)
  if (takes) {
    const invoiceId = await insertInvoice(driverId)
    const taken = await inTransaction((tx) => takeCredits(tx, { driverId, invoiceId, count: 1 }))
    assert.equal(taken, Math.min(1, countCredits(own).available))
    invoices.push(invoiceId)
  } else await inTransaction((tx) => releaseCredits({ notify }, tx, invoices.pop() ?? ''))
  const rows = await db().selectFrom('referrals').selectAll().where('driver_id', '=', driverId).execute()
  for (const { friend_id: friendId, used_by: usedBy } of rows) {
    const referral = { ...model.get(friendId)!, usedBy }
    const paid = (payments.get(friendId) ?? []).length > 0
    model.set(friendId, takes ? referral : applyToReferral(referral, paid))
  }
}

async function insertInvoice(driverId: string): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into invoices (id, driver_id, kind, variant, state, time_zone, from_at, to_at, plan, days, billed_to, items_cents, due_cents, created_at)
    values (${id}, ${driverId}, 'subscription', 'amazon', 'abandoned', 'UTC', now(), now(), 'advanced', 7, '{}', 0, 0, now())`.execute(
    db(),
  )
  return id
}

async function insertPayment(driverId: string): Promise<string> {
  const id = randomUUID()
  const reference = `P-${id.slice(0, 8).toUpperCase()}`
  const invoiceId = await insertInvoice(driverId)
  await sql`
    insert into payments (id, reference, driver_id, invoice_id, state, customer_id, method, amount_cents, fee_cents, created_at, changed_at)
    values (${id}, ${reference}, ${driverId}, ${invoiceId}, 'paid', 'cus', '{}', 500, 0, now(), now())`.execute(
    db(),
  )
  return id
}
