import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { AcceptResult } from '../../platforms.ts'
import { startBotWorld, offerAt, STATION, trouble } from '../testing.ts'
import { until } from '../../kit/testing.ts'

// A Friday noon in New York.
const NOON = Date.UTC(2026, 10, 20, 17)

const world = await startBotWorld({ now: NOON })

const db = () => world.database.kysely
const now = () => world.clock.now()
const rowOf = (id: string) => world.rowOf(id)
const linesOf = (id: string) => world.linesOf(id)
const openOf = async (id: string) => (await world.bots.listConfirmations(id)).confirmations
const over = (error: unknown) => error instanceof AppError && error.code === 'bot.confirmation_over'

async function stateOf(confirmationId: string): Promise<string> {
  const { rows } = await sql<{
    state: string
  }>`select state from confirmations where id = ${confirmationId}`.execute(db())
  return rows[0]?.state ?? 'gone'
}

/** At least 100 dollars; asked from 80 on. */
const asking = (filter: Filter): Filter => {
  if (filter.variant !== 'amazon') return filter
  const price = { ...filter.shared.price, perHourMinCents: 0, totalMinCents: 10_000 }
  const confirmation = { enabled: true, lowerPayPercent: 20, lessArrivalMinutes: 0, anyHour: true }
  return { ...filter, shared: { ...filter.shared, price }, confirmation }
}

async function search(id: string): Promise<void> {
  await world.addDriver(id, asking)
  await world.bots.startBot(id, { mode: 'regular', liveLog: true })
  await world.until(async () => (await rowOf(id))?.phase === 'running', 'running')
  await until(async () => {
    await world.advance(1_000)
    return world.searches() > 0
  }, 'searching')
}

/** Puts an offer up and waits for the question about it. */
async function beAsked(id: string, offer: Offer): Promise<string> {
  world.platform.list = [offer]
  await until(async () => {
    await world.advance(1_000)
    return (await openOf(id)).some((confirmation) => confirmation.offer.id === offer.id)
  }, 'asked')
  return (await openOf(id)).find((confirmation) => confirmation.offer.id === offer.id)?.id ?? ''
}

async function stop(id: string): Promise<void> {
  world.platform.list = []
  await world.bots.stopBot(id)
  await world.until(async () => (await rowOf(id))?.phase === 'cooling_down', 'cooling down')
}

const tween = (hours: number, more: Partial<Offer> = {}) =>
  offerAt(now() + hours * HOUR_MS, { payCents: 8_500, ...more })

