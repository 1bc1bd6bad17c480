import type { KnownDriver } from '../../driver.ts'
import type { Key } from '../../i18n.ts'
import type { Screen } from '../table.ts'
import { alsoOf } from './menu-more.ts'
import { menuOf } from './menu-items.ts'
import type { MenuItem } from './menu-items.ts'

/** They lead home where a driver pays nothing. */
const MONEY: readonly Key[] = ['PAYMENT', 'INVOICES', 'HOME']
const FILTER: readonly Key[] = ['FILTERS', 'ADVANCED_FILTER', 'PROFESSIONAL_FILTER']

/** The menu entries of a screen that has none of its own, the nearest first. */
const ENTRIES: Partial<Record<Screen, readonly Key[]>> = {
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
  activation: MONEY,
  invoices: MONEY,
  'spark-invoices': MONEY,
  'courier-invoices': MONEY,
  payment: MONEY,
  'payment-history': MONEY,
  invite: ['HOME'],
  'live-log': ['LOGS'],
  'live-log-test': ['HOME'],
  'bot-info': ['FQA'],
  glance: ['HOME'],
  inbox: ['HOME'],
  forecast: ['RECAP'],
  'notification-settings': ['PROFILE'],
  messages: ['SUPPORT'],
  termsandcondition: ['FQA', 'title.admin'],
  'privacy-policy': ['FQA', 'title.admin'],
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
  const items = [...menuOf(driver, screen), ...alsoOf(driver, screen)]
  const exact = items.find((item) => item.screen === screen)
  if (exact) return exact
  for (const title of ENTRIES[screen] ?? []) {
    const match = items.find((item) => item.title === title)
    if (match) return match
  }
  return null
}
