import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOT_REASONS } from '@madruga/core/bot-states.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import { bot as botWords } from '@madruga/core/words/en/app/bot.ts'
import { console as consoleWords } from '@madruga/core/words/en/app/console.ts'
import { fillIn } from '@madruga/core/words/model.ts'
import type { Words } from '../../../i18n.ts'
import type { DriverDetail } from '../queries.ts'
import { sayBot } from './bot-state.ts'

const NOW = Date.UTC(2026, 10, 26, 15)
const texts: Record<string, unknown> = { ...botWords, ...consoleWords }
const words = {
  ...makeFormats('en', { timeZone: 'UTC', now: () => NOW }),
  t: (key: string, params: Record<string, string | number> = {}) => fillIn(String(texts[key] ?? key), params),
} as unknown as Words
const bot: NonNullable<DriverDetail['bot']> = { gps: false, reason: null, dueAt: null, starting: false }

test('a sleeping bot says until when and why', () => {
  const found = sayBot(
    words,
    { phase: 'sleeping', bot: { ...bot, reason: 'aggressive_search', dueAt: NOW + 12 * 60_000 } },
    NOW,
  )
  assert.match(found.state, /^Sleeping until .*3:12\sPM \(12 min left\)$/)
  assert.equal(found.reason, 'Search too fast for the delivery app.')
})

test('every reason has words for an operator, in the third person', () => {
  for (const reason of BOT_REASONS) {
    const said = sayBot(words, { phase: 'not_running', bot: { ...bot, reason } }, NOW).reason!
    assert.doesNotMatch(said, /^drivers\.|\b[Yy]our?\b/, reason)
  }
})

test('what has no end, is overdue, waits for a server, or does not exist', () => {
  const state = (phase: 'running' | 'sleeping' | null, change: Partial<typeof bot> = {}) =>
    sayBot(words, { phase, bot: phase && { ...bot, ...change } }, NOW).state
  assert.equal(state('running'), 'Running')
  assert.equal(state('running', { gps: true }), 'Running + GPS')
  assert.equal(state('sleeping', { dueAt: NOW - 1 }), 'Sleeping, about to change')
  assert.equal(state('running', { starting: true }), 'Waiting for a server')
  assert.equal(state(null), '–')
})
