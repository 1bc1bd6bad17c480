import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { testDatabase } from '../../db/testing.ts'
import type { AcceptResult, HeldBlock } from '../../platforms.ts'
import { readBotRow } from '../store/bots.ts'
import { readHeld } from '../store/facts.ts'
import { listUndecided } from '../store/undecided.ts'
import { compareDriver } from '../life/sweeps.ts'
import { AHEAD, botWorld, offerAt, trouble } from '../testing.ts'
import type { BotWorld } from '../testing.ts'
import { readBack } from './undecided.ts'
import { until } from '../../kit/testing.ts'

const MORNING = Date.UTC(2026, 10, 24, 15)
const REGULAR = { mode: 'regular', liveLog: true } as const

const fresh = await testDatabase()
const world = await botWorld(fresh, { now: MORNING, leasePace: AHEAD })
after(async () => {
  await world.close()
  await fresh.drop()
})

const db = () => world.database.kysely
const linesOf = async (id: string) =>
  (await world.linesOf(id)).filter((line) => line.type.startsWith('offer.'))
const typesOf = async (id: string) => (await linesOf(id)).map((line) => line.type)
const blocksOf = (id: string) =>
  db().selectFrom('blocks').selectAll().where('driver_id', '=', id).orderBy('start_at').execute()

/** Ends the searches of the tests before: the stub shows every driver the same list. */
async function stopAll(): Promise<void> {
  const rows = await db().selectFrom('bots').select('driver_id').where('phase', '!=', 'not_running').execute()
  await Promise.all(rows.map((row) => world.bots.stopBot(row.driver_id)))
  world.platform.list = []
  world.platform.held = []
}

/** A running bot whose next accept is answered so. Answers the offer that it goes after. */
async function acceptedAs(id: string, answer: (blockId: string) => AcceptResult, listing = '') {
  await stopAll()
  await world.addDriver(id)
  const plain = offerAt(world.clock.now() + 3 * HOUR_MS)
  const offer = { ...plain, id: plain.id + listing }
  const blockId = `b-${offer.id}`
  world.platform.onAccept = () => answer(blockId)
  await world.bots.startBot(id, REGULAR)
  await world.until(async () => (await readBotRow(db(), id))?.phase === 'running', 'running')
  world.platform.list = [offer]
  await until(async () => {
    await world.advance(1_000)
    // The database's time passes with ours.
    await sql`update attempts set created_at = created_at - interval '1 second' where state = 'intent'`.execute(
      db(),
    )
    return (await linesOf(id)).length > 0
  }, 'a line')
  world.platform.list = []
  return { offer, blockId }
}

function listed({ offer, blockId }: Awaited<ReturnType<typeof acceptedAs>>, state: HeldBlock['state']) {
  const { id: offerId, batched: _batched, expiresAt: _expires, ...terms } = offer
  world.platform.held = [{ ...terms, blockId, offerId, state }]
}

async function readBackAfter(ms: number): Promise<void> {
  await world.advance(ms)
  await readBack(world.deps)
}

test('a place on a wait list holds its time, and is won when the platform gives it', async () => {
  const accept = await acceptedAs('wil', (blockId) => ({
    outcome: 'waiting',
    waiting: 'waitlisted',
    blockId,
  }))
  assert.deepEqual(await typesOf('wil'), ['offer.waiting'])
  assert.deepEqual(await blocksOf('wil'), [])
  const [span] = await readHeld(db(), 'wil', world.clock.now())
  assert.equal(span?.startAt, accept.offer.startAt)

  listed(accept, 'waitlisted')
  await readBackAfter(MINUTE_MS)
  await compareDriver(world.deps, 'wil')
  assert.deepEqual(await typesOf('wil'), ['offer.waiting'], 'told once, and no block yet')

  listed(accept, 'held')
  await readBackAfter(MINUTE_MS)
  assert.deepEqual(await typesOf('wil'), ['offer.waiting', 'offer.accepted'])
  assert.equal((await blocksOf('wil'))[0]?.platform_block_id, accept.blockId)
  assert.equal((await readHeld(db(), 'wil', world.clock.now())).length, 1)
})

/** The release calls of the stub, which answers them so; a place that is given up is listed no more. */
function noteReleases(answer: Awaited<ReturnType<BotWorld['platform']['release']>>): string[] {
  const releases: string[] = []
  world.platform.capabilities.release = true
  world.platform.release = async (_tokens, blockId) => {
    releases.push(blockId)
    if (answer.ok && !('refused' in answer.value)) world.platform.held = []
    return answer
  }
  return releases
}

