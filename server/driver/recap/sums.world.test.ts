import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { MissCause } from '@madruga/core/events.ts'
import { judge, proposeFilter } from '@madruga/core/filters.ts'
import type { AmazonFilter, Filter, HeldSpan } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { listChanges } from '@madruga/core/recap.ts'
import type { FilterChange } from '@madruga/core/recap.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { testDatabase } from '../../db/testing.ts'
import type { TestDatabase } from '../../db/testing.ts'
import { createLogWriter, recordEntries } from '../log.ts'
import { saveStations } from '../../platforms.ts'
import { createRecap } from '../recap.ts'
import { openRecapDeps } from './testing.ts'
import type { WeekRecap } from '../recap.ts'
import { createObservations } from '../observations.ts'
import type { Observations } from '../observations.ts'

// Computes every figure of a recap a second time, by the simplest means: one list of offers with their
// outcomes.

const ZONES = ['America/Los_Angeles', 'Asia/Kolkata'] as const
const SHARED = { miles: null, stops: null, batched: false, expiresAt: null } as const

/** One offer, when it was seen, the bot's state then, and its outcome. */
type Told = {
  offer: Offer
  at: number
  phase: 'running' | 'sleeping' | 'not_running'
  came: 'won' | 'given_back' | MissCause | 'time' | 'price' | 'schedule' | 'unseen'
}
type Story = { id: string; zone: string; monday: number; filter: Filter; told: Told[]; own: HeldSpan[] }

let fresh: TestDatabase
let observations: Observations
before(async () => {
  fresh = await testDatabase()
  const clock = { now: () => Date.parse('2026-11-23T12:00Z'), after: () => () => {} }
  observations = createObservations({
    database: fresh.database,
    clock,
    settings: DEFAULT_SETTINGS.observations,
  })
})
after(async () => {
  await observations.close()
  await fresh.drop()
})

for (const [place, zone] of ZONES.entries())
  test(`every figure of a recap is the sum of what happened: ${zone}`, async () => {
    const story = tell(`driver-${place}`, zone, 7 + place)
    await write(story)
    const clock = { now: () => story.monday + 8 * DAY_MS, after: () => () => {} }
    const recap = createRecap({
      db: fresh.database.kysely,
      clock,
      observations,
      readPlatformName: async () => 'market',
      ...openRecapDeps(fresh.database.kysely, clock),
      readGeography: () => Promise.resolve({ home: null, places: new Map() }),
    })
    const week = await recap.readWeek(story.id, '2026-11-18')
    checkTallies(week, story)
    checkNet(week, story)
    checkMisses(week, story)
    checkWhatIfs(week, story)
    const { chunks } = await recap.exportWeek(story.id, '2026-11-18')
    let text = ''
    for await (const chunk of chunks) text += chunk
    checkFile(text, week, story)

    // The log is kept for less time than the sums: lost details are reported as such, and everything still
    // adds up.
    await fresh.database.kysely
      .deleteFrom('log_entries')
      .where('driver_id', '=', story.id)
      .where('type', '=', 'offer.missed')
      .where('at', '<', new Date(story.monday + 3 * DAY_MS) as never)
      .execute()
    const later = await recap.readWeek(story.id, '2026-11-18')
    assert.ok(later.untold > 0)
    assert.equal(sum(later.misses, (each) => each.tried) + later.untold, later.total.missed)
  })

const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((total, one) => total + of(one), 0)

/** The outcome of a matching offer: others are faster more often than not. */
const FATES = [
  'won',
  'won',
  'given_back',
  'taken',
  'quota',
  'hour_limit',
  'taken',
  'unseen',
  'unseen',
  'taken',
] as const

