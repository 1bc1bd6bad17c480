import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import ICAL from 'ical.js'
import type { Waiting } from '@madruga/core/events.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { saveStations } from '../../platforms.ts'
import { blocksWorld } from './testing.ts'
import type { Answers, BlockWorker } from './testing.ts'

const world = await blocksWorld(Date.parse('2026-11-18T15:00:00Z'))
after(() => world.stop())

const db = () => world.http.database.database.kysely
const list = (driver: BlockWorker, from: string, to: string) =>
  driver.call<Answers['list']>('GET', `/blocks?from=${from}&to=${to}`)
const link = async (driver: BlockWorker) =>
  (await driver.call<Answers['calendarLink']>('GET', '/blocks/calendar-link')).body
const makeLink = async (driver: BlockWorker) =>
  (await driver.call<Answers['makeCalendarLink']>('POST', '/blocks/calendar-link')).body
const fetchFeed = (path: string, method = 'GET') => fetch(world.http.url + path, { method })
const skip = (driver: BlockWorker, id: string, skipped: boolean) =>
  driver.call<Answers['skipReminder']>('POST', `/blocks/${id}/skip-reminder`, { skip: skipped })
const remindersOf = async (driver: BlockWorker) => {
  const rows = await db()
    .selectFrom('notifications')
    .select(['params', 'event'])
    .where('driver_id', '=', driver.id)
    .where('kind', '=', 'reminder')
    .orderBy('id')
    .execute()
  return rows.map(({ params, event }) => ({ event, ...(params as { blockId: string; minutes: number }) }))
}

test('blocks are listed by the days of their driver, with all that is known of them', async () => {
  const driver = await world.enter({ timeZone: 'America/Los_Angeles' })
  // 15:00 UTC is 7:00 in Los Angeles: sixteen hours later is 23:00, seventeen the next day.
  const [late, next] = [await driver.hold(16 * HOUR_MS, 1), await driver.hold(17 * HOUR_MS, 1)]
  const { body } = await list(driver, '2026-11-18', '2026-11-18')
  assert.deepEqual(
    body.blocks.map((block) => block.id),
    [late],
  )
  const [block] = body.blocks
  const { id, code, latitude, longitude } = driver.station
  assert.deepEqual(
    [block!.stationId, block!.stationCode, block!.place, block!.byBot, block!.payCents],
    [id, code, { latitude, longitude }, false, 8_400],
  )
  assert.deepEqual(
    [body.timeZone, body.reminderMinutes, body.canRelease],
    ['America/Los_Angeles', null, true],
  )
  assert.ok(!JSON.stringify(body).includes('platformBlockId'))
  assert.deepEqual(
    (await list(driver, '2026-11-19', '2026-11-19')).body.blocks.map((one) => one.id),
    [next],
  )
  for (const [from, to] of [
    ['2026-11-31', '2026-12-01'],
    ['2026-11-02', '2026-11-01'],
    ['2020-01-01', '2026-01-01'],
  ] as const)
    assert.equal((await list(driver, from, to)).status, 400)
  assert.deepEqual((await list(await world.enter(), '2026-11-01', '2026-11-30')).body.blocks, [])
})

/** An accept that the platform has not decided, by its row. */
async function wait(driver: BlockWorker, startsInMs: number, waiting: Waiting): Promise<string> {
  const [id, startAt] = [randomUUID(), world.now() + startsInMs]
  const offer = {
    id,
    stationId: driver.station.id,
    kind: 'shift',
    startAt,
    endAt: startAt + 3 * HOUR_MS,
    payCents: 6_000,
    tipCents: 0,
    miles: null,
    stops: null,
  }
  const { platform } = await db()
    .selectFrom('platform_accounts')
    .select('platform')
    .where('driver_id', '=', driver.id)
    .executeTakeFirstOrThrow()
  await db()
    .insertInto('attempts')
    .values({
      driver_id: driver.id,
      platform,
      offer_id: id,
      offer: JSON.stringify(offer),
      rules: '[]',
      gen: 1,
      epoch: 1,
      filter_version: 1,
      state: 'waiting',
      waiting,
      block_id: id,
      created_at: new Date(world.now()),
    })
    .execute()
  return id
}