async function onWaitList(id: string) {
  const accepted = await acceptedAs(id, (blockId) => ({ outcome: 'waiting', waiting: 'waitlisted', blockId }))
  listed(accepted, 'waitlisted')
  const [job] = await listUndecided(db(), id, { from: 0, to: world.clock.now() + DAY_MS })
  return { accepted, job: job! }
}

const refusedWith = (code: string) => (error: unknown) => error instanceof AppError && error.code === code
const LEFT = { ok: true, value: { late: false } } as const

test('a driver leaves a wait list once: its time is free, and the log says that it was left', async () => {
  const { accepted, job } = await onWaitList('leo')
  const releases = noteReleases(LEFT)
  await assert.rejects(world.bots.leaveWaitList('wil', job), refusedWith('blocks.not_found'))
  assert.deepEqual(await world.bots.leaveWaitList('leo', job), { outcome: 'left' })
  assert.deepEqual(await world.bots.leaveWaitList('leo', job), { outcome: 'left' })
  assert.deepEqual(releases, [accepted.blockId])
  const last = (await linesOf('leo')).at(-1)
  assert.equal(last?.type === 'offer.missed' && last.data.cause, 'left')
  assert.deepEqual(await readHeld(db(), 'leo', world.clock.now()), [])
  await readBackAfter(MINUTE_MS)
  assert.deepEqual(await typesOf('leo'), ['offer.waiting', 'offer.missed'])
  const kinds = world.told.filter(({ driverId }) => driverId === 'leo').map(({ kind }) => kind)
  assert.ok(!kinds.includes('block_taken'), 'no one took it')
})

test('a shift that the driver got before they left its wait list is won, and not given back', async () => {
  const { accepted, job } = await onWaitList('liz')
  const releases = noteReleases(LEFT)
  listed(accepted, 'held')
  assert.deepEqual(await world.bots.leaveWaitList('liz', job), { outcome: 'won' })
  assert.deepEqual(await world.bots.leaveWaitList('liz', job), { outcome: 'won' })
  assert.deepEqual(releases, [])
  assert.deepEqual(
    (await blocksOf('liz')).map(({ id }) => id),
    [job.id],
  )
})

test('a place that was lost before is reported as lost, and nothing is given back', async () => {
  const { job } = await onWaitList('lia')
  const releases = noteReleases(LEFT)
  world.platform.held = []
  assert.deepEqual(await world.bots.leaveWaitList('lia', job), { outcome: 'taken' })
  assert.deepEqual(releases, [])
})

test('where the platform does not let the driver leave, or does not answer, they still wait', async () => {
  const { job } = await onWaitList('luz')
  const tooLate = { refused: 'too_late', opensAt: null, distanceM: null } as const
  const releases = noteReleases({ ok: true, value: tooLate })
  await assert.rejects(world.bots.leaveWaitList('luz', job), refusedWith('blocks.too_late'))
  world.platform.troubles.heldBlocks = [trouble('unavailable')]
  await assert.rejects(world.bots.leaveWaitList('luz', job), refusedWith('platforms.unavailable'))
  assert.equal(releases.length, 1, 'what the driver holds is not known: nothing is given back')
  world.platform.capabilities.release = false
  await assert.rejects(world.bots.leaveWaitList('luz', job), refusedWith('blocks.not_offered'))
  assert.deepEqual(await typesOf('luz'), ['offer.waiting'])
  assert.equal((await readHeld(db(), 'luz', world.clock.now())).length, 1)
})

test('an accept that waits for something else is no place on a wait list', async () => {
  const { accepted, job } = await onWaitList('lea')
  const releases = noteReleases(LEFT)
  listed(accepted, 'pending')
  await assert.rejects(world.bots.leaveWaitList('lea', job), refusedWith('blocks.not_on_wait_list'))
  assert.deepEqual(releases, [])
  world.platform.capabilities.release = false
})

test('what the platform gives to another driver is missed, and its time is free again', async () => {
  await acceptedAs('pam', (blockId) => ({ outcome: 'waiting', waiting: 'pending', blockId }))
  const [job] = await listUndecided(db(), 'pam', { from: 0, to: world.clock.now() + DAY_MS })
  world.platform.held = []
  await readBackAfter(MINUTE_MS)
  const last = (await linesOf('pam')).at(-1)
  assert.equal(last?.type === 'offer.missed' && last.data.cause, 'taken')
  const news = world.told.filter(({ driverId }) => driverId === 'pam')
  assert.deepEqual(
    news.map(({ kind, params }) => [
      kind,
      'blockId' in params && params.blockId,
      'seq' in params && params.seq,
    ]),
    [
      ['block_waiting', job?.id, false],
      ['block_taken', false, last?.seq],
    ],
    'each names the entry that it is about',
  )
  assert.deepEqual(await readHeld(db(), 'pam', world.clock.now()), [])
})

