import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLANS } from '@madruga/core/plans.ts'
import { SCREENS, screenOf } from '../table.ts'
import type { Screen } from '../table.ts'
import { entryOf } from './menu-entry.ts'
import { menuOf } from './menu.ts'

const AMAZON = menuOf({ app: 'amazon', plan: 'basic' })
const SPARK = menuOf({ app: 'spark', plan: 'basic' })
const titleOf = (items: typeof AMAZON, pathname: string) => entryOf(items, screenOf(pathname))?.title ?? null

test('every guarded screen lights an entry in every menu, and an entry lights itself', () => {
  const screens = (Object.keys(SCREENS) as Screen[]).filter((screen) => SCREENS[screen].guarded)
  for (const app of ['amazon', 'spark'] as const) {
    for (const plan of PLANS) {
      for (const role of ['driver', 'operator'] as const) {
        const items = menuOf({ app, plan, role })
        for (const screen of screens) assert.ok(entryOf(items, screen), `${app} ${plan} ${role} ${screen}`)
        for (const item of items) assert.deepEqual(entryOf(items, item.screen), item)
      }
    }
  }
})

test('the entry is chosen by the first segment of the address', () => {
  assert.equal(titleOf(AMAZON, '/filter/anything'), 'FILTERS')
  assert.equal(titleOf(AMAZON, '/spark-home'), 'HOME')
  assert.equal(titleOf(AMAZON, '/nowhere'), null)
  assert.equal(titleOf(AMAZON, '/login'), null)
})

test('a sub-screen lights the entry that it hangs on', () => {
  assert.deepEqual(
    ['/instant-offers', '/captcha', '/payment-history', '/live-log', '/notification-settings'].map((path) =>
      titleOf(AMAZON, path),
    ),
    ['LOCATION_MENU_NAME', 'SYNC', 'PAYMENT', 'LOGS', 'PROFILE'],
  )
  const professional = menuOf({ app: 'amazon', plan: 'professional' })
  assert.equal(titleOf(professional, '/advanced-filter'), 'PROFESSIONAL_FILTER')
})

test('where the spark menu has no such entry, the nearest that it has is lit', () => {
  assert.deepEqual(
    ['/sync', '/captcha', '/payment', '/recap', '/fqa', '/calendar'].map((path) => titleOf(SPARK, path)),
    ['PROFILE', 'PROFILE', 'INVOICES', 'LOGS', 'SUPPORT', 'HOME'],
  )
})
