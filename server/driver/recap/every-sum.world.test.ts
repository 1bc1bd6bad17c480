import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { counts, keepOfJobs, sumUp, weekOf } from '@madruga/core/blocks.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { dayNames } from '@madruga/core/days.ts'
import { formatMoney, formatTime, HOUR } from '@madruga/core/formats.ts'
import { chargeFor, priceOfWin } from '@madruga/core/invoices.ts'
import { sumCents } from '@madruga/core/money.ts'
import type { NewsContent } from '@madruga/core/notify.ts'
import type { OfferKind, Variant } from '@madruga/core/offers.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { makeTestCard, startBillingHarness } from '../../money/billing/testing/harness.ts'
import { createBrowser } from '../../http/testing.ts'
import { readPdf } from '../../money/invoices/documents/testing.ts'
import { readBalance } from '../../money/ledger.ts'
import { isFullRun } from '../../kit/testing.ts'
import { newsText } from '../../notify/words/news.ts'

/**
 * Every sum of a driver's week, from every screen, file, mail and document, for five drivers, on each day of
 * two weeks in which clocks change; in `npm test` on three days of each. What is expected is added up here
 * from the blocks alone.
 */

/** The Mondays of the weeks that end with a clock change: 167 hours, and 169. */
const WEEKS = ['2026-03-02', '2026-10-26']
const { prices } = DEFAULT_SETTINGS.billing

type Person = {
  name: string
  variant: Variant
  zone: string
  kinds: readonly OfferKind[]
  /** Of a trip, as the platform states them. */
  miles?: number
  hasLocation?: boolean
  /** Nothing is known of their pay. */
  isUnstated?: boolean
}
const PEOPLE: readonly Person[] = [
  { name: 'ana', variant: 'amazon', zone: 'America/New_York', kinds: ['block'], hasLocation: true },
  { name: 'eva', variant: 'amazon', zone: 'America/New_York', kinds: ['block'] },
  {
    name: 'luis',
    variant: 'spark',
    zone: 'America/Chicago',
    kinds: ['curbside', 'shopping', 'delivery'],
    miles: 7.5,
  },
  { name: 'carla', variant: 'courier', zone: 'America/Los_Angeles', kinds: ['shift', 'order'] },
  { name: 'noor', variant: 'courier', zone: 'America/Los_Angeles', kinds: ['shift'], isUnstated: true },
]

/** Starts on the wall clock by the day of the week, Monday = 0: over midnight, and in a repeated hour. */
const SHIFTS: readonly { day: number; time: string; hours: number; isReleased?: boolean }[] = [
  { day: -2, time: '09:00', hours: 3 },
  { day: 0, time: '00:00', hours: 2 },
  { day: 1, time: '22:00', hours: 2 },
  { day: 2, time: '12:00', hours: 3 },
  { day: 2, time: '17:00', hours: 2, isReleased: true },
  { day: 3, time: '23:30', hours: 3 },
  { day: 4, time: '06:15', hours: 3.5 },
  { day: 5, time: '14:00', hours: 2.75 },
  { day: 6, time: '01:30', hours: 3 },
  { day: 6, time: '22:00', hours: 4 },
  { day: 7, time: '00:00', hours: 3 },
]
/** Won so long before they start: Monday's in the week before, the next Monday's in this one. */
const WON_BEFORE_MS = 30 * HOUR_MS

type Row = {
  id: string
  kind: OfferKind
  startAt: number
  endAt: number
  wonAt: number
  payCents: number
  tipCents: number
  isReleased: boolean
}
type Life = {
  person: Person
  id: string
  browser: ReturnType<typeof createBrowser>
  methodId: string
  rows: Row[]
  stored: Set<string>
}

after(() => harness.stop())

const platform = () => harness.http.world.platform.name
const sql = async (text: string, values: unknown[] = []) =>
  await harness.deps.database.pool.query(text, values)