/** What happens after the platform has made up its next list and before the list is read. */
function whileListed(then: () => Promise<void>): void {
  const { heldBlocks } = world.platform
  world.platform.heldBlocks = async (...args) => {
    world.platform.heldBlocks = heldBlocks
    const answer = await heldBlocks(...args)
    await then()
    return answer
  }
}

test('a list that is older than an accept does not decide it', async () => {
  const first = await acceptedAs('rae', (blockId) => ({ outcome: 'waiting', waiting: 'pending', blockId }))
  listed(first, 'pending')
  const second = { ...offerAt(world.clock.now() + 7 * HOUR_MS), id: 'second-of-rae' }
  whileListed(async () => {
    world.platform.onAccept = () => ({ outcome: 'waiting', waiting: 'pending', blockId: 'raes-second' })
    world.platform.list = [second]
    await until(async () => {
      await world.advance(1_000)
      return (await linesOf('rae')).length > 1
    }, 'the second accept')
    world.platform.list = []
  })
  await readBackAfter(MINUTE_MS)
  assert.deepEqual(await typesOf('rae'), ['offer.waiting', 'offer.waiting'])
  const times = (await readHeld(db(), 'rae', world.clock.now())).map(({ startAt }) => startAt)
  assert.deepEqual(times, [first.offer.startAt, second.startAt], 'both still hold their time')
})

test('a list that is older than a job does not end it', async () => {
  world.platform.capabilities.acceptStarts = true
  await stopAll()
  await world.addDriver('jim')
  await sql`insert into bots (driver_id, variant) values ('jim', 'amazon') on conflict do nothing`.execute(
    db(),
  )
  const startAt = world.clock.now()
  const endAt = startAt + HOUR_MS
  const job = { ...offerAt(startAt), endAt, endEstimated: true, blockId: 'jims', offerId: 'jims' }
  whileListed(async () => {
    world.platform.held = [{ ...job, state: 'held' }]
    await compareDriver(world.deps, 'jim')
  })
  assert.equal((await compareDriver(world.deps, 'jim')).changed, 0)
  assert.equal((await readHeld(db(), 'jim', world.clock.now()))[0]?.isOpen, true)

  world.platform.held = []
  assert.equal((await compareDriver(world.deps, 'jim')).changed, 1, 'the next list ends it')
  world.platform.capabilities.acceptStarts = false
})

test('a provisional win counts after the second reading, and a rival who replaces it is told', async () => {
  world.platform.capabilities.readBacks = 2
  const win = await acceptedAs('kim', (blockId) => ({ outcome: 'waiting', waiting: 'provisional', blockId }))
  listed(win, 'held')
  await readBackAfter(1_000)
  assert.deepEqual(world.platform.doubtful, [win.offer.id], 'lists are not to be relied on')
  await compareDriver(world.deps, 'kim')
  assert.deepEqual(await blocksOf('kim'), [], 'one reading is not enough, no matter which process makes it')
  await readBackAfter(5_000)
  assert.deepEqual(await typesOf('kim'), ['offer.waiting', 'offer.accepted'])

  const loss = await acceptedAs('lou', (blockId) => ({ outcome: 'waiting', waiting: 'provisional', blockId }))
  listed(loss, 'held')
  await readBackAfter(1_000)
  world.platform.held = []
  await readBackAfter(5_000)
  assert.deepEqual(await typesOf('lou'), ['offer.waiting', 'offer.missed'])
  assert.deepEqual(await blocksOf('lou'), [])
  world.platform.capabilities.readBacks = 0
})

test('a reading for another reason, too soon after the last one, does not count for a provisional win', async () => {
  world.platform.capabilities.readBacks = 2
  const win = await acceptedAs('pia', (blockId) => ({ outcome: 'waiting', waiting: 'provisional', blockId }))
  listed(win, 'held')
  await readBackAfter(1_000)
  // As when another accept of the driver is due, or a job of theirs changes.
  await sql`update attempts set read_at = to_timestamp(0) where driver_id = 'pia'`.execute(db())
  await readBackAfter(1_000)
  assert.deepEqual(await blocksOf('pia'), [])
  await readBackAfter(4_000)
  assert.deepEqual(await typesOf('pia'), ['offer.waiting', 'offer.accepted'])
  world.platform.capabilities.readBacks = 0
})