test('what the platform has not decided is beside the blocks, in calendars tentative, and reminds of nothing', async () => {
  const driver = await world.enter({ language: 'es' })
  await driver.remindBefore(60)
  const held = await driver.hold(30 * HOUR_MS)
  const [won, lost] = [
    await wait(driver, 20 * MINUTE_MS, 'waitlisted'),
    await wait(driver, 30 * MINUTE_MS, 'pending'),
  ]
  const { body } = await list(driver, '2026-11-18', '2026-11-19')
  assert.deepEqual(
    [body.blocks.map(({ id }) => id), body.waiting.map(({ id, waiting }) => [id, waiting])],
    [
      [held],
      [
        [won, 'waitlisted'],
        [lost, 'pending'],
      ],
    ],
  )
  const [first] = body.waiting
  assert.deepEqual(
    [first?.stationCode, first?.payCents, first?.kind, first?.acceptedAt],
    [driver.station.code, 6_000, 'shift', world.now()],
  )
  assert.deepEqual((await list(driver, '2026-11-17', '2026-11-17')).body.waiting, [])
  assert.deepEqual((await list(await world.enter(), '2026-11-18', '2026-11-19')).body.waiting, [])
  await world.blocks.sweeps.remind()
  assert.deepEqual(await remindersOf(driver), [])

  const { path } = await makeLink(driver)
  const eventsOf = async () => {
    const calendar = new ICAL.Component(ICAL.parse(await (await fetchFeed(path!)).text()))
    const events = calendar.getAllSubcomponents('vevent').map((event) => {
      const valueOf = (name: string) => event.getFirstPropertyValue(name)
      const alarms = event.getAllSubcomponents('valarm').length
      const [state] = String(valueOf('summary')).split(':')
      return [
        String(valueOf('uid')),
        [valueOf('status'), Number(valueOf('sequence')), alarms, state],
      ] as const
    })
    assert.equal(new Map(events).size, events.length, 'each stands once')
    return new Map(events)
  }
  const open = await eventsOf()
  assert.deepEqual(open.get(`${won}@madruga`), ['TENTATIVE', 0, 0, 'Lista de espera'])
  assert.deepEqual(open.get(`${lost}@madruga`), ['TENTATIVE', 0, 0, 'Sin confirmar'])
  assert.equal(open.size, 3)

  const settled_at = new Date(world.now())
  await db()
    .updateTable('attempts')
    .set({ state: 'missed', settled_at })
    .where('block_id', '=', lost)
    .execute()
  await db()
    .updateTable('attempts')
    .set({ state: 'accepted', settled_at })
    .where('block_id', '=', won)
    .execute()
  await db().updateTable('blocks').set({ id: won }).where('id', '=', held).execute()
  const decided = await eventsOf()
  assert.deepEqual(decided.get(`${won}@madruga`)?.slice(0, 3), ['CONFIRMED', 2, 1])
  assert.deepEqual(decided.get(`${lost}@madruga`), ['CANCELLED', 1, 0, 'No fue tuyo'])
  assert.equal(decided.size, 2)
  assert.deepEqual((await list(driver, '2026-11-18', '2026-11-19')).body.waiting, [])
})

test('a block tells its station’s zone once the driver works there no more', async () => {
  const driver = await world.enter()
  await driver.hold(20 * HOUR_MS, 2)
  const zones = async () =>
    (await list(driver, '2026-11-19', '2026-11-19')).body.blocks.map(({ timeZone }) => timeZone)
  const told = await zones()
  assert.equal(typeof told[0], 'string')
  await saveStations(db(), driver.id, 'market', 'amazon', [])
  assert.deepEqual(await zones(), told)
})

test('a calendar reads the blocks by a secret address alone', async () => {
  const driver = await world.enter({ language: 'es' })
  const id = await driver.hold(DAY_MS)
  assert.deepEqual(await link(driver), { path: null, createdAt: null, readAt: null })
  const { path } = await makeLink(driver)
  assert.match(path!, /^\/api\/calendar\/[\w-]{43}\.ics$/)
  const reply = await fetchFeed(path!)
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('content-type'), 'text/calendar; charset=utf-8')
  assert.match(reply.headers.get('cache-control') ?? '', /private/)
  assert.equal(reply.headers.get('set-cookie'), null)
  const [event] = new ICAL.Component(ICAL.parse(await reply.text())).getAllSubcomponents('vevent')
  assert.equal(event!.getFirstPropertyValue('uid'), `${id}@madruga`)
  assert.equal(
    (event!.getFirstPropertyValue('dtstart') as ICAL.Time).toJSDate().getTime(),
    world.now() + DAY_MS,
  )
  const head = await fetchFeed(path!, 'HEAD')
  assert.deepEqual([head.status, await head.text()], [200, ''])
  assert.equal((await link(driver)).path, path, 'it can be shown again')
  assert.equal((await fetchFeed(path!, 'POST')).status, 404)

  await driver.call('POST', `/blocks/${id}/release`, { confirmedLate: false })
  const again = new ICAL.Component(ICAL.parse(await (await fetchFeed(path!)).text()))
  assert.equal(again.getFirstSubcomponent('vevent')!.getFirstPropertyValue('status'), 'CANCELLED')
})

