import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { CHANNELS, MATTERING, NOTIFICATION_KINDS } from './model.ts'
import type { Channel, NotificationKind, NotifySettings } from './model.ts'
import { ALWAYS_BY_EMAIL, completeSettings, DEFAULT_NOTIFY_SETTINGS, normalizeSettings } from './settings.ts'

const anyRoutes = fc.record(
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, fc.array(fc.constantFrom(...CHANNELS))])),
) as fc.Arbitrary<Record<NotificationKind, Channel[]>>

test('the defaults are themselves in order, reach the driver of everything, and end a 2X15 run with an e-mail', () => {
  assert.deepEqual(normalizeSettings(DEFAULT_NOTIFY_SETTINGS), DEFAULT_NOTIFY_SETTINGS)
  for (const kind of NOTIFICATION_KINDS) {
    const { routes, channels } = DEFAULT_NOTIFY_SETTINGS
    assert.ok(
      routes[kind].some((channel) => channels[channel]),
      kind,
    )
  }
  assert.ok(DEFAULT_NOTIFY_SETTINGS.routes.run_over.includes('email'))
  for (const kind of MATTERING) assert.ok(DEFAULT_NOTIFY_SETTINGS.routes[kind].includes('push'))
})

test('whatever is saved: each channel once and in order, security mail kept, saving again changes nothing', () => {
  fc.assert(
    fc.property(anyRoutes, (routes) => {
      const saved = normalizeSettings({ ...DEFAULT_NOTIFY_SETTINGS, routes })
      assert.deepEqual(normalizeSettings(saved), saved)
      for (const kind of NOTIFICATION_KINDS) {
        const always: Channel[] = ALWAYS_BY_EMAIL.includes(kind) ? ['email'] : []
        const wanted = new Set([...routes[kind], ...always])
        assert.deepEqual(
          saved.routes[kind],
          CHANNELS.filter((channel) => wanted.has(channel)),
        )
      }
    }),
  )
})

test('settings that were stored before there was news of money are whole: its defaults, and all that was chosen', () => {
  const { routes, channels, quiet, repeat } = DEFAULT_NOTIFY_SETTINGS
  const money = new Set(NOTIFICATION_KINDS.slice(NOTIFICATION_KINDS.indexOf('invoice_issued')))
  const before = Object.fromEntries(
    NOTIFICATION_KINDS.filter((kind) => !money.has(kind)).map((kind) => [kind, routes[kind].toReversed()]),
  )
  const settings = completeSettings({ routes: { ...before, run_over: [] }, channels, quiet, repeat })
  for (const kind of NOTIFICATION_KINDS)
    assert.deepEqual(settings.routes[kind], kind === 'run_over' ? [] : routes[kind], kind)
})

test('what an old row lacks comes from the defaults, what it has stays', () => {
  assert.equal(completeSettings(null), DEFAULT_NOTIFY_SETTINGS)
  const { quiet, repeat } = DEFAULT_NOTIFY_SETTINGS
  const stored: Partial<NotifySettings['routes']> = { block_won: ['call'] }
  const settings = completeSettings({ routes: stored, channels: { push: false }, quiet, repeat })
  assert.deepEqual(settings.routes.block_won, ['call'])
  assert.deepEqual(settings.routes.run_over, DEFAULT_NOTIFY_SETTINGS.routes.run_over)
  assert.deepEqual(settings.channels, { ...DEFAULT_NOTIFY_SETTINGS.channels, push: false })
})