/** A week of offers at odd minutes, each at a different time. */
function tell(id: string, zone: string, seed: number): Story {
  let state = seed
  const draw = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const monday = Temporal.PlainDate.from('2026-11-16').toZonedDateTime(zone).epochMilliseconds
  const proposal = proposeFilter('amazon', 'basic', zone, [`${id}-1`, `${id}-2`]) as AmazonFilter
  const filter: Filter = { ...proposal, maxMinutesPerDay: 600, maxMinutesPerWeek: 2_700 }
  const own = [{ startAt: monday + 2.5 * DAY_MS, endAt: monday + 2.5 * DAY_MS + 2 * HOUR_MS }]
  const held: HeldSpan[] = [...own]
  const told: Told[] = []
  for (let n = 0; n < 290; n++) {
    const at = monday + n * 37 * MINUTE_MS + draw(30) * MINUTE_MS
    const startAt = (Math.floor(at / (15 * MINUTE_MS)) + 4 + draw(4 * 60)) * 15 * MINUTE_MS
    const hours = 2 + draw(3)
    const offer: Offer = {
      ...SHARED,
      id: `${id}-${n}`,
      stationId: `${id}-${1 + draw(2)}`,
      kind: 'block',
      startAt,
      endAt: startAt + hours * HOUR_MS,
      payCents: hours * (1_600 + 50 * draw(20)),
      tipCents: draw(4) === 0 ? 300 : 0,
    }
    const phase = (['running', 'running', 'running', 'sleeping', 'not_running'] as const)[
      Math.floor(n / 6) % 5
    ]!
    const { outcome, explain } = judge(offer, filter, { now: at, held })
    const caught = FATES[draw(FATES.length)]!
    const came = phase !== 'running' ? 'unseen' : outcome === 'match' ? caught : explain().ignoredFor!
    if (came === 'won') held.push({ startAt, endAt: offer.endAt })
    told.push({ offer, at, phase, came })
  }
  return { id, zone, monday, filter, told, own }
}

/** The same week as the service would have stored it. */
async function write({ id, zone, monday, filter, told, own }: Story): Promise<void> {
  const db = fresh.database.kysely
  await db
    .insertInto('drivers')
    .values({ id, name: id, email: `${id}@example.com`, time_zone: zone })
    .execute()
  const station = {
    variant: 'amazon' as const,
    name: 'Depot',
    address: '',
    city: 'City',
    state: '',
    programme: 'logistics',
  }
  const places = [1, 2].map((n) => ({
    ...station,
    id: `${id}-${n}`,
    code: `S${n}`,
    latitude: 34,
    longitude: -118,
    timeZone: zone,
  }))
  await saveStations(db, id, 'market', 'amazon', places)
  await db
    .insertInto('filters')
    .values({
      driver_id: id,
      variant: 'amazon',
      version: 1,
      body: JSON.stringify(filter),
      saved_at: new Date(monday - HOUR_MS),
    })
    .execute()
  const writer = createLogWriter({ db, clock: { now: () => monday, after: () => () => {} } })
  const addBlock = (
    offer: Pick<Offer, 'id' | 'stationId' | 'startAt' | 'endAt' | 'payCents' | 'tipCents'>,
    state: string,
  ) =>
    db
      .insertInto('blocks')
      .values({
        id: `b-${offer.id}`,
        driver_id: id,
        platform: 'market',
        platform_block_id: `p-${offer.id}`,
        offer_id: offer.id,
        station_id: offer.stationId,
        kind: 'block',
        start_at: new Date(offer.startAt),
        end_at: new Date(offer.endAt),
        pay_cents: offer.payCents,
        tip_cents: offer.tipCents,
        state: state as 'held',
      })
      .execute()
  for (const span of own)
    await addBlock({ ...span, id: `${id}-own`, stationId: `${id}-1`, payCents: 5_000, tipCents: 0 }, 'held')
  let phase: string | null = null
  for (const { offer, at, phase: then, came } of told) {
    if (then !== phase) {
      const reason = then === 'sleeping' ? ('run_window_over' as const) : null
      const data = { phase: then, gps: false, reason, dueAt: null, mode: 'regular' as const }
      await recordEntries(db, id, [{ at: at - MINUTE_MS, type: 'bot.state_changed', data }])
      phase = then
    }
    observations.note('market', 'amazon', [offer], at)
    const data = { offer, stationCode: 'S', filterVersion: 1, rules: [] }
    if (came === 'unseen') continue
    if (came === 'time' || came === 'price' || came === 'schedule') {
      const why = { ...data, ignoredFor: came }
      writer.decide({
        driverId: id,
        stationId: offer.stationId,
        at,
        ignoredFor: came,
        hidden: false,
        data: () => why,
      })
    } else if (came === 'won' || came === 'given_back') {
      await recordEntries(db, id, [
        { at, type: 'offer.accepted', data: { ...data, blockId: `p-${offer.id}`, reactionMs: 1 } },
      ])
      await addBlock(offer, came === 'won' ? 'held' : 'forfeited')
    } else
      await recordEntries(db, id, [
        { at, type: 'offer.missed', data: { ...data, cause: came, reactionMs: 1 } },
      ])
  }
  await writer.flush()
  await writer.close()
  await observations.flush()
}

