import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCREENS, screenOf } from '../table.ts'
import { filterScreen, homeScreen, menuOf } from './menu.ts'

const titles = (app: 'amazon' | 'spark', prepaid: 1 | 2 | null) =>
  menuOf({ app, prepaid }).map((item) => `${item.title} /${item.screen}`)

test("the amazon menu is the seed's", () => {
  assert.deepEqual(titles('amazon', null), [
    'HOME /home',
    'LOGS /logs',
    'FILTERS /filter',
    'PAYMENT /activation',
    'CHECKIN /arrival',
    'AUTOSTART /autostart',
    'SYNC /sync',
    'LOCATION_MENU_NAME /location',
    'CALENDAR /calendar',
    'REFERRAL /invite',
    'RECAP /recap',
    'PROFILE /profile',
    'SUPPORT /support',
    'FQA /fqa',
    'LOG_OFF /logout',
  ])
})

test('prepaid replaces the filter entry in its place', () => {
  assert.equal(titles('amazon', 1)[2], 'ADVANCED_FILTER /advanced-filter-v2')
  assert.equal(titles('amazon', 2)[2], 'PROFESSIONAL_FILTER /professional-filter')
  assert.equal(titles('amazon', 2).length, 15)
})

test("the spark menu is the seed's, whatever prepaid says", () => {
  assert.deepEqual(titles('spark', 1), [
    'HOME /spark-home',
    'LOGS /spark-logs',
    'FILTERS /spark-filter',
    'INVOICES /spark-invoices',
    'PROFILE /profile',
    'SUPPORT /support',
    'LOG_OFF /logout',
  ])
})

test('an operator has one more entry, after home; a driver has none', () => {
  for (const app of ['amazon', 'spark'] as const) {
    const drivers = menuOf({ app, prepaid: null, role: 'driver' })
    const operators = menuOf({ app, prepaid: null, role: 'operator' })
    assert.deepEqual(operators[1], { title: 'title.admin', screen: 'admin' })
    assert.deepEqual(
      operators.filter((item) => item.screen !== 'admin'),
      drivers,
    )
    assert.ok(drivers.every((item) => item.screen !== 'admin'))
  }
})

test("every route of the seed has a screen, found by an address's first segment", () => {
  const routes =
    'home profile login register logs logout support filter arrival invoices autostart location advanced-filter calendar termsandcondition advanced-filter-v2 instant-offers captcha live-log fqa payment professional-filter activation payment-history recap live-log-test invite notification-settings sync otp privacy-policy password spark-home spark-logs spark-filter spark-invoices'
  const ours = 'inbox forecast bot-info admin messages'
  assert.deepEqual(Object.keys(SCREENS).sort(), `${routes} ${ours}`.split(' ').sort())
  assert.equal(screenOf('/filter/anything'), 'filter')
  assert.equal(screenOf('/nowhere'), null)
  assert.equal(screenOf('/toString'), null)
})

test('where a driver begins and edits', () => {
  assert.equal(homeScreen(null), 'home')
  assert.equal(homeScreen({ app: 'spark' }), 'spark-home')
  assert.equal(filterScreen({ app: 'spark', prepaid: null }), 'spark-filter')
})
