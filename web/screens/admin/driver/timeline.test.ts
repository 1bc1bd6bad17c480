import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alongTimes } from './timeline.ts'

const at = (...times: number[]) => times.map((time) => ({ at: time }))
const times = ({ events }: { events: { at: number }[] }) => events.map((event) => event.at)

test('several lists are one, newest first', () => {
  const all = alongTimes([
    { events: at(9, 3), more: false },
    { events: at(7, 1), more: false },
  ])
  assert.deepEqual([times(all), all.waits], [[9, 7, 3, 1], []])
})

test('nothing shows below the list that is loaded least far, whose next page continues it', () => {
  const all = alongTimes([
    { events: at(9, 3), more: true },
    { events: at(7, 1), more: true },
    { events: at(8, 2), more: false },
  ])
  assert.deepEqual([times(all), all.waits], [[9, 8, 7, 3], [0]])
})

test('an empty list that may still have something holds all others back', () => {
  const all = alongTimes([
    { events: at(9), more: false },
    { events: at(), more: true },
  ])
  assert.deepEqual([times(all), all.waits], [[], [1]])
})
