import type { KnownDriver } from '../../driver.ts'
import type { ShellKey } from '../../i18n.ts'
import type { Screen } from '../table.ts'
import { moreOf } from './menu-more.ts'
import { menuOf } from './menu-items.ts'
import type { MenuItem } from './menu-items.ts'

const FILTER: readonly ShellKey[] = ['FILTERS', 'ADVANCED_FILTER', 'PROFESSIONAL_FILTER']

/** The menu entries of a screen that has none of its own, the nearest first. */
const ENTRIES: Partial<Record<Screen, readonly ShellKey[]>> = {
  home: ['HOME'],
  'spark-home': ['HOME'],
  'courier-home': ['HOME'],
  logs: ['LOGS'],
  'spark-logs': ['LOGS'],
  'courier-logs': ['LOGS'],
  filter: FILTER,
  'advanced-filter': FILTER,
  'advanced-filter-v2': FILTER,
  'professional-filter': FILTER,
  'spark-filter': FILTER,
  'courier-filter': FILTER,
  // Those of money lead home where a driver pays nothing.
  activation: ['PAYMENT', 'INVOICES', 'HOME'],
  invoices: ['INVOICES', 'HOME'],
  'spark-invoices': ['INVOICES', 'HOME'],
  'courier-invoices': ['INVOICES', 'HOME'],
  payment: ['HOME'],
  'payment-history': ['HOME'],
  invite: ['HOME'],
  'instant-offers': ['LOCATION_MENU_NAME'],
  admin: ['HOME'],
  captcha: ['HOME'],
}

/**
 * The entry that a screen activates, of the driver's menu or of what follows it; null for an unknown address,
 * and for screens without a menu.
 */
export function entryOf(
  driver: Pick<KnownDriver, 'app' | 'plan'> & Partial<KnownDriver>,
  screen: Screen | null,
): MenuItem | null {
  if (screen === null) return null
  const items = [...menuOf(driver, screen), ...moreOf(driver, screen)]
  const exact = items.find((item) => item.screen === screen)
  if (exact) return exact
  for (const title of ENTRIES[screen] ?? []) {
    const found = items.find((item) => item.title === title)
    if (found) return found
  }
  return null
}
