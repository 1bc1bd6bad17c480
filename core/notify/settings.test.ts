import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { CHANNELS, MATTERING, NOTIFICATION_KINDS, REMINDER_MINUTES } from './model.ts'
import type { Channel, NotificationKind, NotifySettings } from './model.ts'
import {
  ALWAYS_BY_EMAIL,
  completeSettings,
  DEFAULT_NOTIFY_SETTINGS,
  isCallAlertOn,
  normalizeSettings,
  setAlerts,
} from './settings.ts'

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
  const settings = completeSettings({ routes: { ...before, ask: [] }, channels, quiet, repeat })
  for (const kind of NOTIFICATION_KINDS)
    assert.deepEqual(settings.routes[kind], kind === 'ask' ? [] : routes[kind], kind)
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

test("the profile's switch for calls does what it says: on, a won block and a person who is needed both ring", () => {
  const on = setAlerts(DEFAULT_NOTIFY_SETTINGS, { call: true, email: true }, 'amazon')
  assert.ok(isCallAlertOn(on, 'amazon'))
  const { routes } = DEFAULT_NOTIFY_SETTINGS
  const muted = { ...on, routes: { ...routes, block_won: ['push'], human_needed: ['sms'] } } as NotifySettings
  assert.ok(!isCallAlertOn(muted, 'amazon'))
  const again = setAlerts(muted, { call: true, email: true }, 'amazon')
  assert.deepEqual(
    [again.routes.block_won, again.routes.human_needed],
    [
      ['push', 'call'],
      ['sms', 'call'],
    ],
  )
  assert.deepEqual(setAlerts(again, { call: false, email: true }, 'amazon').channels.call, false)
  assert.deepEqual(setAlerts(again, { call: false, email: true }, 'amazon').routes, again.routes)
})

test('where the app has no human checks, the switch for calls is about won blocks alone', () => {
  const channels = { ...DEFAULT_NOTIFY_SETTINGS.channels, call: true }
  const routes = { ...DEFAULT_NOTIFY_SETTINGS.routes, human_needed: [] }
  const chosen: NotifySettings = { ...DEFAULT_NOTIFY_SETTINGS, channels, routes }
  assert.deepEqual([isCallAlertOn(chosen, 'courier'), isCallAlertOn(chosen, 'amazon')], [true, false])
  const off = { ...chosen, routes: { ...routes, block_won: [] } }
  const on = setAlerts(off, { call: true, email: true }, 'courier')
  assert.deepEqual([on.routes.block_won, on.routes.human_needed], [['call'], []])
})

test('a profile saved without touching its switches leaves the routes as they were chosen', () => {
  const chosen: NotifySettings = {
    ...DEFAULT_NOTIFY_SETTINGS,
    routes: { ...DEFAULT_NOTIFY_SETTINGS.routes, block_won: ['push'] },
    channels: { push: true, email: true, sms: true, call: true },
  }
  assert.deepEqual(
    setAlerts(chosen, { call: isCallAlertOn(chosen, 'amazon'), email: true }, 'amazon'),
    chosen,
  )
})

test('quiet hours and repeats are off at first: from 22:00 to 7:00, and every 5 minutes up to 3 times', () => {
  const { quiet, repeat } = DEFAULT_NOTIFY_SETTINGS
  assert.deepEqual(quiet, { enabled: false, startMinute: 1_320, endMinute: 420, letMattering: true })
  assert.deepEqual(repeat, { enabled: false, everyMinutes: 5, times: 3 })
})

test('a reminder is sent 60, 30 or 15 minutes before the start', () => {
  assert.deepEqual(REMINDER_MINUTES, [60, 30, 15])
})
