import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeFilter, reviewFilter } from '@madruga/core/filters.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import type { Station } from '@madruga/core/offers.ts'
import type { Words } from '../../../i18n.ts'
import { safetyLimitState } from '../extras.ts'
import { bottomBar as english } from '@madruga/core/words/en/app/bottom-bar.ts'
import { bottomBar as spanish } from '@madruga/core/words/es/app/bottom-bar.ts'
import { describeFindings } from './finding-words.ts'

// Keys instead of texts, with their parameters.
const say = (key: string, params: Record<string, unknown> = {}) =>
  [key, ...Object.values(params)].map(String).join(' ')
const words = {
  ...makeFormats('en', { timeZone: 'UTC', now: () => Date.UTC(2026, 10, 20, 17) }),
  t: say,
  say,
} as unknown as Words

const PARIS: Station = {
  id: 'place',
  variant: 'courier',
  code: 'Bicicoop',
  name: 'Bicicoop',
  address: '',
  city: '',
  state: '',
  programme: 'place',
  latitude: 48.86,
  longitude: 2.35,
  timeZone: 'Europe/Paris',
  currency: 'EUR',
}

test('the amounts of findings are in the currency that the stations pay in; none = dollars', () => {
  const proposed = proposeFilter('courier', 'basic', 'Europe/Paris', [PARIS.id])
  const filter = { ...proposed, safetyLimits: { ...proposed.safetyLimits, weekGoalCents: 1 } }
  const amountsAt = (station: Station) =>
    describeFindings(words, reviewFilter(filter, [station]), [station])
      .map(({ text }) => text)
      .join('\n')
      .match(/[$€][\d.]+/g)
  const euros = amountsAt(PARIS)
  assert.match(String(euros), /^(€[\d.]+,?)+$/)
  const dollars = amountsAt({ ...PARIS, currency: null })
  assert.equal(String(dollars), String(euros).replaceAll('€', '$'))
})

test('no text of a finding writes its own currency', () => {
  for (const texts of [english, spanish])
    for (const [key, text] of Object.entries(texts)) assert.doesNotMatch(JSON.stringify(text), /[$€]/, key)
})

test('so is the weekly goal of the summary', () => {
  const { safetyLimits } = proposeFilter('courier', 'basic', 'Europe/Paris', [PARIS.id])
  const goal = { ...safetyLimits, weekGoal: 600 }
  assert.match(safetyLimitState(words, goal, 'EUR'), /€600/)
  assert.match(safetyLimitState(words, goal, null), /\$600/)
})
