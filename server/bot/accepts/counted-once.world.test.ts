import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { WAITINGS } from '@madruga/core/events.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { exportHistory, openHistory } from '../../driver/log.ts'
import type { HeldBlock } from '../../platforms.ts'
import { listFollowed, listUndecided } from '../store/undecided.ts'
import { compareDriver } from '../life/sweeps.ts'
import { offerAt, startBotWorld } from '../testing.ts'
import { readBack, waitForDecision } from './undecided.ts'

const world = await startBotWorld({ now: Date.UTC(2026, 10, 24, 17), worker: null })
const db = world.database.kysely

/** What the platform lists for the driver when the held blocks are read; `lapse`: once the work has begun. */
const READINGS = ['held', 'pending', 'waitlisted', 'gone', 'lapse'] as const
type Reading = (typeof READINGS)[number]

const LINES = { waiting: 'offer.waiting', accepted: 'offer.accepted', missed: 'offer.missed' } as const

/** A driver with an accept that has no answer yet. */
async function addAccept(): Promise<{ id: string; offer: Offer; attemptId: string }> {
  const id = randomUUID()
  await world.addDriver(id)
  await db.insertInto('bots').values({ driver_id: id, variant: 'amazon' }).execute()
  const offer = offerAt(world.clock.now() + 3 * HOUR_MS)
  const { id: attemptId } = await db
    .insertInto('attempts')
    .values({
      driver_id: id,
      platform: world.platform.name,
      offer_id: offer.id,
      offer: JSON.stringify(offer),
      rules: '[]',
      gen: 1,
      epoch: 1,
      filter_version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, offer, attemptId: String(attemptId) }
}

function list(offer: Offer, reading: Reading): void {
  if (reading === 'lapse') return
  const { id: offerId, batched: _batched, expiresAt: _expires, ...terms } = offer
  const block = (state: HeldBlock['state']) => ({ ...terms, blockId: `b-${offerId}`, offerId, state })
  world.platform.held = reading === 'gone' ? [] : [block(reading)]
}

/** Everything that shows or counts a driver's one offer. */
async function look(id: string) {
  const attempt = await db
    .selectFrom('attempts')
    .select(['state', 'waiting', 'block_id'])
    .where('driver_id', '=', id)
    .executeTakeFirstOrThrow()
  const history = await openHistory(db, id, {}, { scanRows: 1_000 })
  const { entries } = await history.read({ limit: 50 })
  let file = ''
  for await (const piece of await exportHistory(db, id, {}, { scanRows: 1_000 })) file += piece
  const figures = async (table: 'day_figures' | 'offer_hours') => {
    const rows = await db
      .selectFrom(table)
      .select(['accepted', 'missed'])
      .where('driver_id', '=', id)
      .execute()
    return rows.reduce((sum, row) => [sum[0]! + row.accepted, sum[1]! + row.missed], [0, 0])
  }
  const blocks = await db.selectFrom('blocks').select('id').where('driver_id', '=', id).execute()
  const span = { from: world.clock.now() - DAY_MS, to: world.clock.now() + DAY_MS }
  const waiting = await listUndecided(db, id, span)
  const jobs = await listFollowed(db, id, 0)
  return {
    attempt,
    entries,
    fileLines: file.trim().split('\r\n').length - 1,
    days: await figures('day_figures'),
    hours: await figures('offer_hours'),
    blocks: blocks.map((block) => block.id),
    waiting: waiting.map((job) => job.id),
    followed: jobs.map((job) => [job.id, job.state]),
  }
}

/** Fails unless the offer is once in each place, with the outcome that it has now. */
async function checkOnce(id: string, knownId: string | null): Promise<{ state: string; blockId: string }> {
  const now = await look(id)
  const { state, waiting, block_id: blockId } = now.attempt
  assert.ok(state !== 'intent' && blockId !== null)
  if (knownId !== null) assert.equal(blockId, knownId, 'it keeps its id')
  assert.deepEqual(
    now.entries.map((entry) => [entry.type, entry.type === 'offer.waiting' ? entry.data.waiting : null]),
    [[LINES[state], state === 'waiting' ? waiting : null]],
  )
  assert.equal(now.fileLines, 1)
  const counts = { waiting: [0, 0], accepted: [1, 0], missed: [0, 1] }[state]
  assert.deepEqual([now.days, now.hours], [counts, counts])
  assert.deepEqual(now.blocks, state === 'accepted' ? [blockId] : [])
  assert.deepEqual(now.waiting, state === 'waiting' ? [blockId] : [])
  const jobs = { waiting: [[blockId, 'waiting']], accepted: [], missed: [[blockId, 'lost']] }[state]
  assert.deepEqual(now.followed, jobs)
  return { state, blockId }
}

test('whatever becomes of an undecided accept, it is once in history, figures and calendar, and as what it is', async () => {
  const combinations = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WAITINGS),
      fc.array(fc.constantFrom(...READINGS), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(0, 2),
      async (waiting, readings, readBacks) => {
        world.platform.capabilities.readBacks = readBacks
        const { id, offer, attemptId } = await addAccept()
        const owner = { driverId: id, variant: 'amazon' } as const
        const blockId = `b-${offer.id}`
        list(offer, waiting === 'provisional' ? 'held' : waiting)
        await waitForDecision(world.deps, owner, { waiting, readBacks: 0, attemptId, blockId, reactionMs: 5 })
        const first = await checkOnce(id, null)
        assert.equal(first.state, 'waiting')
        for (const reading of [...readings, 'gone' as const]) {
          list(offer, reading)
          await world.advance(reading === 'lapse' ? 3 * HOUR_MS : MINUTE_MS)
          // Two processes read at the same time.
          await Promise.all([readBack(world.deps), readBack({ ...world.deps })])
          const { state } = await checkOnce(id, first.blockId)
          combinations.add(`${waiting} ${state}`)
          if (state !== 'waiting') break
        }
      },
    ),
    { numRuns: 40, seed: 15 },
  )
  world.platform.capabilities.readBacks = 0
  const courses = WAITINGS.flatMap((waiting) =>
    ['waiting', 'accepted', 'missed'].map((end) => `${waiting} ${end}`),
  )
  assert.deepEqual([...combinations].toSorted(), courses.toSorted(), 'every course was taken')
})

test('an accept that was given up and turns up as held counts as won alone, by the id that calendars know', async () => {
  const { id, offer, attemptId } = await addAccept()
  const owner = { driverId: id, variant: 'amazon' } as const
  const job = {
    waiting: 'pending',
    readBacks: 0,
    attemptId,
    blockId: `b-${offer.id}`,
    reactionMs: 5,
  } as const
  await waitForDecision(world.deps, owner, job)
  const { blockId } = await checkOnce(id, null)
  list(offer, 'gone')
  await world.advance(MINUTE_MS)
  await readBack(world.deps)
  assert.equal((await checkOnce(id, blockId)).state, 'missed')

  list(offer, 'held')
  await compareDriver(world.deps, id)
  assert.equal((await checkOnce(id, blockId)).state, 'accepted')
})
