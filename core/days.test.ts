import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayNames, formatDay, formatHour, formatMinute, isDay, shiftDay } from './days.ts'

test('a timestamp is named by the day that its zone has then, however often it is asked', () => {
  const midnight = Date.parse('2026-11-21T00:00-05:00')
  const nameOf = dayNames('America/New_York')
  for (let turn = 0; turn < 2; turn++)
    assert.deepEqual([nameOf(midnight - 1), nameOf(midnight)], ['2026-11-20', '2026-11-21'])
  assert.equal(dayNames('America/Chicago')(midnight), '2026-11-20')
})

test('a day is one of the calendar, written in full', () => {
  for (const day of ['2026-11-21', '2028-02-29']) assert.equal(isDay(day), true, day)
  for (const text of [
    '',
    '2026',
    '2026-11',
    '2026-02-30',
    '2026-13-01',
    '2026-11-21T',
    '21.11.2026',
    '2026-02-29',
    '2026-2-1',
  ])
    assert.equal(isDay(text), false, text)
  assert.deepEqual([shiftDay('2026-12-31', 1), shiftDay('2027-01-01', -1)], ['2027-01-01', '2026-12-31'])
  assert.equal(shiftDay('2028-03-01', -1), '2028-02-29')
})

const said = (text: string) => text.replaceAll(/\s/gu, ' ')

test('days, minutes and hours of the wall clock are the same in every zone', () => {
  const [miami, paris] = ['America/New_York', 'Europe/Paris'].map((timeZone) => ({
    locale: 'en-US',
    timeZone,
  }))
  assert.equal(formatDay('en-US', '2026-11-29'), 'Sun, Nov 29')
  assert.deepEqual(
    [0, 330, 810, 1_440].map((minute) => said(formatMinute(miami!, minute))),
    ['12:00 AM', '5:30 AM', '1:30 PM', '12:00 AM'],
  )
  assert.deepEqual([formatMinute(paris!, 1_440), formatMinute(paris!, 810)], ['00:00', '13:30'])
  assert.deepEqual(
    [0, 5, 24].map((hour) => [said(formatHour(miami!, hour)), formatHour(paris!, hour)]),
    [
      ['12 AM', '00:00'],
      ['5 AM', '05:00'],
      ['12 AM', '00:00'],
    ],
  )
  assert.equal(said(formatHour({ locale: 'es-US', timeZone: 'America/Boise' }, 17)), '5 p.m.')
})
