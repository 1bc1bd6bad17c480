import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntilQuiet } from './rest.ts'

const pause = () => Promise.resolve()

test('a slow gateway comes to rest: time waits until it has brought everything that is due', async () => {
  let [events, moves] = [1_706, 0]
  const look = async () => ({ counts: { payments: 0, events }, due: events })
  const move = async () => void (moves += 1)
  const bring = async () => void (events = Math.max(0, events - 1))
  assert.equal(await waitUntilQuiet({ look, move, pause: bring }), null)
  assert.equal(moves, 2, 'between the three looks that find nothing')
})

test('an event that comes again later comes once time has moved', async () => {
  let hours = 0
  const look = async () => ({ counts: { events: hours < 9 ? 1 : 0 }, due: 0 })
  assert.equal(await waitUntilQuiet({ look, move: async () => void (hours += 1), pause }), null)
})

test('a gateway that brings nothing, and money that stays under way, are reported', async () => {
  const counts = { payments: 2, events: 3 }
  for (const due of [3, 0])
    assert.equal(
      await waitUntilQuiet({ look: async () => ({ counts, due }), move: pause, pause }),
      '2 payments, 3 events',
    )
})

test('money that changes for ever is reported when its time is over', async () => {
  let moves = 0
  const look = async () => ({ counts: { payments: 1 + (moves % 2) }, due: 0 })
  assert.match((await waitUntilQuiet({ look, move: async () => void (moves += 1), pause }))!, /payments/)
})
