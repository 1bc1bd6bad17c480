import { deepStrictEqual } from 'node:assert'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { InstanceRequest } from '../couriers.ts'
import type { Facts } from '../facts.ts'
import { instanceInvariants, STARVED_MS } from './instance.ts'

const NOON = Date.parse('2026-03-04T17:00Z')

/** Ana's bot runs for an hour and sends requests at these times; three are allowed a minute. */
function record(sent: readonly number[], more: Partial<Facts> = {}): Facts {
  const requests = sent.map((after): InstanceRequest => ({
    marketId: 'market-ana',
    what: 'poll',
    askedAt: NOON + after,
    sentAt: NOON + after,
  }))
  return {
    from: NOON - HOUR_MS,
    to: NOON + 2 * HOUR_MS,
    people: [{ id: 'ana', marketId: 'market-ana', variant: 'courier' }],
    outages: [],
    states: new Map([
      [
        'ana',
        [
          { at: NOON, phase: 'running' },
          { at: NOON + HOUR_MS, phase: 'not_running' },
        ],
      ],
    ]),
    instance: { maxRequestsPerMinute: 3, requests },
    ...more,
  } as unknown as Facts
}

/** The breaches that each rule finds. */
function breaches(facts: Facts): string[][] {
  return instanceInvariants.map(({ check }) => {
    const found: string[] = []
    check(facts, (breach) => breach !== null && found.push(breach))
    return found
  })
}

const EVERY_FIVE = Array.from({ length: 12 }, (_, index) => index * 5 * MINUTE_MS)

test('requests within the limit, of a courier who is served all along, break nothing', () => {
  deepStrictEqual(breaches(record(EVERY_FIVE)), [[], []])
})

test('a minute with more requests than allowed is found, wherever it begins', () => {
  const four = [50_000, 70_000, 90_000, 109_999]
  deepStrictEqual(breaches(record([...EVERY_FIVE, ...four]))[0], [
    '4 requests in the minute until 2026-03-04T17:01:49.999Z',
  ])
  deepStrictEqual(breaches(record([...EVERY_FIVE, 50_000, 70_000, 90_000, 110_000]))[0], [])
})

test('a request that was not sent counts for nothing', () => {
  const facts = record(EVERY_FIVE)
  const unsent = EVERY_FIVE.map((after): InstanceRequest => ({
    marketId: 'x',
    what: 'poll',
    askedAt: NOON + after,
    sentAt: null,
  }))
  const requests = [...facts.instance.requests, ...unsent, ...unsent, ...unsent]
  deepStrictEqual(breaches({ ...facts, instance: { ...facts.instance, requests } }), [[], []])
})

test('a courier whose bot runs and sends nothing is found, whatever others send', () => {
  const facts = record(EVERY_FIVE.filter((after) => after < 30 * MINUTE_MS || after > 45 * MINUTE_MS))
  deepStrictEqual(breaches(facts)[1], ['ana sent nothing for 25 min from 2026-03-04T17:25:00.000Z'])
  const others = facts.instance.requests.map((request) => ({ ...request, marketId: 'market-eva' }))
  deepStrictEqual(breaches({ ...facts, instance: { ...facts.instance, requests: others } })[1], [
    'ana sent nothing for 60 min from 2026-03-04T17:00:00.000Z',
  ])
})

test('a run in which our side was down is not judged', () => {
  const outages = [{ from: NOON + STARVED_MS, to: NOON + 3 * STARVED_MS }]
  deepStrictEqual(breaches(record([0], { outages }))[1], [])
})