const harness = await startBillingHarness('2026-02-27T18:00:00Z')
const lives: Life[] = []
for (const person of PEOPLE) {
  const { name, variant, zone } = person
  const login = await harness.http.addDriver({ name, variant, timeZone: zone, phoneConfirmed: true })
  await sql(`update drivers set created_at = '2026-01-01' where id = '${login.id}'`)
  if (person.hasLocation)
    await sql(
      `insert into locations (driver_id, latitude, longitude, label) values ('${login.id}', 40, -75, 'home')`,
    )
  const browser = createBrowser(harness.http.url)
  await browser.signIn(login)
  const methodId = await harness.saveCard(login.id, makeTestCard(lives.length))
  lives.push({ person, id: login.id, browser, methodId, rows: [], stored: new Set() })
}
await sql(`insert into stations (platform, id, variant, code, name, city, state, programme, latitude, longitude,
    time_zone) values ('${platform()}', 'VAN1', 'amazon', 'VAN1', 'Depot', 'Town', 'NY', '', 40.1, -75, 'America/New_York')`)

for (const monday of WEEKS)
  test(`every sum of the week of ${monday} is the same everywhere, on each of its days`, async () => {
    for (const life of lives) life.rows.push(...rowsOf(life.person, monday))
    for (const day of isFullRun ? [0, 1, 2, 3, 4, 5, 6] : [0, 3, 6]) {
      await goTo(dayOfWeek(monday, day), 15)
      for (const life of lives) await checkDay(life, monday)
    }
    // By then it is Monday everywhere, and the week is closed and paid.
    await goTo(dayOfWeek(monday, 7), 12)
    for (const life of lives) await checkClosed(life, monday)
  })

function dayOfWeek(monday: string, day: number): string {
  return Temporal.PlainDate.from(monday).add({ days: day }).toString()
}

function rowsOf({ kinds, zone, isUnstated }: Person, monday: string): Row[] {
  return SHIFTS.map(({ day, time, hours, isReleased = false }, place) => {
    const wall = Temporal.PlainDateTime.from(`${dayOfWeek(monday, day)}T${time}`)
    const startAt = wall.toZonedDateTime(zone).epochMilliseconds
    return {
      id: randomUUID(),
      kind: kinds[place % kinds.length]!,
      startAt,
      endAt: startAt + hours * HOUR_MS,
      wonAt: startAt - WON_BEFORE_MS,
      payCents: isUnstated ? 0 : 8_437 + 611 * place,
      tipCents: isUnstated ? 0 : 333 * (place % 3),
      isReleased,
    }
  })
}

/** Moves the clock to an hour in New York, with all that was won by then and the weeks that ended closed. */
async function goTo(day: string, hour: number): Promise<void> {
  const at = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: 'America/New_York',
    plainTime: Temporal.PlainTime.from({ hour }),
  })
  harness.clock.set(at.toInstant().toString())
  for (const life of lives) {
    for (const row of life.rows)
      if (row.wonAt <= at.epochMilliseconds && !life.stored.has(row.id)) await store(life, row)
  }
  await harness.billing.sweeps.closeWeeks()
}