/** A running bot whose next accept is not answered, and is listed so. */
function unansweredAs(id: string, state: HeldBlock['state']) {
  return acceptedAs(id, (blockId) => {
    const offer = world.platform.list[0]!
    const { id: offerId, batched: _batched, expiresAt: _expires, ...terms } = offer
    world.platform.held = [{ ...terms, blockId, offerId, state }]
    return { outcome: 'unknown', detail: 'no answer' }
  })
}

test('an accept without an answer whose job runs is provisional where a rival may replace it', async () => {
  world.platform.capabilities.readBacks = 2
  const unknown = await unansweredAs('uma', 'checked_in')
  assert.deepEqual(await typesOf('uma'), ['offer.waiting'])
  listed(unknown, 'checked_in')
  await readBackAfter(5_000)
  assert.deepEqual(await typesOf('uma'), ['offer.waiting', 'offer.accepted'])
  world.platform.capabilities.readBacks = 0
})

test('an accept without an answer that turns out to be undecided waits too', async () => {
  const unknown = await unansweredAs('una', 'waitlisted')
  assert.deepEqual(await typesOf('una'), ['offer.waiting'])
  listed(unknown, 'held')
  await readBackAfter(MINUTE_MS)
  assert.deepEqual(await typesOf('una'), ['offer.waiting', 'offer.accepted'])
})

test('a job without a stated end occupies all time until the platform no longer lists it', async () => {
  world.platform.capabilities.acceptStarts = true
  await stopAll()
  await world.addDriver('joe')
  const startAt = world.clock.now()
  world.platform.held = [
    {
      ...offerAt(startAt),
      endAt: startAt + HOUR_MS,
      endEstimated: true,
      blockId: 'job',
      offerId: 'job',
      state: 'held',
    },
  ]
  await sql`insert into bots (driver_id, variant) values ('joe', 'amazon') on conflict do nothing`.execute(
    db(),
  )
  assert.equal((await compareDriver(world.deps, 'joe')).added, 1)
  await world.advance(2 * HOUR_MS)
  assert.equal((await readHeld(db(), 'joe', world.clock.now()))[0]?.isOpen, true)
  world.platform.held = []
  assert.equal((await compareDriver(world.deps, 'joe')).changed, 1)
  const [block] = await blocksOf('joe')
  assert.deepEqual([block?.state, Number(block?.end_at)], ['done', world.clock.now()])
  assert.equal((await readHeld(db(), 'joe', world.clock.now()))[0]?.isOpen, undefined)
  world.platform.capabilities.acceptStarts = false
})

test('while a job without a stated end runs the bot sleeps, and it searches again once the job is over', async () => {
  world.platform.capabilities.acceptStarts = true
  await stopAll()
  await world.addDriver('oli', (filter) =>
    filter.variant === 'amazon' ? { ...filter, shared: { ...filter.shared, arrivalMinutes: 0 } } : filter,
  )
  const startAt = world.clock.now()
  const order = { ...offerAt(startAt), id: 'order-1', endAt: startAt + 5 * MINUTE_MS, endEstimated: true }
  world.platform.onAccept = () => {
    const { id: offerId, batched: _batched, expiresAt: _expires, ...terms } = order
    world.platform.held = [{ ...terms, blockId: 'order-1', offerId, state: 'held' }]
    return { outcome: 'accepted', blockId: 'order-1' }
  }
  await world.bots.startBot('oli', REGULAR)
  await world.until(async () => (await readBotRow(db(), 'oli'))?.phase === 'running', 'running')
  world.platform.accepts = []
  world.platform.list = [order]
  await until(async () => {
    await world.advance(1_000)
    return (await readBotRow(db(), 'oli'))?.phase === 'sleeping'
  }, 'asleep')
  world.platform.list = [{ ...offerAt(startAt + 8 * HOUR_MS), id: 'later' }]
  assert.equal((await readBotRow(db(), 'oli'))?.reason, 'delivery')

  // Its estimated end passes, and the platform still lists it.
  world.platform.capabilities.readBacks = 2
  await world.advance(10 * MINUTE_MS)
  await readBack(world.deps)
  assert.deepEqual(world.platform.doubtful, ['order-1'], 'a running job is read by itself')
  world.platform.capabilities.readBacks = 0
  const row = await readBotRow(db(), 'oli')
  assert.deepEqual([row?.phase, row?.reason], ['sleeping', 'delivery'])
  assert.deepEqual(world.platform.accepts, ['order-1'], 'nothing is accepted while a job runs')

  world.platform.held = []
  world.platform.onAccept = () => ({ outcome: 'refused', cause: 'taken' })
  await world.advance(MINUTE_MS)
  const steps = await readBack(world.deps)
  assert.ok(steps.some(({ bot }) => bot.driverId === 'oli' && bot.phase !== 'sleeping'))
  await until(async () => {
    await world.advance(1_000)
    return world.platform.accepts.includes('later')
  }, 'the next accept')
  world.platform.capabilities.acceptStarts = false
  world.platform.list = []
})

