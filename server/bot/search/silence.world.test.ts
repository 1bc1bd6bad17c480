import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { addElsewhere, claimElsewhere, startBotWorld, trouble } from '../testing.ts'
import { until } from '../../kit/testing.ts'
import type { PlatformTrouble } from '../../platforms.ts'

// A Friday noon in New York, far from the daily stop.
const NOON = Date.UTC(2026, 10, 20, 17)

let world = await startBotWorld({ now: NOON })

const viewOf = (driverId: string) => world.bots.readBot(driverId)

async function run(driverId: string): Promise<void> {
  await world.bots.startBot(driverId, { mode: 'regular', liveLog: true })
  await world.until(async () => (await viewOf(driverId)).phase === 'running', 'running')
}

/** As if so much time had gone by in the database since anyone wrote there. */
async function passInDatabase(ms: number): Promise<void> {
  const back = `- interval '${ms} milliseconds'`
  await world.database.pool.query(
    `update search_polls set poll_by = poll_by ${back}, unread_since = unread_since ${back}`,
  )
  await world.database.pool.query(`update bots set updated_at = updated_at ${back}`)
}

/** Who is silent, read anew. */
async function silent(): Promise<string[]> {
  await world.advance(6_000)
  const { count, bots } = await world.bots.readSilence()
  assert.equal(count, bots.length)
  return bots.map(({ driverId }) => driverId).toSorted()
}

test('a search that polls is not silent; one whose polls stop while its row says running is, after a minute', async () => {
  await world.addDriver('ana')
  await run('ana')
  await world.until(() => world.bots.size() === 1, 'searching')
  for (let minute = 0; minute < 3; minute++) {
    await world.advance(MINUTE_MS)
    await passInDatabase(MINUTE_MS)
    assert.deepEqual(await silent(), [], `minute ${minute}`)
  }
  assert.ok(world.platform.polls > 30)

  // Another worker takes it and never searches.
  await addElsewhere(world.database.kysely)
  const { gen } = await viewOf('ana')
  await claimElsewhere(world.database.kysely, 'ana', gen)
  await until(async () => (await world.advance(1_000), world.bots.size() === 0), 'no search')
  const asked = world.platform.polls
  await world.advance(10_000)
  assert.equal(world.platform.polls, asked, 'nothing goes out any more')
  assert.equal((await viewOf('ana')).phase, 'running', 'and the row says running')
  assert.deepEqual(await silent(), [], 'not within a minute')
  assert.equal((await viewOf('ana')).silentSince, null)

  await passInDatabase(90_000)
  assert.deepEqual(await silent(), ['ana'])
  const { silentSince } = await viewOf('ana')
  assert.ok(silentSince !== null)
  const { bots } = await world.bots.readSilence()
  const silentAna = {
    driverId: 'ana',
    email: 'ana@example.com',
    since: silentSince,
    platform: 'stub',
    why: null,
  }
  assert.deepEqual(bots, [silentAna])

  await world.bots.stopBot('ana')
  assert.deepEqual(await silent(), [], 'a bot that is stopped is not')
})

test('a bot that waits for its budget, and one that sleeps, are well', async () => {
  // So few requests are allowed that the next is due in half an hour.
  const settings = { budget: { perHour: 2, burstMinutes: 10, reserveShare: 0 } }
  world = await startBotWorld({ now: NOON + HOUR_MS, settings })
  for (const id of ['thrifty', 'asleep']) {
    await world.addDriver(id)
    await run(id)
  }
  await world.until(() => world.bots.size() === 2, 'searching')
  await world.advance(5 * MINUTE_MS)
  await world.database.pool.query(
    `update bots set phase = 'sleeping', due_at = $1, gen = gen + 1 where driver_id = 'asleep'`,
    [new Date(world.clock.now() + HOUR_MS)],
  )
  await world.advance(3_000)
  const asked = world.platform.polls
  await world.advance(10 * MINUTE_MS)
  assert.equal(world.platform.polls, asked, 'neither asks')
  await passInDatabase(10 * MINUTE_MS)
  assert.deepEqual(await silent(), [])
  assert.equal((await viewOf('thrifty')).silentSince, null)
  // Its next poll was due within the hour: by then it would be.
  await passInDatabase(2 * HOUR_MS)
  assert.ok((await viewOf('thrifty')).silentSince !== null)
  assert.equal((await viewOf('asleep')).silentSince, null)
})

