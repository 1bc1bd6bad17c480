import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '@madruga/core/time.ts'
import { until } from '../../kit/testing.ts'
import { forgetHeldReads } from '../../platforms.ts'
import { addElsewhere, claimElsewhere, ELSEWHERE, offerAt, startBotWorld, trouble } from '../testing.ts'

// A Friday noon in New York, far from the daily stop.
const NOON = Date.UTC(2026, 10, 20, 17)

const world = await startBotWorld({ now: NOON })
const { platform, database } = world
const db = database.kysely

let reads = 0
const readHeld = platform.heldBlocks
platform.heldBlocks = (tokens, doubtful) => {
  reads++
  return readHeld(tokens, doubtful)
}

/** Ana's bot leaves this worker, `meanwhile` happens, and this worker claims it in a new incarnation. */
async function takeUpAgain(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const { gen } = (await world.rowOf('ana'))!
  await claimElsewhere(db, 'ana', gen)
  await until(async () => {
    await world.advance(1_000)
    return world.searches() === 0
  }, 'it searches elsewhere')
  await meanwhile()
  await database.pool.query(`update bots set owner = null where owner = $1`, [ELSEWHERE])
  const polls = platform.polls
  await until(async () => {
    await world.advance(1_000)
    return platform.polls > polls
  }, 'it searches here')
}

test('a search that no one has compared since a restore reads what its driver holds before its first poll', async () => {
  await addElsewhere(db)
  await world.addDriver('ana')
  await world.bots.startBot('ana', { mode: 'regular', liveLog: true })
  await until(async () => {
    await world.advance(1_000)
    return platform.polls > 0
  }, 'searching')
  assert.equal(reads, 1, 'the preparation reads it')
  await takeUpAgain()
  assert.equal(reads, 1, 'a search that only changes workers does not')

  const offer = offerAt(NOON + 20 * HOUR_MS)
  await takeUpAgain(async () => {
    // What a restore leaves: the platform knows of a win that no row has.
    platform.win(offer)
    platform.list = [offerAt(offer.startAt + HOUR_MS)]
    await forgetHeldReads(db)
    // The first try meets no answer: still nothing is polled.
    platform.troubles.heldBlocks.push(trouble('unavailable'))
  })
  const { rows } = await database.pool.query('select offer_id from blocks')
  assert.deepEqual(rows, [{ offer_id: offer.id }])
  assert.equal(await world.bots.countAdopted(), 1)
  assert.deepEqual(platform.accepts, [], 'what overlaps is not accepted')
})
