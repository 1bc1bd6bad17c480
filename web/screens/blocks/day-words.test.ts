import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFormats } from '@madruga/core/formats.ts'
import type { Words } from '../../i18n.ts'
import { headingOf, makeDayWords } from './day-words.ts'

const TODAY = '2026-11-26'
const heading = (language: 'en' | 'es', view: 'week' | 'month' | 'agenda', day: string) => {
  const words = { ...makeFormats(language, { now: () => Date.parse(TODAY) }), language } as unknown as Words
  return headingOf(makeDayWords(words, 'America/New_York'), { view, day, today: TODAY }).replace(/\s/gu, ' ')
}

test('a week of the calendar is headed by its own days, Monday to Sunday, never by "this week"', () => {
  assert.equal(heading('en', 'week', TODAY), 'Nov 23 – 29')
  assert.equal(heading('en', 'week', '2026-11-19'), 'Nov 16 – 22')
  assert.equal(heading('es', 'week', '2026-11-19'), '16–22 de nov')
  assert.equal(heading('en', 'week', '2026-11-30'), 'Nov 30 – Dec 6')
  assert.equal(heading('en', 'week', '2025-12-30'), 'Dec 29, 2025 – Jan 4, 2026')
})

test('a month and the agenda are headed by their month, with the year if it is another one', () => {
  assert.equal(heading('en', 'month', TODAY), 'November')
  assert.equal(heading('en', 'agenda', '2026-10-01'), 'October')
  assert.equal(heading('en', 'month', '2027-01-31'), 'January 2027')
})
