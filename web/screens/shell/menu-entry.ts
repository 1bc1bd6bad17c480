import type { ShellKey } from '../../i18n.ts'
import type { Screen } from '../table.ts'
import type { MenuItem } from './menu.ts'

const FILTER: readonly ShellKey[] = ['FILTERS', 'ADVANCED_FILTER', 'PROFESSIONAL_FILTER']
const MONEY: readonly ShellKey[] = ['PAYMENT', 'INVOICES']
const HELP: readonly ShellKey[] = ['FQA', 'SUPPORT']

/**
 * The menu entries of a screen, the nearest first: a menu without one activates the next. Empty for screens
 * without a menu.
 */
const ENTRIES: Record<Screen, readonly ShellKey[]> = {
  home: ['HOME'],
  'spark-home': ['HOME'],
  inbox: ['HOME'],
  'bot-info': ['HOME'],
  'live-log-test': ['HOME'],
  logs: ['LOGS'],
  'spark-logs': ['LOGS'],
  'live-log': ['LOGS'],
  filter: FILTER,
  'advanced-filter': FILTER,
  'advanced-filter-v2': FILTER,
  'professional-filter': FILTER,
  'spark-filter': FILTER,
  activation: MONEY,
  payment: MONEY,
  'payment-history': MONEY,
  invoices: MONEY,
  'spark-invoices': MONEY,
  arrival: ['CHECKIN', 'HOME'],
  autostart: ['AUTOSTART', 'HOME'],
  forecast: ['AUTOSTART', 'HOME'],
  sync: ['SYNC', 'PROFILE'],
  captcha: ['SYNC', 'PROFILE'],
  location: ['LOCATION_MENU_NAME', 'HOME'],
  'instant-offers': ['LOCATION_MENU_NAME', 'HOME'],
  calendar: ['CALENDAR', 'HOME'],
  invite: ['REFERRAL', ...MONEY],
  recap: ['RECAP', 'LOGS'],
  profile: ['PROFILE'],
  'notification-settings': ['PROFILE'],
  messages: ['PROFILE'],
  support: ['SUPPORT'],
  fqa: HELP,
  termsandcondition: HELP,
  'privacy-policy': HELP,
  logout: ['LOG_OFF'],
  admin: ['title.admin', 'HOME'],
  login: [],
  register: [],
  otp: [],
  password: [],
}

/** The menu entry that a screen activates; null for an unknown address, and for screens without a menu. */
export function entryOf(items: readonly MenuItem[], screen: Screen | null): MenuItem | null {
  if (screen === null) return null
  const exact = items.find((item) => item.screen === screen)
  if (exact) return exact
  for (const title of ENTRIES[screen]) {
    const found = items.find((item) => item.title === title)
    if (found) return found
  }
  return null
}