test('an undecided accept is decided after a stop, and by whichever process reads it back', async () => {
  const accept = await acceptedAs('eva', (blockId) => ({ outcome: 'waiting', waiting: 'pending', blockId }))
  await world.bots.stopBot('eva')
  listed(accept, 'held')
  world.platform.accepts = []
  const polls = world.platform.polls
  await world.advance(MINUTE_MS)
  await Promise.all([readBack(world.deps), readBack({ ...world.deps })])
  assert.deepEqual(await typesOf('eva'), ['offer.waiting', 'offer.accepted'], 'once, whichever process reads')
  assert.deepEqual(world.platform.accepts, [])
  assert.equal(world.platform.polls, polls, 'a stop ends polls and accepts, not the reading of what is held')
})

test('what the driver lacks is reported in the words of the platform, and the same offer is not tried again', async () => {
  await acceptedAs('sam', () => ({
    outcome: 'refused',
    cause: 'not_eligible',
    detail: 'cargo bike',
    lacks: ['cargo bike'],
  }))
  const [line] = await linesOf('sam')
  assert.deepEqual(line?.type === 'offer.missed' && [line.data.cause, line.data.detail, line.data.lacks], [
    'not_eligible',
    'cargo bike',
    ['cargo bike'],
  ])
  const [again] = await db().selectFrom('attempts').select('offer').where('driver_id', '=', 'sam').execute()
  world.platform.accepts = []
  world.platform.list = [again!.offer]
  await world.advance(5_000)
  assert.deepEqual(world.platform.accepts, [])
  world.platform.list = []
})

test('a refusal that took effect is provisional, then won; one that did not is missed as it was refused', async () => {
  world.platform.capabilities.readBacks = 2
  const refusal = { outcome: 'refused', cause: 'not_eligible', detail: 'not yet', isDoubtful: true } as const
  let isListed = true
  const refuse = (id: string) =>
    acceptedAs(id, (blockId) => {
      const [offer] = world.platform.list
      if (isListed && offer) listed({ offer, blockId }, 'held')
      return refusal
    })
  const result = await refuse('ron')
  assert.deepEqual(await typesOf('ron'), ['offer.waiting'])
  listed(result, 'held')
  await readBackAfter(5_000)
  assert.deepEqual(await typesOf('ron'), ['offer.waiting', 'offer.accepted'])
  isListed = false
  await refuse('rob')
  const [line] = await linesOf('rob')
  assert.deepEqual(line?.type === 'offer.missed' && [line.data.cause, line.data.detail], [
    'not_eligible',
    'not yet',
  ])
  world.platform.capabilities.readBacks = 0
})

test('an accept that no one can read back is given up once its work has begun', async () => {
  await acceptedAs('ned', (blockId) => ({ outcome: 'waiting', waiting: 'waitlisted', blockId }))
  await db().deleteFrom('platform_accounts').where('driver_id', '=', 'ned').execute()
  await readBackAfter(MINUTE_MS)
  assert.deepEqual(await typesOf('ned'), ['offer.waiting'])
  await sql`update attempts set created_at = created_at - interval '1 hour' where driver_id = 'ned'`.execute(
    db(),
  )
  await stopAll()
  await readBackAfter(4 * HOUR_MS)
  const last = (await linesOf('ned')).at(-1)
  assert.equal(last?.type === 'offer.missed' && last.data.cause, 'unavailable')
  assert.deepEqual(await readHeld(db(), 'ned', world.clock.now()), [])
})

test('a win of a shift that was listed again is found by the id that the shift keeps', async () => {
  world.platform.capabilities.relists = true
  const accept = await acceptedAs(
    'kay',
    (blockId) => ({ outcome: 'waiting', waiting: 'waitlisted', blockId }),
    '~1764000000',
  )
  const { offer } = accept
  listed({ offer: { ...offer, id: offer.id.replace(/~.*/, '') }, blockId: 'promoted' }, 'held')
  await readBackAfter(MINUTE_MS)
  await compareDriver(world.deps, 'kay')
  world.platform.capabilities.relists = false
  assert.deepEqual(await typesOf('kay'), ['offer.waiting', 'offer.accepted'])
  const blocks = await blocksOf('kay')
  assert.deepEqual(
    blocks.map((block) => [block.platform_block_id, block.offer_id]),
    [['promoted', offer.id]],
  )
})
