import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { excessOf, planShare, roomOf, shareOf, turnInMs } from './share.ts'

const workers = fc.array(
  fc.record({ capacity: fc.integer({ min: 0, max: 500 }), held: fc.integer({ min: 0, max: 500 }) }),
  { minLength: 1, maxLength: 6 },
)

test('workers that each look at the others come to even shares, with nothing left that one of them has room for', () => {
  const property = fc.property(workers, fc.integer({ min: 0, max: 2_000 }), (list, first) => {
    const all = list.map(({ capacity, held }) => ({ capacity, held }))
    let waiting = first
    const sum = (pick: (one: { capacity: number; held: number }) => number) =>
      all.reduce((total, one) => total + pick(one), 0)
    const demand = sum((one) => one.held) + waiting
    for (let beat = 0; beat < 40; beat++)
      for (const one of all) {
        const others = {
          othersCapacity: sum((each) => each.capacity) - one.capacity,
          othersHeld: sum((each) => each.held) - one.held,
          waiting,
        }
        const share = shareOf(one.capacity, one.held, others)
        const claimCount = Math.max(0, Math.min(share - one.held, waiting))
        const excess = excessOf({ share, capacity: one.capacity }, one.held, others, 200)
        one.held += claimCount - excess
        waiting += excess - claimCount
      }
    const capacity = sum((one) => one.capacity)
    assert.equal(sum((one) => one.held) + waiting, demand, 'no bot is lost')
    assert.ok(waiting === 0 || sum((one) => Math.max(0, one.capacity - one.held)) === 0, `${waiting} wait`)
    for (const one of all) {
      const even = Math.min(one.capacity, (demand * one.capacity) / capacity || 0)
      // A worker that holds more than it has room for keeps them while no other has room.
      if (demand <= capacity)
        assert.ok(Math.abs(one.held - even) <= 6 + 0.1 * even, `${one.held}, even is ${even}`)
    }
  })
  const overfull = [
    { capacity: 9, held: 0 },
    { capacity: 200, held: 206 },
  ]
  fc.assert(property, { numRuns: 300, examples: [[overfull, 2]] })
})

test('a worker that leaves has no share, and gives back no faster than the others start', () => {
  const others = { othersCapacity: 100, othersHeld: 20, waiting: 0 }
  assert.equal(shareOf(0, 60, others), 0)
  assert.equal(excessOf({ share: 0, capacity: 0 }, 60, others, 25), 25)
  assert.equal(
    excessOf({ share: 0, capacity: 0 }, 60, { ...others, othersCapacity: 0, othersHeld: 0 }, 25),
    0,
    'no one is there to take them',
  )
})

test('what waits already is started before what a worker gives back', () => {
  const others = { othersCapacity: 100, othersHeld: 20, waiting: 15 }
  assert.equal(excessOf({ share: 30, capacity: 200 }, 60, others, 25), 10)
  assert.equal(excessOf({ share: 30, capacity: 200 }, 60, { ...others, waiting: 25 }, 25), 0)
})

test('a worker that is late takes few more bots, and gives back none of its share', () => {
  const limits = { capacity: 10_000, startsPerSecond: 300 }
  const others = { othersCapacity: 20_000, othersHeld: 1_000, waiting: 0 }
  assert.equal(roomOf(limits, 500, true), 515)
  assert.deepEqual(planShare(limits, 500, true, others), { fair: 500, roomy: 504, excess: 0 })
  const start = { ...others, waiting: 3_000 }
  assert.deepEqual(planShare(limits, 500, true, start), { fair: 515, roomy: 515, excess: 0 })
  assert.equal(planShare(limits, 900, true, others).excess, 266, 'what is beyond its share it does')
})

test('without capacity no worker has a share', () => {
  assert.equal(shareOf(0, 0, { othersCapacity: 0, othersHeld: 0, waiting: 5 }), 0)
})

test('a turn comes after those before it, in whole seconds; without room it does not come', () => {
  assert.equal(turnInMs({ ahead: 0, room: 1, startsPerSecond: 50 }), 0)
  assert.equal(turnInMs({ ahead: 1, room: 500, startsPerSecond: 50 }), 1_000)
  assert.equal(turnInMs({ ahead: 499, room: 500, startsPerSecond: 50 }), 10_000)
  assert.equal(turnInMs({ ahead: 500, room: 500, startsPerSecond: 50 }), null)
  assert.equal(turnInMs({ ahead: 0, room: 0, startsPerSecond: 0 }), null)
})