test('a station without a code or a name spoils neither the calendar nor the news nor the lists', async () => {
  const driver = await world.enter()
  const { id, latitude, longitude } = driver.station
  const blank = {
    id,
    variant: 'amazon' as const,
    city: '',
    state: '',
    address: '',
    programme: 'logistics',
    latitude,
    longitude,
    timeZone: 'America/New_York',
  }
  const block = await driver.hold(20 * HOUR_MS, 2)
  await driver.remindBefore(30)
  const feed = (await makeLink(driver)).path!
  for (const [code, name, shown] of [
    ['', '', id],
    ['\n', '\u200B', id],
    ['', 'Only a name', 'Only a name'],
    ['VAX9', ' ', 'VAX9'],
  ] as const) {
    await saveStations(db(), driver.id, 'market', 'amazon', [{ ...blank, code, name }])
    const [listed] = (await list(driver, '2026-11-19', '2026-11-19')).body.blocks
    assert.deepEqual([listed!.id, listed!.stationCode, listed!.stationName], [block, shown, shown])
    const answer = await fetchFeed(feed)
    assert.equal(answer.status, 200)
    const events = new ICAL.Component(ICAL.parse(await answer.text())).getAllSubcomponents('vevent')
    assert.deepEqual(
      events.map((event) => [
        event.getFirstPropertyValue('location'),
        String(event.getFirstPropertyValue('summary')).split(' · ')[0],
      ]),
      [[shown, shown]],
    )
  }
  // Rows from older versions, and rows written by anything but the stores.
  await assert.rejects(
    db().updateTable('stations').set({ code: '' }).where('id', '=', id).execute(),
    /stations_named/,
  )
})

test('one block is saved for a calendar by its own driver alone', async () => {
  const driver = await world.enter()
  const id = await driver.hold(DAY_MS)
  const save = async (who: BlockWorker) => {
    const reply = await who.fetch(`/downloads/block.ics?id=${id}`)
    return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
  }
  const { status, type, text } = await save(driver)
  assert.deepEqual([status, type], [200, 'text/calendar; charset=utf-8'])
  const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  assert.equal(event!.getFirstPropertyValue('uid'), `${id}@madruga`)
  assert.equal((await save(await world.enter())).status, 404)
})

test('a new address ends the one before, and removing ends it; every unknown one is answered alike', async () => {
  const driver = await world.enter()
  const first = (await makeLink(driver)).path!
  const second = (await makeLink(driver)).path!
  assert.notEqual(first, second)
  assert.equal((await fetchFeed(second)).status, 200)
  const problems = []
  const unknown = `/api/calendar/${'A'.repeat(43)}.ics`
  for (const path of [first, unknown, '/api/calendar/x.ics', '/api/calendar/', `${second}/`]) {
    const reply = await fetchFeed(path)
    const { requestId, ...problem } = (await reply.json()) as { requestId: string }
    assert.ok(requestId)
    problems.push({ status: reply.status, type: reply.headers.get('content-type'), ...problem })
  }
  assert.equal(problems[0]!.status, 404)
  for (const problem of problems) assert.deepEqual(problem, problems[0])
  const removed = await driver.call<Answers['removeCalendarLink']>('POST', '/blocks/calendar-link/remove')
  assert.equal(removed.body.path, null)
  assert.equal((await fetchFeed(second)).status, 404)
  const twice = await driver.call('POST', '/blocks/calendar-link/remove')
  assert.deepEqual([twice.status, twice.body.code], [404, 'blocks.link_missing'])
})

test('the secret is kept as a digest and encrypted, and stands in no line of the journal', async () => {
  const driver = await world.enter()
  const { path } = await makeLink(driver)
  const secret = path!.slice('/api/calendar/'.length, -'.ics'.length)
  await fetchFeed(path!)
  const row = await db()
    .selectFrom('calendar_links')
    .selectAll()
    .where('driver_id', '=', driver.id)
    .executeTakeFirstOrThrow()
  const raw = Buffer.from(secret, 'base64url')
  for (const kept of [row.digest, row.sealed_secret]) {
    assert.ok(!kept.includes(secret) && !kept.includes(raw))
  }
  await db().schema.alterTable('stations').renameTo('stations_away').execute()
  try {
    assert.equal((await fetchFeed(path!)).status, 500)
  } finally {
    await db().schema.alterTable('stations_away').renameTo('stations').execute()
  }
  const logger = world.http.logger.join('\n')
  assert.match(logger, /"operation":"blocks.feed"/, 'the fault itself is logged')
  assert.ok(!logger.includes(secret), 'but not whose it was')
})

