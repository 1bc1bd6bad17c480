import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLANS } from '@madruga/core/plans.ts'
import { VARIANTS } from '@madruga/core/variants.ts'
import { SCREENS, screenOf } from '../table.ts'
import type { Screen } from '../table.ts'
import { entryOf } from './menu-entry.ts'
import { alsoOf } from './menu-more.ts'
import { menuOf } from './menu-items.ts'

const AMAZON = { app: 'amazon', plan: 'basic' } as const
const SPARK = { app: 'spark', plan: 'basic' } as const
const titleOf = (driver: Parameters<typeof entryOf>[0], pathname: string) =>
  entryOf(driver, screenOf(pathname))?.title ?? null

/** Screens of somebody who is not signed in, or not yet. */
const OUTSIDE: readonly Screen[] = ['login', 'register', 'otp', 'password']

test('every screen of a driver lights an entry, and an entry lights itself', () => {
  const screens = (Object.keys(SCREENS) as Screen[]).filter((screen) => !OUTSIDE.includes(screen))
  for (const app of VARIANTS) {
    for (const plan of PLANS) {
      for (const role of ['driver', 'operator'] as const) {
        const driver = { app, plan, role }
        for (const screen of screens) assert.ok(entryOf(driver, screen), `${app} ${plan} ${role} ${screen}`)
        // In the menu that its own screen has: an operator's way into the driver's app leads to another menu.
        for (const { screen } of [...menuOf(driver), ...alsoOf(driver)])
          assert.equal(entryOf(driver, screen)?.screen, screen)
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

test('a screen of another plan or app lights the entry that stands for it', () => {
  const professional = { app: 'amazon', plan: 'professional' } as const
  assert.equal(titleOf(professional, '/advanced-filter'), 'PROFESSIONAL_FILTER')
  assert.equal(titleOf(SPARK, '/filter'), 'FILTERS')
  assert.equal(titleOf(SPARK, '/instant-offers'), 'LOCATION_MENU_NAME')
  assert.equal(titleOf(AMAZON, '/spark-invoices'), 'PAYMENT')
})
