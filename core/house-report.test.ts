import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countHouse, emailIn, monthsOfHouse, monthToSend } from './house-report.ts'
import type { MemberMonth } from './house-report.ts'
import { HOUR_MS } from './time.ts'

const member = (hours: number, changes: Partial<MemberMonth> = {}): MemberMonth => ({
  hasBot: false,
  byBot: 0,
  byHand: 0,
  workMs: hours * HOUR_MS,
  ...changes,
})
const bot = { hasBot: true }

test('shifts are counted by who took them, and hours by whether a member has a bot', () => {
  const figures = countHouse([
    member(8, { ...bot, byBot: 2, byHand: 1 }),
    member(20.25, { ...bot, byBot: 5 }),
    member(11, { ...bot, byBot: 3 }),
    member(30, { byHand: 8 }),
  ])
  assert.deepEqual(figures.shifts, { byBots: 10, byPeople: 9 })
  assert.deepEqual(figures.members, { withBot: 3, withoutBot: 1 })
  assert.deepEqual(figures.hours.withBot, { least: 8, median: 11, most: 20.3 })
})

test('the middle of an even number of members is between two of them', () => {
  const { hours } = countHouse([member(4), member(10), member(1), member(30)])
  assert.deepEqual(hours.withoutBot, { least: 1, median: 7, most: 30 })
})

test('a spread of fewer than three members is not shown: it would say what one of them works', () => {
  const { hours } = countHouse([member(9, bot), member(3, bot), member(1), member(2), member(3)])
  assert.equal(hours.withBot, null)
  assert.deepEqual(hours.withoutBot, { least: 1, median: 2, most: 3 })
})

test('a month without members has no shifts and no spread', () => {
  assert.deepEqual(countHouse([]), {
    shifts: { byBots: 0, byPeople: 0 },
    members: { withBot: 0, withoutBot: 0 },
    hours: { withBot: null, withoutBot: null },
  })
})

test('reports go back to the month of the record, and a year at most', () => {
  const now = Date.UTC(2027, 0, 15)
  assert.deepEqual(monthsOfHouse(Date.UTC(2026, 10, 30, 23), now), ['2027-01', '2026-12', '2026-11'])
  assert.deepEqual(monthsOfHouse(Date.UTC(2020, 1, 1), now).length, 12)
  assert.deepEqual(monthsOfHouse(Date.UTC(2027, 5, 1), now), ['2027-01'], 'a clock that was set back')
})

test('the report of a month is sent from the 2nd to the 8th of the next one', () => {
  assert.equal(monthToSend(Date.UTC(2026, 11, 1, 23)), null)
  assert.equal(monthToSend(Date.UTC(2026, 11, 2)), '2026-11')
  assert.equal(monthToSend(Date.UTC(2027, 0, 8, 23)), '2026-12')
  assert.equal(monthToSend(Date.UTC(2027, 0, 9)), null)
  assert.equal(monthToSend(Date.UTC(2027, 0, 15)), null)
})

test('who authorised an instance is written to where the record has their address', () => {
  assert.equal(emailIn('Assembly of 3 May, Junta@Bicicoop.Example'), 'junta@bicicoop.example')
  assert.equal(emailIn('Lucía Pardo <lucia@bicicoop.coop>, 305-555-0142'), 'lucia@bicicoop.coop')
  assert.equal(emailIn('Lucía Pardo, at the office'), null)
})
