import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { BLOCK_CHANGES, LOSSES } from '../events.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import { BURST_MS, burstOf, countNews, decideBurst, joinNews } from './burst.ts'
import type { BurstMinute, OfferNews } from './burst.ts'

const NOON = Date.UTC(2026, 10, 21, 17)
const winAt = (startAt: number, hours = 2): OfferNews => ({
  kind: 'block_won',
  params: {
    blockId: `b${startAt}`,
    station: 'VDO1',
    startAt,
    endAt: startAt + hours * HOUR_MS,
    payCents: 9_000,
    tipCents: 0,
  },
})

test('losses and other changes of held blocks are bursts apart, and what is about no offer is none', () => {
  const bursts = BLOCK_CHANGES.map((change) => {
    const params = { station: 'VDO1', change, startAt: NOON, endAt: NOON, wasStartAt: NOON }
    return [change, burstOf({ kind: 'block_changed', params })]
  })
  assert.deepEqual(
    bursts,
    BLOCK_CHANGES.map((change) => [change, LOSSES.some((loss) => loss === change) ? 'lost' : 'changed']),
  )
  assert.equal(burstOf(winAt(NOON)), 'won')
  assert.equal(burstOf({ kind: 'human_needed', params: {} }), null)
})

test('a group counts its blocks and their hours, from the first start to the last, in any order', () => {
  const wins = [winAt(NOON + 24 * HOUR_MS, 4), winAt(NOON, 2), winAt(NOON + 72 * HOUR_MS, 3)]
  for (const order of [wins, wins.toReversed()]) {
    const group = order.reduce(joinNews)
    assert.deepEqual(group.params, {
      ...winAt(NOON).params,
      count: 3,
      workMs: 9 * HOUR_MS,
      lastStartAt: NOON + 72 * HOUR_MS,
      endAt: NOON + 75 * HOUR_MS,
    })
  }
})

test('a group is told a minute after the first, and nothing joins it after that', () => {
  const minute: BurstMinute = { leadId: 1, until: NOON + BURST_MS, groupDueAt: null }
  assert.deepEqual(decideBurst(NOON + BURST_MS - 1, [minute]), { leadId: 1, dueAt: NOON + BURST_MS })
  assert.equal(decideBurst(NOON + BURST_MS, [minute]), null)
  assert.equal(decideBurst(NOON + 1, [{ ...minute, groupDueAt: 'told' }]), null)
  assert.deepEqual(decideBurst(NOON - 1, [minute]), { leadId: 1, dueAt: NOON - 1 + BURST_MS })
})

/** Each message's time, and the events that it tells of. */
type Message = { at: number; events: number[] }

/** What a sender sends that looks at these times; what came since it last looked it takes in any order. */
function send(events: readonly number[], looks: readonly number[], order: readonly number[]): Message[] {
  const messages: Message[] = []
  const minutes: (BurstMinute & { events: number[]; group: OfferNews | null })[] = []
  let sorted = -1
  for (const now of looks) {
    const fresh = [...events.keys()].filter((event) => events[event]! > sorted && events[event]! <= now)
    sorted = now
    for (const event of fresh.toSorted((a, b) => (order[a] ?? 0) - (order[b] ?? 0))) {
      const at = events[event]!
      const choice = decideBurst(at, minutes.toReversed())
      if (choice === null) {
        messages.push({ at: now, events: [event] })
        const minute = { leadId: event, until: at + BURST_MS, groupDueAt: null }
        minutes.push({ ...minute, events: [], group: null })
        continue
      }
      const minute = minutes.find(({ leadId }) => leadId === choice.leadId)!
      minute.events.push(event)
      minute.groupDueAt = choice.dueAt
      minute.group = minute.group ? joinNews(minute.group, winAt(at)) : winAt(at)
    }
    for (const minute of minutes) {
      if (typeof minute.groupDueAt !== 'number' || minute.groupDueAt > now) continue
      assert.equal(countNews(minute.group!), minute.events.length)
      messages.push({ at: now, events: minute.events })
      minute.groupDueAt = 'told'
    }
  }
  return messages
}

test('every event is told once, within a minute and the time of the sender; one alone as soon as it looks', () => {
  const LOOKS_MS = 5 * SECOND_MS
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 5 * MINUTE_MS }), { minLength: 1, maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: LOOKS_MS }), { minLength: 200, maxLength: 200 }),
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 40, maxLength: 40 }),
      (events, steps, order) => {
        const looks: number[] = []
        for (let at = 0, step = 0; at < 7 * MINUTE_MS; step++) looks.push((at += steps[step % steps.length]!))
        const messages = send(events, looks, order)
        const told = messages.flatMap((message) => message.events)
        assert.deepEqual(
          told.toSorted((a, b) => a - b),
          [...events.keys()],
        )
        for (const message of messages)
          for (const event of message.events) {
            const at = events[event]!
            assert.ok(message.at <= at + BURST_MS + LOOKS_MS, `${message.at - at} ms late`)
            const isAlone = events.every((other, index) => index === event || Math.abs(other - at) > BURST_MS)
            if (isAlone) assert.ok(message.at < at + LOOKS_MS, `alone, and ${message.at - at} ms late`)
          }
      },
    ),
  )
})

test('29 wins within a quarter of a minute are two messages', () => {
  const wins = Array.from({ length: 29 }, (_, index) => index * 500)
  const looks = Array.from({ length: 200 }, (_, index) => index * 500)
  assert.deepEqual(
    send(wins, looks, []).map(({ at, events }) => [at, events.length]),
    [
      [0, 1],
      [BURST_MS, 28],
    ],
  )
})
