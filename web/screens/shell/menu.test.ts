import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Variant } from '@madruga/core/offers.ts'
import type { Plan } from '@madruga/core/plans.ts'
import { VARIANTS } from '@madruga/core/variants.ts'
import { SCREENS, screenOf } from '../table.ts'
import { alsoOf, beyondOf, tabsOf } from './menu-more.ts'
import { menuOf } from './menu-items.ts'
import { filterScreen, homeScreen, screenIn, startScreen } from './menu.ts'

const titles = (app: Variant, plan: Plan) =>
  menuOf({ app, plan }).map((item) => `${item.title} /${item.screen}`)

test('a paid plan replaces the filter entry in its place', () => {
  assert.equal(titles('amazon', 'advanced')[2], 'ADVANCED_FILTER /advanced-filter-v2')
  assert.equal(titles('amazon', 'professional')[2], 'PROFESSIONAL_FILTER /professional-filter')
  assert.equal(titles('amazon', 'professional').length, 15)
})

/** Every screen that a driver's menu lists or finds. */
const reach = (driver: { app: Variant; plan: Plan }) =>
  [...menuOf(driver), ...alsoOf(driver), ...beyondOf(driver)].map((item) => item.screen)

test("what follows the seed's menu repeats none of its entries, and brings spark what works for it too", () => {
  for (const app of VARIANTS) {
    const screens = reach({ app, plan: 'basic' })
    assert.deepEqual(screens, [...new Set(screens)])
  }
  const spark = alsoOf({ app: 'spark', plan: 'basic' }).map((item) => item.screen)
  assert.deepEqual(spark, ['arrival', 'calendar', 'recap', 'sync', 'autostart', 'location', 'invite', 'fqa'])
  assert.deepEqual(alsoOf({ app: 'amazon', plan: 'basic' }), [])
})

test('a courier, who pays nothing, has no entry about money', () => {
  const screens = reach({ app: 'courier', plan: 'basic' })
  for (const screen of ['activation', 'payment', 'payment-history', 'courier-invoices', 'invite'] as const)
    assert.ok(!screens.includes(screen), screen)
})

test('the human check is found where the platforms of an app have one', () => {
  const withCheck = VARIANTS.filter((app) => reach({ app, plan: 'basic' }).includes('captcha'))
  assert.deepEqual(withCheck, ['amazon', 'spark'])
})

function place(app: Variant, screen: Parameters<typeof tabsOf>[1]) {
  const found = tabsOf({ app, plan: 'basic' }, screen)
  return found && [found.tabs.map((tab) => tab.screen).join(' '), found.lit]
}

test('screens that share a place are its tabs, and what lies behind a tab lights it', () => {
  assert.deepEqual(place('amazon', 'payment'), ['activation invoices', 'activation'])
  assert.deepEqual(place('amazon', 'payment-history'), ['activation invoices', 'invoices'])
  assert.deepEqual(place('spark', 'payment'), ['payment spark-invoices', 'payment'])
  assert.deepEqual(place('spark', 'payment-history'), ['payment spark-invoices', 'spark-invoices'])
  assert.deepEqual(place('amazon', 'instant-offers'), [
    'sync location instant-offers autostart',
    'instant-offers',
  ])
  assert.deepEqual(place('courier', 'sync'), ['sync location autostart', 'sync'])
  assert.equal(place('amazon', 'calendar'), null)
  assert.equal(tabsOf({ app: 'amazon', plan: 'basic', role: 'operator' }, 'admin'), null)
})

test('an operator has the menu of the console, which holds no screen of a driver but the way to them', () => {
  for (const app of VARIANTS) {
    const operator = { app, plan: 'basic', role: 'operator' } as const
    for (const screen of [null, 'admin', 'inbox', 'profile', 'privacy-policy'] as const) {
      assert.deepEqual(
        menuOf(operator, screen).map((item) => item.screen),
        ['admin', 'inbox', 'notification-settings', 'profile', 'logout'],
      )
      assert.deepEqual(
        [...alsoOf(operator, screen), ...beyondOf(operator, screen)].map((item) => item.screen),
        [homeScreen(operator), 'messages'],
      )
    }
  }
})

test("in the driver's app an operator has the driver's menu, with the console after home; a driver has none", () => {
  for (const app of VARIANTS) {
    const drivers = menuOf({ app, plan: 'basic', role: 'driver' }, 'calendar')
    const operators = menuOf({ app, plan: 'basic', role: 'operator' }, 'calendar')
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
  const ours =
    'courier-home courier-logs courier-filter courier-invoices inbox forecast glance bot-info admin messages'
  assert.deepEqual(Object.keys(SCREENS).sort(), `${routes} ${ours}`.split(' ').sort())
  assert.equal(screenOf('/filter/anything'), 'filter')
  assert.equal(screenOf('/nowhere'), null)
  assert.equal(screenOf('/toString'), null)
})

test('where a driver begins and edits', () => {
  assert.equal(homeScreen(null), 'home')
  assert.equal(homeScreen({ app: 'spark' }), 'spark-home')
  assert.equal(startScreen({ app: 'spark', role: 'driver' }), 'spark-home')
  assert.equal(startScreen({ app: 'amazon', role: 'operator' }), 'admin')
  assert.equal(filterScreen({ app: 'spark', plan: 'basic' }), 'spark-filter')
  assert.equal(homeScreen({ app: 'courier' }), 'courier-home')
  assert.equal(filterScreen({ app: 'courier', plan: 'basic' }), 'courier-filter')
  assert.equal(screenIn({ app: 'courier', plan: 'basic' }, 'logs'), 'courier-logs')
  assert.equal(screenIn({ app: 'spark', plan: 'basic' }, 'calendar'), 'calendar')
  assert.equal(screenIn(null, 'filter'), 'filter')
})
