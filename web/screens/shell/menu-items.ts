import type { Plan } from '@madruga/core/plans.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { isBilled } from '../../paid.ts'
import type { KnownDriver } from '../../driver.ts'
import type { Key } from '../../i18n.ts'
import { isOfMoney } from './of-money.ts'
import type { Screen } from '../table.ts'
import { filterScreen } from './menu.ts'

export type MenuItem = { title: Key; screen: Screen }

/** An entry of a menu. */
export const item = (title: Key, screen: Screen): MenuItem => ({ title, screen })

function sparkMenu(): MenuItem[] {
  return [
    item('HOME', 'spark-home'),
    item('LOGS', 'spark-logs'),
    item('FILTERS', 'spark-filter'),
    item('INVOICES', 'spark-invoices'),
    item('PROFILE', 'profile'),
    item('SUPPORT', 'support'),
    item('LOG_OFF', 'logout'),
  ]
}

function courierMenu(): MenuItem[] {
  return [
    item('HOME', 'courier-home'),
    item('LOGS', 'courier-logs'),
    item('FILTERS', 'courier-filter'),
    item('CHECKIN', 'arrival'),
    item('AUTOSTART', 'autostart'),
    item('SYNC', 'sync'),
    item('CALENDAR', 'calendar'),
    item('RECAP', 'recap'),
    item('PROFILE', 'profile'),
    item('SUPPORT', 'support'),
    item('FQA', 'fqa'),
    item('LOG_OFF', 'logout'),
  ]
}

/** The menu of each kind of filter: with settings there are plans, and payments. */
const MENUS = { settings: amazonMenu, trips: sparkMenu, jobs: courierMenu }

const FILTER_TITLES = {
  basic: 'FILTERS',
  advanced: 'ADVANCED_FILTER',
  professional: 'PROFESSIONAL_FILTER',
} as const satisfies Record<Plan, Key>

function amazonMenu(plan: Plan): MenuItem[] {
  return [
    item('HOME', 'home'),
    item('LOGS', 'logs'),
    item(FILTER_TITLES[plan], filterScreen({ app: 'amazon', plan })),
    item('PAYMENT', 'activation'),
    item('CHECKIN', 'arrival'),
    item('AUTOSTART', 'autostart'),
    item('SYNC', 'sync'),
    item('LOCATION_MENU_NAME', 'location'),
    item('CALENDAR', 'calendar'),
    item('REFERRAL', 'invite'),
    item('RECAP', 'recap'),
    item('PROFILE', 'profile'),
    item('SUPPORT', 'support'),
    item('FQA', 'fqa'),
    item('LOG_OFF', 'logout'),
  ]
}

const CONSOLE_MENU: readonly MenuItem[] = [
  item('title.admin', 'admin'),
  item('title.inbox', 'inbox'),
  item('title.notification-settings', 'notification-settings'),
  item('PROFILE', 'profile'),
  item('LOG_OFF', 'logout'),
]

/** What an operator has use for without driving; any other screen is a driver's. */
const OPERATORS = new Set<Screen>([
  ...CONSOLE_MENU.map(({ screen }) => screen),
  'messages',
  'termsandcondition',
  'privacy-policy',
])

/** The entries without those about money, for a driver who pays nothing. */
export function withoutMoney(items: readonly MenuItem[], { app }: Pick<KnownDriver, 'app'>) {
  return isBilled(app) ? items : items.filter(({ screen }) => !isOfMoney(screen))
}

/** Whether a screen has the console's menu: an operator's, unless they went to the driver's app. */
export function isInConsole({ role }: Partial<KnownDriver>, current: Screen | null): boolean {
  return role === 'operator' && (current === null || OPERATORS.has(current))
}

/**
 * The side menu of a screen, in the seed's order; a paid plan replaces the filter entry. An operator has the
 * console's, and in the driver's app the console after home.
 */
export function menuOf(
  driver: Pick<KnownDriver, 'app' | 'plan'> & Partial<KnownDriver>,
  current: Screen | null = null,
): readonly MenuItem[] {
  if (isInConsole(driver, current)) return CONSOLE_MENU
  const items = withoutMoney(MENUS[describeVariant(driver.app).filterShape](driver.plan), driver)
  if (driver.role !== 'operator') return items
  return [...items.slice(0, 1), item('title.admin', 'admin'), ...items.slice(1)]
}