async function store({ id: driverId, person, stored }: Life, row: Row): Promise<void> {
  stored.add(row.id)
  const { rows } = await sql(
    `insert into attempts (driver_id, platform, offer_id, offer, rules, gen, epoch, filter_version, state, created_at)
    values ($1, $4, $2, '{}', '[]', 1, 1, 1, 'accepted', $3) returning id`,
    [driverId, row.id, new Date(row.wonAt), platform()],
  )
  await sql(
    `insert into blocks (id, driver_id, platform, platform_block_id, offer_id, attempt_id, station_id, kind, start_at,
      end_at, pay_cents, tip_cents, pay_basis, miles, state, accepted_at)
    values ($1, $2, $13, $1, $1, $3, 'VAN1', $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      row.id,
      driverId,
      (rows[0] as { id: string }).id,
      row.kind,
      new Date(row.startAt),
      new Date(row.endAt),
      row.payCents,
      row.tipCents,
      person.isUnstated ? 'unknown' : null,
      person.miles ?? null,
      row.isReleased ? 'forfeited' : 'held',
      new Date(row.wonAt),
      platform(),
    ],
  )
}

async function read<Body>({ browser, person }: Life, path: string): Promise<Body> {
  const { status, body } = await browser.call<Body>('GET', `/api${path}`)
  assert.equal(status, 200, `${person.name} ${path}`)
  return body
}
const readText = async ({ browser }: Life, path: string) => (await browser.send('GET', path)).text()
const readDocument = async ({ browser }: Life, path: string) => {
  const response = await browser.send('GET', `/api/downloads/${path}`)
  return readPdf(new Uint8Array(await response.arrayBuffer())).pages.flat()
}
const feesOf = (rows: readonly Row[]) => sumCents(rows.map(({ kind }) => priceOfWin(kind, prices)))
const cents = (dollars: string) => Math.round(Number(dollars) * 100)

/** What a week is made of so far: by the blocks that start in it, and by those that were won in it. */
function expect({ person, rows, stored }: Life, monday: string) {
  const dayOf = dayNames(person.zone)
  const week = weekOf(monday)
  const known = rows.filter(({ id }) => stored.has(id))
  const starting = known.filter(({ startAt }) => week.includes(dayOf(startAt)))
  const kept = starting.filter(({ isReleased }) => !isReleased)
  return {
    blocks: kept.length,
    minutes: kept.reduce((sum, { startAt, endAt }) => sum + (endAt - startAt) / 60_000, 0),
    payCents: sumCents(kept.map((row) => row.payCents)),
    tipCents: sumCents(kept.map((row) => row.tipCents)),
    feeCents: feesOf(starting),
    won: known.filter(({ wonAt }) => week.includes(dayOf(wonAt))),
  }
}

async function checkDay(life: Life, monday: string): Promise<void> {
  const { person } = life
  const week = weekOf(monday)
  const say = (place: string) => `${person.name}, ${place}, ${new Date(harness.clock.now()).toISOString()}`
  const { won, feeCents, blocks, minutes, payCents, tipCents } = expect(life, monday)
  const pay = { blocks, payCents, tipCents }

  const home = await read<Outputs['recap']['running']>(life, '/recap/running')
  assert.deepEqual([home.from, home.to], [week[0], week[6]], say('home'))
  assert.deepEqual(
    { blocks: home.blocks, payCents: home.payCents, tipCents: home.tipCents },
    pay,
    say('home'),
  )
  assert.deepEqual(
    [home.minutes, home.costs.feeCents, home.useCents],
    [minutes, feeCents, feesOf(won)],
    say('home'),
  )
  checkMiles(life, home)

  const recap = await read<Outputs['recap']['week']>(life, '/recap/week')
  const named = await read<Outputs['recap']['week']>(life, `/recap/week?day=${week[3]}`)
  assert.deepEqual({ ...named, now: recap.now }, recap, say('recap by day'))
  for (const [place, all] of [
    ['recap', [recap.total]],
    ['its days', recap.byDay],
    ['its hours', recap.byHour],
    ['its stations', recap.byStation],
  ] as const) {
    const sum = (of: (one: (typeof all)[number]) => number) => sumCents(all.map(of))
    const shown = {
      blocks: sum((one) => one.blocks),
      payCents: sum((one) => one.payCents),
      tipCents: sum((one) => one.tipCents),
    }
    assert.deepEqual(shown, pay, say(place))
  }
  assert.deepEqual(
    [recap.costs, recap.left, recap.total.minutes],
    [home.costs, home.left, minutes],
    say('recap'),
  )

  const list = await read<Outputs['blocks']['list']>(life, `/blocks?from=${week[0]}&to=${week[6]}`)
  const { count, ms, ...calendar } = sumUp(list.blocks)
  assert.deepEqual(
    { blocks: count, payCents: calendar.payCents, tipCents: calendar.tipCents, minutes: ms / 60_000 },
    { ...pay, minutes },
    say('calendar'),
  )
  const dayOf = dayNames(person.zone)
  const days = week.map((day) => list.blocks.filter(({ startAt }) => dayOf(startAt) === day))
  assert.equal(days.flat().length, list.blocks.length, say('calendar'))
  for (const [place, ofDay] of days.entries())
    assert.equal(sumUp(ofDay).payCents, recap.byDay[place]!.payCents, say(`calendar, day ${place}`))
  const keeps = days.map((ofDay) => keepOfJobs(ofDay, list.costs))
  const ofMiles = sumCents(keeps.map(({ costs }) => costs.milesCents ?? 0))
  assert.equal(ofMiles, recap.costs.milesCents ?? 0, say('miles of the days'))
  assert.equal(sumCents(keeps.map(({ costs }) => costs.feeCents)), feeCents, say('fees of the days'))
  if (recap.left !== null && !person.isUnstated)
    assert.equal(sumCents(keeps.map(({ left }) => left?.cents ?? 0)), recap.left.cents, say('what is kept'))
  const sheets = list.blocks.filter(counts).map((block) => keepOfJobs([block], list.costs).left?.cents ?? 0)
  const ofReleased = feesOf(
    life.rows.filter((row) => row.isReleased && list.blocks.some(({ id }) => id === row.id)),
  )
  if (recap.left !== null && !person.isUnstated)
    assert.equal(sumCents(sheets) - ofReleased, recap.left.cents, say('what is kept of each'))

  const [first, last] = [`${monday.slice(0, 7)}-01`, '2026-12-31']
  const month = await read<Outputs['blocks']['list']>(life, `/blocks?from=${first}&to=${last}`)
  const ofWeek = month.blocks.filter(({ startAt }) => week.includes(dayOf(startAt)))
  assert.deepEqual(sumUp(ofWeek), sumUp(list.blocks), say('month'))

  assert.deepEqual(await readFeed(life, monday), { payCents, tipCents }, say('feed'))
  const file = await readFile(life, week[0]!)
  assert.deepEqual(file, { blocks, minutes, payCents, tipCents }, say('file'))

  const { running } = await read<Outputs['billing']['invoices']>(life, '/billing/invoices')
  assert.equal(running?.totalCents ?? 0, feesOf(won), say('running invoice'))
  assert.equal(sumCents((running?.lines ?? []).map((line) => line.cents)), feesOf(won), say('its lines'))
}

/** With a location every mile counts, with those that the platform states these, and nothing otherwise. */
function checkMiles({ person }: Life, { costs, left, payCents, blocks }: Outputs['recap']['running']): void {
  if (person.miles !== undefined && blocks > 0) {
    const each = Math.round(person.miles * 72.5)
    assert.deepEqual([costs.miles, costs.milesCents], [person.miles * blocks, each * blocks], person.name)
  } else if (person.hasLocation && blocks > 0) assert.ok(costs.milesCents! > 0, person.name)
  else assert.equal(costs.milesCents, null, person.name)
  const rest = payCents - (costs.milesCents ?? 0) - costs.feeCents
  if (person.isUnstated && blocks > 0) assert.equal(left, null, person.name)
  else assert.equal(left?.cents, rest, person.name)
}

/** What a phone's calendar shows of the week's events that take place. */
async function readFeed(life: Life, monday: string): Promise<{ payCents: number; tipCents: number }> {
  const { body } = await life.browser.call<{ path: string }>('POST', '/api/blocks/calendar-link', {})
  const events = (await readText(life, body.path)).replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  const dayOf = dayNames(life.person.zone)
  const week = weekOf(monday)
  const names = events.flatMap((event) => {
    const [, day, hour] = /DTSTART:(\d{8})T(\d{4})/.exec(event)!
    const at = Temporal.Instant.from(`${day}T${hour}Z`).epochMilliseconds
    if (!event.includes('STATUS:CONFIRMED') || !week.includes(dayOf(at))) return []
    return [/SUMMARY:.*· \$([\d.]+)(?: \+ ~\$([\d.]+) tip)?/.exec(event) ?? ['', '0', '0']]
  })
  return {
    payCents: sumCents(names.map(([, pay]) => cents(pay!))),
    tipCents: sumCents(names.map(([, , tip]) => cents(tip ?? '0'))),
  }
}

async function readFile(life: Life, day: string) {
  const text = await readText(life, `/api/downloads/recap.csv?day=${day}`)
  const [heads, ...lines] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
  const column = (name: string) => {
    const place = heads!.indexOf(name)
    assert.ok(place >= 0, name)
    return lines.map((line) => line[place]!)
  }
  return {
    blocks: sumCents(column('Blocks that start').map(Number)),
    minutes: sumCents(column('Their minutes').map(Number)),
    payCents: sumCents(column('Their pay').map(cents)),
    tipCents: sumCents(column('Projected tips').map(cents)),
  }
}

async function checkClosed(life: Life, monday: string): Promise<void> {
  const { person, id } = life
  const { won, feeCents, payCents } = expect(life, monday)
  const due = feesOf(won)
  const recap = await read<Outputs['recap']['week']>(life, `/recap/week?day=${monday}`)
  assert.deepEqual([recap.total.payCents, recap.costs.feeCents], [payCents, feeCents], person.name)
  const { invoices } = await read<Outputs['billing']['invoices']>(life, '/billing/invoices')
  const row = invoices.find(({ from }) => from === monday)
  assert.equal(row?.dueCents ?? 0, due, person.name)
  if (row === undefined) return
  const invoice = await read<Outputs['billing']['invoice']>(life, `/billing/invoices/${row.number}`)
  assert.equal(sumCents(invoice.lines.map((line) => line.cents)), due, person.name)
  assert.equal(
    sumCents(invoice.lines.map(({ block }) => block?.payCents ?? 0)),
    sumCents(won.map((one) => one.payCents)),
    person.name,
  )
  const lines = await readDocument(life, `invoice.pdf?number=${row.number}`)
  assert.ok(
    lines.some((line) => line.includes('Invoice total') && line.includes(dollars(due))),
    lines.join('\n'),
  )
  for (const { startAt, payCents: each } of won) {
    const at = formatTime('en-US', HOUR, startAt, person.zone).replaceAll(/\s/gu, ' ')
    const told = lines.filter((line) => line.replaceAll(/\s/gu, ' ').includes(at))
    assert.ok(told.length > 0, `${at}\n${lines.join('\n')}`)
    if (!person.isUnstated)
      assert.ok(
        told.some((line) => line.includes(dollars(each))),
        told.join('\n'),
      )
  }
  assert.ok(
    (await readMails(life)).some((text) => text.includes(formatMoney('en', due))),
    person.name,
  )

  // What was won before the first of these weeks has its own invoice.
  for (const open of invoices.filter(({ leftCents }) => leftCents > 0)) await checkPaid(life, open)
  assert.equal(await readBalance(harness.deps.db, { kind: 'receivable', driverId: id }), 0, person.name)
}

async function checkPaid(
  life: Life,
  { number, leftCents }: Outputs['billing']['invoices']['invoices'][number],
): Promise<void> {
  const { totalCents, feeCents } = chargeFor(leftCents, prices.fees.card)
  const input = { number, methodId: life.methodId, key: randomUUID(), expectCents: totalCents }
  const paid = await harness.billing.pay(life.id, input)
  assert.deepEqual([paid.state, paid.amountCents, paid.feeCents], ['paid', totalCents, feeCents], number)
  const receipt = await readDocument(life, `receipt.pdf?id=${paid.id}`)
  assert.ok(
    receipt.some((line) => line.includes(dollars(totalCents))),
    receipt.join('\n'),
  )
  assert.ok(
    (await readMails(life)).some((text) => text.includes(formatMoney('en', totalCents))),
    number,
  )
  const invoice = await read<Outputs['billing']['invoice']>(life, `/billing/invoices/${number}`)
  assert.deepEqual(
    [invoice.leftCents, sumCents(invoice.payments.map(({ amountCents }) => amountCents))],
    [0, totalCents],
    number,
  )
}

const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`

/** The driver's notifications as their mails and SMS say them. */
async function readMails({ id, person }: Life): Promise<string[]> {
  const { notifications } = await harness.http.notify.readInbox(id, { limit: 100 })
  return notifications.map((news) => {
    const { title, text } = newsText('en', person.zone, news as unknown as NewsContent, person.variant)
    return `${title} ${text}`
  })
}