test('a yes is accepted by the search under way, through the fence, and logged; the confirmation shows the failed rules', async () => {
  const id = 'yes'
  await search(id)
  const offer = tween(5)
  const confirmationId = await beAsked(id, offer)
  const confirmation = (await openOf(id))[0]
  assert.deepEqual(
    confirmation?.rules.map(({ rule, value, limit }) => [rule, value, limit]),
    [['price_total', 8_500, 10_000]],
  )
  assert.equal(confirmation?.timeZone, STATION.timeZone)
  assert.equal(confirmation?.expiresAt, (confirmation?.askedAt ?? 0) + world.settings.confirmationMs)
  const news = world.told.find((each) => each.kind === 'ask' && each.driverId === id)
  assert.equal(news?.event, `ask:${confirmationId}`)
  assert.deepEqual(world.platform.accepts, [])

  const answer = await world.bots.answerConfirmation(id, { id: confirmationId, take: true })
  assert.equal(answer.state, 'yes')
  await until(async () => {
    await world.advance(1_000)
    return (await stateOf(confirmationId)) === 'accepted'
  }, 'accepted')
  assert.deepEqual(world.platform.accepts, [offer.id])
  const types = (await linesOf(id)).map((line) => line.type).filter((type) => type.startsWith('offer.'))
  assert.deepEqual(types, ['offer.asked', 'offer.accepted'])
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int from blocks where driver_id = ${id}`.execute(db())
  assert.equal(rows[0]?.count, 1)
  await assert.rejects(world.bots.answerConfirmation(id, { id: confirmationId, take: true }), over)
  await stop(id)
})

test('no one is asked about an offer that was tried for: a yes could not be taken', async () => {
  const id = 'tried'
  await search(id)
  const [attempt, fresh] = [tween(5), tween(9)]
  await sql`insert into attempts (driver_id, gen, epoch, platform, offer_id, offer, rules, filter_version, state, cause)
    values (${id}, 1, 1, ${world.platform.name}, ${attempt.id}, ${JSON.stringify(attempt)}, '[]', 1, 'missed', 'left')`.execute(
    db(),
  )
  world.platform.list = [attempt]
  await world.advance(5_000)
  await beAsked(id, fresh)
  assert.deepEqual(
    (await openOf(id)).map(({ offer }) => offer.id),
    [fresh.id],
  )
  await stop(id)
})

test('a yes whose accept the platform has not decided is not missed, and ends with the decision', async () => {
  const id = 'undecided'
  await search(id)
  const offer = tween(5)
  const confirmationId = await beAsked(id, offer)
  const usual = world.platform.onAccept
  world.platform.onAccept = () => ({ outcome: 'waiting', waiting: 'pending', blockId: 'b-undecided' })
  await world.bots.answerConfirmation(id, { id: confirmationId, take: true })
  await until(async () => {
    await world.advance(1_000)
    return (await linesOf(id)).some((line) => line.type === 'offer.waiting')
  }, 'waiting')
  world.platform.onAccept = usual
  // Far longer than a search has to take a yes.
  await world.advance(5 * MINUTE_MS)
  await world.bots.sweeps.endConfirmations()
  assert.equal(await stateOf(confirmationId), 'yes')
  const states = (await openOf(id)).map(({ state, waiting }) => [state, waiting])
  assert.deepEqual(states, [['waiting', 'pending']])
  const { batched: _batched, expiresAt: _expires, id: offerId, ...terms } = offer
  world.platform.held = [{ ...terms, blockId: 'b-undecided', offerId, state: 'held' }]
  await world.bots.sweeps.readBack()
  const types = (await linesOf(id)).map((line) => line.type).filter((type) => type.startsWith('offer.'))
  assert.deepEqual(types, ['offer.asked', 'offer.waiting', 'offer.accepted'])
  assert.equal(await stateOf(confirmationId), 'accepted')
  world.platform.held = []
  await stop(id)
})

test('an offer that is over before its driver can be asked is logged as such', async () => {
  const id = 'over'
  await search(id)
  const offer = tween(5, { expiresAt: now() })
  world.platform.list = [offer]
  await until(async () => {
    await world.advance(1_000)
    return (await linesOf(id)).some((line) => line.type === 'offer.ignored')
  }, 'left')
  const line = (await linesOf(id)).find(({ type }) => type === 'offer.ignored')
  assert.equal(line?.type === 'offer.ignored' && line.data.unasked, 'over')
  assert.deepEqual(await openOf(id), [])
  await stop(id)
})

test('a no leaves the offer for good, and it is not asked about again', async () => {
  await search('no')
  const offer = tween(5)
  const confirmationId = await beAsked('no', offer)
  assert.equal((await world.bots.answerConfirmation('no', { id: confirmationId, take: false })).state, 'no')
  await world.bots.filterSaved('no')
  await world.advance(5_000)
  assert.deepEqual(await openOf('no'), [])
  assert.ok(!world.platform.accepts.includes(offer.id))
  assert.equal((await linesOf('no')).filter((line) => line.type === 'offer.asked').length, 1)
  await stop('no')
})

test('an unanswered confirmation expires with the minute, or with the offer, and a late answer is refused', async () => {
  await search('late')
  const offer = tween(5, { expiresAt: now() + 20_000 })
  const confirmationId = await beAsked('late', offer)
  assert.equal((await openOf('late'))[0]?.expiresAt, offer.expiresAt)
  await world.advance(20_000)
  await assert.rejects(world.bots.answerConfirmation('late', { id: confirmationId, take: true }), over)
  await world.bots.sweeps.endConfirmations()
  assert.equal(await stateOf(confirmationId), 'expired')
  await assert.rejects(world.bots.answerConfirmation('late', { id: 'nothing', take: false }), over)
  await assert.rejects(world.bots.answerConfirmation('no', { id: confirmationId, take: false }), over)
  await stop('late')
})

test('two devices answer at once: the first counts, one accept goes out', async () => {
  await search('race')
  for (let round = 0; round < 8; round++) {
    const offer = tween(5 + round * 4)
    const confirmationId = await beAsked('race', offer)
    const answers = await Promise.allSettled(
      [true, false, true].map((take) => world.bots.answerConfirmation('race', { id: confirmationId, take })),
    )
    const [first, ...others] = answers.filter((answer) => answer.status === 'fulfilled')
    assert.deepEqual([first !== undefined, others.length], [true, 0])
    const took = first?.value.state !== 'no'
    await until(async () => {
      await world.advance(1_000)
      return (await stateOf(confirmationId)) === (took ? 'accepted' : 'no')
    }, 'settled')
    assert.equal(world.platform.accepts.filter((each) => each === offer.id).length, took ? 1 : 0)
  }
  await stop('race')
})

test('a yes just as the bot stops either goes out before the stop or never; it always ends', async () => {
  for (let round = 0; round < 8; round++) {
    const id = `stopped-${round}`
    await search(id)
    const offer = tween(5)
    const confirmationId = await beAsked(id, offer)
    const [answer] = await Promise.allSettled([
      world.bots.answerConfirmation(id, { id: confirmationId, take: true }),
      world.bots.stopBot(id),
    ])
    await world.until(async () => (await rowOf(id))?.phase === 'cooling_down', 'cooling down')
    const count = world.platform.accepts.filter((each) => each === offer.id).length
    await world.bots.sweeps.endConfirmations()
    const state = await stateOf(confirmationId)
    if (answer.status === 'rejected') {
      assert.ok(over(answer.reason))
      assert.equal(count, 0)
    } else {
      assert.equal(state, count === 1 ? 'accepted' : 'missed')
      const line = (await linesOf(id)).findLast((each) => each.type.startsWith('offer.'))
      assert.equal(line?.type, count === 1 ? 'offer.accepted' : 'offer.missed')
    }
    await world.advance(5_000)
    assert.equal(world.platform.accepts.filter((each) => each === offer.id).length, count, 'a stop is final')
    world.platform.list = []
  }
})

/** The bot's window ends just now, as the clock would have it. */
async function fallAsleep(id: string, reason = 'run_window_over'): Promise<void> {
  await sql`update bots set phase = 'sleeping', reason = ${reason}, due_at = ${new Date(now() + HOUR_MS)}, owner = null
    where driver_id = ${id}`.execute(db())
  await sql`select pg_notify('bots', ${`${id} 1 sleeping`})`.execute(db())
  await until(async () => {
    const polls = world.platform.polls
    await world.advance(2_000)
    return world.platform.polls === polls
  }, 'no request of a sleeping bot')
}

test('a yes while the bot rests between two searches is taken, whichever process is asked', async () => {
  await search('asleep')
  const offer = tween(5)
  const confirmationId = await beAsked('asleep', offer)
  await fallAsleep('asleep')
  const elsewhere = await world.another()
  assert.equal(
    (await elsewhere.answerConfirmation('asleep', { id: confirmationId, take: true })).state,
    'yes',
  )
  await elsewhere.idle()
  assert.equal(await stateOf(confirmationId), 'accepted')
  assert.deepEqual(world.platform.accepts.filter((each) => each === offer.id).length, 1)
  await stop('asleep')
})

test('a yes while the platform has the bot rest sends nothing, and the driver reads why', async () => {
  await search('resting')
  const offer = tween(5)
  const confirmationId = await beAsked('resting', offer)
  await fallAsleep('resting', 'aggressive_search')
  assert.equal(
    (await world.bots.answerConfirmation('resting', { id: confirmationId, take: true })).state,
    'missed',
  )
  await world.advance(5_000)
  const last = (await linesOf('resting')).findLast((line) => line.type === 'offer.missed')
  assert.equal(last?.type === 'offer.missed' && last.data.cause, 'quota')
  assert.ok(!world.platform.accepts.includes(offer.id))
  await stop('resting')
})

test('a yes is judged again: what crosses a block by now, or fills the hours, is missed', async () => {
  await search('crossing')
  const offer = tween(5)
  const confirmationId = await beAsked('crossing', offer)
  const better = offerAt(offer.startAt + HOUR_MS, { payCents: 15_000 })
  world.platform.list = [better]
  await until(async () => {
    await world.advance(1_000)
    return world.platform.accepts.includes(better.id)
  }, 'the better one won')
  await world.bots.answerConfirmation('crossing', { id: confirmationId, take: true })
  await until(async () => {
    await world.advance(1_000)
    return (await stateOf(confirmationId)) === 'missed'
  }, 'missed')
  const last = (await linesOf('crossing')).findLast((line) => line.type === 'offer.missed')
  assert.equal(last?.type === 'offer.missed' && last.data.cause, 'conflict')
  assert.ok(!world.platform.accepts.includes(offer.id))
  await stop('crossing')
})

test('an accept that another driver was faster for, and one without an answer, end the confirmation', async () => {
  await search('lost')
  const answers: AcceptResult[] = [
    { outcome: 'refused', cause: 'taken' },
    { outcome: 'troubled', problem: trouble('rate_limited') },
  ]
  const usual = world.platform.onAccept
  world.platform.onAccept = () => answers.shift() ?? { outcome: 'unknown', detail: 'no answer' }
  for (const hours of [5, 9]) {
    const confirmationId = await beAsked('lost', tween(hours))
    await world.bots.answerConfirmation('lost', { id: confirmationId, take: true })
    await until(async () => {
      await world.advance(1_000)
      return (await stateOf(confirmationId)) === 'missed'
    }, 'missed')
  }
  world.platform.onAccept = usual
  const { phase, reason } = (await rowOf('lost')) ?? {}
  assert.deepEqual([phase, reason], ['sleeping', 'aggressive_search'])
  await stop('lost')
})

test('of many offers at once three are asked about, the rest counts as left', async () => {
  await search('many')
  world.platform.list = Array.from({ length: 6 }, (_, n) => tween(5 + 4 * n))
  await until(async () => {
    await world.advance(1_000)
    return (await linesOf('many')).filter((line) => line.type === 'offer.ignored').length === 3
  }, 'three left')
  assert.equal((await openOf('many')).length, 3)
  const causes = (await linesOf('many')).flatMap((line) =>
    line.type === 'offer.ignored' ? [line.data.unasked] : [],
  )
  assert.deepEqual(causes, ['too_many', 'too_many', 'too_many'])
  await stop('many')
})

test('a yes that no search takes ends as missed instead of hanging', async () => {
  await search('hanging')
  const confirmationId = await beAsked('hanging', tween(5))
  await sql`update confirmations set state = 'yes', answered_at = ${new Date(now() - 11_000)} where id = ${confirmationId}`.execute(
    db(),
  )
  await world.bots.sweeps.endConfirmations()
  assert.equal(await stateOf(confirmationId), 'missed')
  assert.equal((await linesOf('hanging')).at(-1)?.type, 'offer.missed')
  await stop('hanging')
})