/** Three polls of the stub's drivers, and a beat that stores what came of them. */
const POLLS_MS = 18_000

/** What home shows: a running bot with a reason is one that tries (`web/screens/bot/state.ts`). */
async function shown(driverId: string) {
  const { phase, reason } = await viewOf(driverId)
  return phase === 'running' && reason !== null ? `trying: ${reason}` : phase
}

/** Everything that home shows in this time. */
async function shownWithin(seconds: number): Promise<Set<string>> {
  const states = new Set<string>()
  for (let second = 0; second < seconds; second++) {
    await world.advance(1_000)
    states.add(await shown('ana'))
  }
  return states
}

const unread = async () => {
  await passInDatabase(20_000)
  await world.advance(6_000)
  const { unread: found, unsent, bots } = await world.bots.readSilence()
  return { count: found.count, unsent: unsent.count, why: bots[0]?.why }
}

test('a search whose platform freezes says so after three polls at most', async () => {
  world = await startBotWorld({ now: NOON + 2 * HOUR_MS })
  await world.addDriver('ana')
  await run('ana')
  await world.advance(3_000)
  world.platform.polling = 'frozen'
  await world.advance(12_000)
  assert.equal(await shown('ana'), 'trying: platform_unavailable')
  assert.deepEqual(await unread(), { count: 1, unsent: 0, why: 'platform_unavailable' })
})

test('a search whose polls others use up, or whose tokens are renewed for ever, says so', async () => {
  for (const [hour, polling, why] of [
    [3, 'unasked', 'shared_limit'],
    [4, 'signed_out', 'platform_unavailable'],
  ] as const) {
    world = await startBotWorld({ now: NOON + hour * HOUR_MS })
    await world.addDriver('ana')
    await run('ana')
    await world.advance(3_000)
    const { platform } = world
    if (polling === 'unasked') platform.polling = polling
    else platform.troubles.poll = endless(trouble('sign_in_needed'))
    await world.advance(POLLS_MS)
    const states = await shownWithin(20)
    states.delete('sleeping')
    assert.deepEqual([...states], [`trying: ${why}`], polling)
    assert.deepEqual(await unread(), { count: 1, unsent: 0, why }, polling)

    platform.polling = null
    platform.troubles.poll = []
    await until(async () => {
      await world.advance(1_000)
      return (await shown('ana')) === 'running'
    }, 'it searches again')
    assert.deepEqual(await unread(), { count: 0, unsent: 0, why: undefined }, polling)
  }
})

test('a bot that tries again while the platform is down says why it slept, until it is answered', async () => {
  for (const name of ['unavailable', 'unexpected_reply'] as const) {
    world = await startBotWorld({ now: NOON + 5 * HOUR_MS })
    await world.addDriver('ana')
    await run('ana')
    world.platform.troubles.poll = endless(trouble(name))
    world.platform.troubles.heldBlocks = endless(trouble(name))
    await until(async () => {
      await world.advance(1_000)
      return (await viewOf('ana')).phase === 'sleeping'
    }, 'it sleeps')
    const states = await shownWithin(60)
    assert.ok(!states.has('running') && !states.has('preparing'), [...states].join(', '))
    world.platform.troubles.poll = []
    world.platform.troubles.heldBlocks = []
    await until(async () => {
      await world.advance(1_000)
      return (await shown('ana')) === 'running'
    }, 'it searches again')
  }
})

/** A queue of troubles that never ends. */
function endless(problem: PlatformTrouble): PlatformTrouble[] {
  const queue: PlatformTrouble[] = []
  queue.shift = () => problem
  return queue
}