const LEFT = ['time', 'price', 'schedule']
const CAUGHT = ['won', 'given_back']
const GOT = ({ came }: Told) => CAUGHT.includes(came)
const LOST = ({ came }: Told) => !CAUGHT.includes(came) && !LEFT.includes(came) && came !== 'unseen'
const payOf = (offer: { payCents: number }) => offer.payCents

/** Kept blocks, including the driver's own, that start in the week. */
function blocksOf({ id, zone, told, own }: Story) {
  const kept = told.filter(({ came }) => came === 'won').map(({ offer }) => offer)
  const mine = own.map((span) => ({ ...span, stationId: `${id}-1`, payCents: 5_000, tipCents: 0 }))
  return [...kept, ...mine].filter(({ startAt }) => {
    const day = local(zone, startAt).toPlainDate().toString()
    return day >= '2026-11-16' && day <= '2026-11-22'
  })
}
const local = (zone: string, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

function checkTallies(week: WeekRecap, story: Story): void {
  const { zone, told } = story
  const inWeek = told.filter(({ at }) => local(zone, at).toPlainDate().toString() <= '2026-11-22')
  const blocks = blocksOf(story)
  const tallyOf = (
    offers: (one: Told) => boolean,
    starts: (block: { startAt: number; stationId: string }) => boolean,
  ) => {
    const seen = inWeek.filter((one) => one.came !== 'unseen' && offers(one))
    const begun = blocks.filter(starts)
    return {
      offered: seen.length,
      caught: seen.filter(GOT).length,
      missed: seen.filter(LOST).length,
      ignored: seen.filter(({ came }) => LEFT.includes(came)).length,
      blocks: begun.length,
      payCents: sum(begun, payOf),
      tipCents: sum(begun, (block) => block.tipCents),
      minutes: sum(begun, (block) => (block.endAt - block.startAt) / MINUTE_MS),
      paidMinutes: sum(begun, (block) => (block.endAt - block.startAt) / MINUTE_MS),
      others: [],
    }
  }
  const all = tallyOf(
    () => true,
    () => true,
  )
  assert.ok(all.caught > 5 && all.missed > 5 && all.ignored > 40 && all.blocks > 5, JSON.stringify(all))
  assert.deepEqual(week.total, all)
  for (const why of ['time', 'price', 'schedule'] as const)
    assert.equal(week.ignoredFor[why], inWeek.filter(({ came }) => came === why).length)
  for (const { day, ...tally } of week.byDay) {
    const falls = (at: number) => local(zone, at).toPlainDate().toString() === day
    assert.deepEqual(
      tally,
      tallyOf(
        ({ at }) => falls(at),
        ({ startAt }) => falls(startAt),
      ),
      day,
    )
  }
  for (const { hour, ...tally } of week.byHour) {
    const falls = (at: number) => local(zone, at).hour === hour
    assert.deepEqual(
      tally,
      tallyOf(
        ({ at }) => falls(at),
        ({ startAt }) => falls(startAt),
      ),
      `${hour} h`,
    )
  }
  for (const { stationId, code: _, name: __, ...tally } of week.byStation)
    assert.deepEqual(
      tally,
      tallyOf(
        ({ offer }) => offer.stationId === stationId,
        (block) => block.stationId === stationId,
      ),
    )
  assert.equal(
    sum(week.byStation, (each) => each.offered),
    all.offered,
  )
  assert.equal(
    sum(week.byHour, (each) => each.payCents),
    all.payCents,
  )
}

function checkNet({ deduction, costs, left }: WeekRecap, story: Story): void {
  // No location is saved, and the platform states no miles: nothing is taken off.
  const pay = sum(blocksOf(story), payOf)
  assert.deepEqual([deduction.miles, deduction.cents, deduction.blocks], [0, 0, 0])
  assert.deepEqual([costs.miles, costs.milesCents, left?.cents], [null, null, pay])
}

const CAUSES: Partial<Record<Told['came'], string>> = {
  taken: 'too_slow',
  quota: 'budget',
  hour_limit: 'limits',
}
const RESTS = { running: 'too_slow', sleeping: 'asleep', not_running: 'parked' }

function checkMisses(week: WeekRecap, story: Story): void {
  const { told, filter } = story
  const sums = new Map<string, { count: number; tried: number; cents: number }>()
  const add = (cause: string, tried: number, cents: number) => {
    const known = sums.get(cause) ?? { count: 0, tried: 0, cents: 0 }
    sums.set(cause, { count: known.count + 1, tried: known.tried + tried, cents: known.cents + cents })
  }
  const held = heldOf(story)
  for (const { offer, at, phase, came } of within(story)) {
    if (LOST({ offer, at, phase, came })) add(CAUSES[came]!, 1, payOf(offer))
    else if (!CAUGHT.includes(came) && judge(offer, filter, { now: at, held }).outcome === 'match') {
      held.push(offer)
      add(RESTS[phase], 0, payOf(offer))
    }
  }
  assert.ok(sums.size >= 4, [...sums.keys()].join())
  assert.deepEqual(
    new Map(week.misses.map(({ cause, count, tried, payCents: cents }) => [cause, { count, tried, cents }])),
    sums,
  )
  assert.equal(week.untold, 0)
  assert.equal(
    sum(week.misses, (each) => each.tried),
    week.total.missed,
    'causes add up to what was missed',
  )
  assert.ok(told.length > within(story).length, 'some of it was seen after the week')
}

const within = ({ told, monday }: Story) => told.filter(({ at }) => at < monday + 7 * DAY_MS)
/** Everything that the driver holds in the end. */
const heldOf = ({ told, own }: Story): HeldSpan[] => [
  ...own,
  ...told.filter(({ came }) => came === 'won').map(({ offer }) => offer),
]

/** Replays the week by a filter: what the bot won is won again unless something conflicts. */
function live({ told, own, filter: was, ...story }: Story, by: Filter): { spans: Offer[]; cents: number } {
  const held: HeldSpan[] = [
    ...own,
    ...told
      .filter(({ at, came }) => at >= story.monday + 7 * DAY_MS && came === 'won')
      .map(({ offer }) => offer),
  ]
  const spans: Offer[] = []
  const able = workable(by)
  for (const { offer, at, phase, came } of within({ told, own, filter: was, ...story })) {
    const isTooMuch = sum([...spans, offer], minutesOf) > able.maxMinutesPerWeek
    const { failed } = judge(offer, by, { now: at, held }).explain()
    const inTheWay = failed.some(({ rule }) => ['overlap', 'hours_day', 'hours_week'].includes(rule))
    const tried = CAUGHT.includes(came) || LOST({ offer, at, phase, came })
    const unfit = judge(offer, was, { now: at, held: [] }).outcome !== 'match'
    const fits = !isTooMuch && judge(offer, able, { now: at, held }).outcome === 'match'
    const offered = phase === 'running' && !tried && unfit && fits
    if (!(came === 'won' && !inTheWay) && !offered) continue
    held.push(offer)
    spans.push(offer)
  }
  return { spans, cents: sum(spans, payOf) }
}

const minutesOf = ({ startAt, endAt }: Offer): number => (endAt - startAt) / MINUTE_MS

/**
 * The filter with the hours of a market's driver and of a full-time week where it says nothing, and with the
 * time to drive.
 */
function workable(by: Filter) {
  return {
    ...by,
    maxMinutesPerDay: Math.min(by.maxMinutesPerDay ?? 720, 720),
    maxMinutesPerWeek: Math.min(by.maxMinutesPerWeek ?? 2_400, 4_200),
    safetyLimits: { ...by.safetyLimits, keepDrivingTime: true },
  }
}

function checkWhatIfs(week: WeekRecap, story: Story): void {
  const had = live(story, story.filter)
  const nets = new Map<string, { rule: FilterChange['rule']; count: number; cents: number }>()
  for (const change of listChanges(story.filter)) {
    const would = live(story, change.filter)
    const net = { count: would.spans.length - had.spans.length, cents: would.cents - had.cents }
    nets.set(`${change.rule} ${change.from} ${change.to}`, { rule: change.rule, ...net })
    // One driver holds all of it: nothing overlaps, and no local day exceeds the filter's hours.
    const all = [...would.spans, ...story.own]
    for (const one of all)
      assert.ok(!all.some((other) => other !== one && other.startAt < one.endAt && one.startAt < other.endAt))
  }
  assert.ok(week.counterfactuals.length > 0)
  for (const { rule, from, to, count, cents } of week.counterfactuals)
    assert.deepEqual({ rule, count, cents }, nets.get(`${rule} ${from} ${to}`))
  const told = new Set(week.counterfactuals.map((each) => each.rule))
  for (const { rule, count, cents } of nets.values())
    if (count > 0 && cents > 0) assert.ok(told.has(rule) || week.counterfactuals.length === 5, rule)
  for (const { rule } of week.vain) {
    assert.ok(!told.has(rule))
    for (const net of nets.values()) if (net.rule === rule) assert.ok(net.count <= 0 || net.cents <= 0, rule)
  }
}

function checkFile(text: string, week: WeekRecap, { zone, told, id }: Story): void {
  const rows = text
    .replaceAll('"', '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
  const column = (place: number) => sum(rows, (row) => Number(row[place]))
  const { total, ignoredFor } = week
  assert.deepEqual([5, 6, 7, 8, 9, 10, 11, 12].map(column), [
    total.offered,
    total.caught,
    total.missed,
    ignoredFor.time,
    ignoredFor.price,
    ignoredFor.schedule,
    total.blocks,
    total.minutes,
  ])
  assert.equal(Math.round(column(13) * 100), total.payCents)
  assert.equal(Math.round(column(14) * 100), total.tipCents)
  const keys = rows.map(([day, hour, , station]) => `${day} ${hour} ${station}`)
  assert.equal(new Set(keys).size, keys.length, 'one line for each hour and station')
  for (const [day, hour, , station, , offered] of rows) {
    const falls = told.filter(({ offer, at, came }) => {
      const then = local(zone, at)
      const here = then.toPlainDate().toString() === day && then.hour === Number(hour)
      return here && came !== 'unseen' && `S${offer.stationId.slice(id.length + 1)}` === station
    })
    assert.equal(Number(offered), falls.length, `${day} ${hour} ${station}`)
  }
}
