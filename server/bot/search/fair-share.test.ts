import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRequestRate } from '@madruga/core/bot.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { BotDeps } from '../deps.ts'
import { findPerHour, fitToShare } from './fair-share.ts'
import type { Search } from './loop.ts'
import type { BotRow } from '../store/bots.ts'

const NOW = Date.UTC(2026, 10, 24, 8)

/** A platform of whose shared limit a driver may use `share` requests an hour; null = none is shared. */
const sharing = (share: number | null) =>
  ({ settings: DEFAULT_SETTINGS, platforms: { shareOf: () => share } }) as unknown as BotDeps

function searching(): { bot: BotRow; search: Search } {
  const rate = startRequestRate(DEFAULT_SETTINGS.budget, 1_000, NOW)
  const search = { platform: 'fleetbase:riders', pollMs: rate.pollMs, rate } as Search
  return { bot: { speed: '1X', custom: null } as BotRow, search }
}

test('what counts is a part of the shared limit, the platform’s grant, or the service’s own limit', () => {
  const { perHour } = DEFAULT_SETTINGS.budget
  assert.equal(findPerHour(sharing(90), 'fleetbase:riders', 5_000), 90)
  assert.equal(findPerHour(sharing(null), 'market', 600), 600)
  assert.equal(findPerHour(sharing(null), 'market', null), perHour)
  assert.equal(findPerHour(sharing(1_000_000), 'fleetbase:riders', null), perHour)
})

test('as drivers come and go, a search polls less often, or more often again', () => {
  const here = searching()
  fitToShare(sharing(60), here)
  const slow = here.search.pollMs
  assert.equal(here.search.rate!.budget.perHour, 60)
  assert.ok(slow >= 60_000, `${slow} ms for 60 requests an hour`)
  fitToShare(sharing(600), here)
  assert.ok(here.search.pollMs < slow)
  assert.equal(here.search.rate!.pollMs, here.search.pollMs)
})

test('a search whose limit is its own is left alone', () => {
  const here = searching()
  fitToShare(sharing(null), here)
  assert.deepEqual(here, searching())
})