test('that a calendar reads is noted, once an hour at most', async () => {
  const driver = await world.enter()
  const { path } = await makeLink(driver)
  const first = world.now()
  await fetchFeed(path!)
  world.advance(59 * MINUTE_MS)
  await fetchFeed(path!)
  assert.equal((await link(driver)).readAt, first)
  world.advance(MINUTE_MS)
  await fetchFeed(path!)
  assert.equal((await link(driver)).readAt, first + HOUR_MS)
})

test('a reminder goes out once at its minute, with what is left; again after the driver chose another time', async () => {
  const driver = await world.enter()
  await driver.remindBefore(60)
  const id = await driver.hold(61 * MINUTE_MS)
  await world.blocks.sweeps.remind()
  assert.deepEqual(await remindersOf(driver), [])
  world.advance(MINUTE_MS)
  await Promise.all([world.blocks.sweeps.remind(), world.blocks.sweeps.remind()])
  await world.blocks.sweeps.remind()
  const [told, ...more] = await remindersOf(driver)
  assert.deepEqual([told?.blockId, told?.minutes, told?.event, more.length], [id, 60, `reminder:${id}:60`, 0])
  await driver.remindBefore(15)
  world.advance(46 * MINUTE_MS)
  await world.blocks.sweeps.remind()
  assert.deepEqual(
    (await remindersOf(driver)).map(({ minutes, event }) => [minutes, event]),
    [
      [60, `reminder:${id}:60`],
      [14, `reminder:${id}:15`],
    ],
  )
})

test('after an outage a reminder still comes until the start, and not after it', async () => {
  const driver = await world.enter()
  await driver.remindBefore(30)
  const soon = await driver.hold(50 * MINUTE_MS, 1)
  const later = await driver.hold(3 * HOUR_MS)
  world.advance(50 * MINUTE_MS)
  await world.blocks.sweeps.remind()
  assert.deepEqual(await remindersOf(driver), [], `${soon} has started`)
  world.advance(3 * HOUR_MS - 50 * MINUTE_MS - 5 * MINUTE_MS)
  await world.blocks.sweeps.remind()
  assert.deepEqual(
    (await remindersOf(driver)).map(({ blockId, minutes }) => [blockId, minutes]),
    [[later, 5]],
  )
})

test('a skipped reminder does not come, one that is wanted after all does; both refuse what is of no use', async () => {
  const driver = await world.enter()
  const [off, on] = [await driver.hold(2 * HOUR_MS, 1), await driver.hold(3 * HOUR_MS, 1)]
  const refused = async (id: string) => {
    const { status, body } = await driver.call('POST', `/blocks/${id}/skip-reminder`, { skip: true })
    return [status, body.code]
  }
  assert.deepEqual(await refused(off), [409, 'blocks.reminders_off'])
  await driver.remindBefore(60)
  assert.equal((await skip(driver, off, true)).body.block.reminderSkipped, true)
  assert.equal((await skip(driver, on, true)).body.block.reminderSkipped, true)
  assert.equal((await skip(driver, on, false)).body.block.reminderSkipped, false)
  const other = await world.enter()
  await other.remindBefore(60)
  assert.deepEqual((await skip(other, off, false)).status, 404)
  world.advance(HOUR_MS)
  await world.blocks.sweeps.remind()
  assert.deepEqual(await refused(off), [409, 'blocks.reminder_passed'])
  world.advance(HOUR_MS)
  await world.blocks.sweeps.remind()
  assert.deepEqual(
    (await remindersOf(driver)).map(({ blockId }) => blockId),
    [on],
  )
})

test('who gave a block back or has arrived is not reminded', async () => {
  const driver = await world.enter()
  await driver.remindBefore(15)
  const id = await driver.hold(2 * HOUR_MS)
  await driver.call('POST', `/blocks/${id}/release`, { confirmedLate: false })
  world.advance(110 * MINUTE_MS)
  await world.blocks.sweeps.remind()
  assert.deepEqual(await remindersOf(driver), [])
})
