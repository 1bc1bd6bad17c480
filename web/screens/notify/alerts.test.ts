import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_NOTIFY_SETTINGS, meetsKind, NOTIFICATION_KINDS } from '@madruga/core/notify.ts'
import { VARIANTS } from '@madruga/core/variants.ts'
import {
  alertGroupsOf,
  channelsOf,
  checkAlerts,
  isFixed,
  readAlertDraft,
  sameAlerts,
  toAlertFields,
  toAlerts,
  toggleRoute,
} from './alerts.ts'

const stored = { settings: DEFAULT_NOTIFY_SETTINGS, reminderMinutes: null }
const fields = toAlertFields(stored)

test('a service without an account for texts offers neither texts nor calls', () => {
  assert.deepEqual(channelsOf({ texts: false }), ['push', 'email'])
  assert.deepEqual(channelsOf({ texts: true }), ['push', 'email', 'sms', 'call'])
})

test('every kind of notification that a driver can meet stands in one group, and no other', () => {
  for (const app of VARIANTS) {
    const met = NOTIFICATION_KINDS.filter((kind) => meetsKind(app, kind))
    const listed = alertGroupsOf(app).flatMap(({ kinds }) => kinds)
    assert.deepEqual(listed.toSorted(), met.toSorted(), app)
  }
})

test('a courier is asked about no plan and no human check, and about the run whose speed they can choose', () => {
  const courier = alertGroupsOf('courier').flatMap(({ kinds }) => kinds)
  for (const kind of ['human_needed', 'subscription_ending', 'edition_changed'] as const)
    assert.ok(!courier.includes(kind), kind)
  assert.ok(courier.includes('block_waiting') && courier.includes('run_over'))
})

test('there and back again changes nothing, midnight included', () => {
  assert.deepEqual(toAlerts(fields), stored)
  const midnight = {
    ...DEFAULT_NOTIFY_SETTINGS,
    quiet: { enabled: true, startMinute: 0, endMinute: 1439, letMattering: false },
  }
  const late = { ...stored, settings: midnight }
  assert.deepEqual(toAlerts(toAlertFields(late)), late)
})

test('every reminder of the seed goes there and back, and none', () => {
  for (const reminderMinutes of [60, 30, 15, null] as const)
    assert.deepEqual(toAlerts(toAlertFields({ ...stored, reminderMinutes })), { ...stored, reminderMinutes })
})

test('cleared times and numbers outside their range are named, whether switched on or off', () => {
  assert.deepEqual(checkAlerts(fields), [])
  assert.deepEqual(checkAlerts({ ...fields, quiet: { ...fields.quiet, from: '', to: '' } }), ['from', 'to'])
  const faultsOf = (every: number | null, times: number | null) =>
    checkAlerts({ ...fields, repeat: { enabled: false, every, times } })
  assert.deepEqual(faultsOf(null, 21), ['every', 'times'])
  assert.deepEqual(faultsOf(0, 0), ['every', 'times'])
  assert.deepEqual(faultsOf(61, 1.5), ['every', 'times'])
  assert.deepEqual(faultsOf(60, 20), [])
})

test('a channel of a kind is switched in its place; mail that guards the account stays', () => {
  const routes = toggleRoute(fields.routes, 'human_needed', 'email')
  assert.deepEqual(routes.human_needed, ['push', 'email', 'sms', 'call'])
  assert.deepEqual(toggleRoute(routes, 'human_needed', 'push').human_needed, ['email', 'sms', 'call'])
  assert.ok(isFixed('account_changed', 'email') && !isFixed('account_changed', 'sms'))
  assert.equal(toggleRoute(fields.routes, 'account_status', 'email'), fields.routes)
})

test('the order in which channels were tapped is no change; a switch is one', () => {
  const swapped = { ...fields, routes: { ...fields.routes, run_over: ['email' as const, 'push' as const] } }
  assert.ok(sameAlerts(fields, swapped))
  assert.ok(!sameAlerts(fields, { ...fields, channels: { ...fields.channels, call: true } }))
  assert.ok(!sameAlerts(fields, { ...fields, reminder: '30' }))
})

test('a draft comes back whole; what is none does not', () => {
  const draft = { ...fields, channels: { ...fields.channels, sms: false } }
  assert.deepEqual(readAlertDraft(JSON.stringify(draft), fields), draft)
  const old = readAlertDraft(JSON.stringify({ channels: { sms: false } }), fields)
  assert.deepEqual(old, draft)
  for (const text of [null, 'broken', 'null', '3', '{"routes":{"block_won":7}}'])
    assert.equal(readAlertDraft(text, fields), null, String(text))
})
