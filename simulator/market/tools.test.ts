import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createClock } from './clock.ts'
import { drawTaker, findInterest } from './contention.ts'
import { measureMetres, measureMiles } from './geo.ts'
import { createLedger } from './ledger.ts'
import { createQueue } from './queue.ts'
import { drawCount, drawLogNormal, drawWait, makeId, openStream } from './random.ts'
import { findLocalDay, findLocalMinute, findLocalWeek, findLocalWeekday, findOffsetMs } from './zones.ts'

test('the queue gives events by time, and by order of scheduling where the time is the same', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
      const queue = createQueue()
      const ran: [number, number][] = []
      times.forEach((at, index) => queue.push(at, () => ran.push([at, index])))
      while (queue.size() > 0) queue.pop()?.run()
      const expected = times
        .map((at, index): [number, number] => [at, index])
        .sort((a, b) => a[0] - b[0] || a[1] - b[1])
      assert.deepEqual(ran, expected)
      assert.equal(queue.nextAt(), Number.POSITIVE_INFINITY)
    }),
  )
})

test('a stream is the same for the same names and another for others', () => {
  assert.deepEqual(draw('a', 'b'), draw('a', 'b'))
  assert.notDeepEqual(draw('a', 'b'), draw('ab'))
  assert.notDeepEqual(draw('a', 'b'), draw('b', 'a'))
})

test('streams have the means that they promise', () => {
  const random = openStream('means')
  assert.ok(Math.abs(mean(random) - 0.5) < 0.01)
  assert.ok(Math.abs(mean(() => drawCount(random, 3)) - 3) < 0.05)
  assert.ok(Math.abs(mean(() => drawWait(random, 5)) - 5) < 0.15)
  assert.ok(Math.abs(mean(() => (drawLogNormal(random, 900, 0.5) < 900 ? 1 : 0)) - 0.5) < 0.02)
})

test('ids do not collide', () => {
  const ids = new Set(Array.from({ length: 50_000 }, (_, index) => makeId('of', 'seed', 'st-vax2', index, 0)))
  assert.equal(ids.size, 50_000)
})

test('the better an offer pays, the more competitors want it, and the sooner it is taken', () => {
  assert.equal(findInterest(2_100), 0.5)
  assert.ok(findInterest(1_800) < 0.2 && findInterest(3_000) > 0.98)
  const crowd = {
    crowd: { quick: 0.5, steady: 1, casual: 2 },
    reactionMs: { quick: 1_000, steady: 8_000, casual: 60_000 },
  }
  const random = openStream('crowd')
  const meanTime = (interest: number) => {
    const times = Array.from({ length: 2_000 }, () => drawTaker(random, crowd, interest)?.afterMs ?? 600_000)
    return times.reduce((a, b) => a + b) / times.length
  }
  assert.ok(meanTime(1) < meanTime(0.3))
  assert.equal(drawTaker(random, crowd, 0), undefined)
})

test('zones: daylight saving where there is any, none in Phoenix and Honolulu', () => {
  assert.equal(hours('America/Los_Angeles', '2026-03-08T09:59:59Z'), -8)
  assert.equal(hours('America/Los_Angeles', '2026-03-08T10:00:00Z'), -7)
  assert.equal(hours('America/Phoenix', '2026-07-01T00:00:00Z'), -7)
  assert.equal(hours('Pacific/Honolulu', '2026-07-01T00:00:00Z'), -10)
  const at = Date.parse('2026-11-21T07:59:00Z')
  assert.equal(findLocalMinute('America/Los_Angeles', at), 23 * 60 + 59)
  assert.equal(findLocalWeekday('America/Los_Angeles', at), 4)
  assert.equal(findLocalDay('America/Los_Angeles', at) + 1, findLocalDay('America/New_York', at))
  const sunday = Date.parse('2026-11-22T12:00:00Z')
  assert.equal(
    findLocalWeek('America/Denver', sunday) + 1,
    findLocalWeek('America/Denver', sunday + 86_400_000),
  )
})

test('distances', () => {
  const vanNuys = { lat: 34.1867, lng: -118.449 }
  assert.equal(measureMetres(vanNuys, vanNuys), 0)
  assert.ok(Math.abs(measureMetres(vanNuys, { lat: 34.1912, lng: -118.449 }) - 500) < 2)
  assert.equal(measureMiles({ lat: 40.7128, lng: -74.006 }, { lat: 34.0522, lng: -118.2437 }), 2445.6)
})

test('a clock starts at its start time, and only a stepped one can be advanced', () => {
  const stepped = createClock('stepped', 1_000)
  stepped.advance(500)
  assert.equal(stepped.now(), 1_500)
  assert.throws(() => stepped.advance(-1), /forward/)
  const fast = createClock({ factor: 60 }, 1_000)
  assert.ok(fast.now() >= 1_000)
  assert.throws(() => fast.advance(1), /stepped/)
})

test('the ledger keeps wins forever and the rest up to a limit', () => {
  const ledger = createLedger(10)
  for (let at = 0; at < 100; at++) {
    ledger.append({ at, driverId: 'd1', action: 'accept', status: 410, code: 'gone' })
    ledger.append({ at, driverId: 'd2', action: 'accept', status: 200, offerId: `o${at}` })
  }
  assert.equal(ledger.list(0, 'd2').length, 100)
  assert.ok(ledger.list(0, 'd1').length <= 11)
  const seqs = ledger.list().map(({ seq }) => seq)
  assert.deepEqual(
    seqs,
    seqs.toSorted((a, b) => a - b),
  )
  assert.deepEqual(
    ledger.list(199).map(({ seq }) => seq),
    [200],
  )
})

function draw(...names: string[]): number[] {
  return Array.from({ length: 5 }, openStream(...names))
}

function mean(drawOne: () => number): number {
  return Array.from({ length: 20_000 }, drawOne).reduce((a, b) => a + b) / 20_000
}

function hours(zone: string, at: string): number {
  return findOffsetMs(zone, Date.parse(at)) / 3_600_000
}
