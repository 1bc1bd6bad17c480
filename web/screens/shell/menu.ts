import type { Plan } from '@madruga/core/plans.ts'
import type { KnownDriver } from '../../driver.ts'
import type { ShellKey } from '../../i18n.ts'
import type { Screen } from '../table.ts'

export type MenuItem = { title: ShellKey; screen: Screen }

/** An entry of a menu. */
export const item = (title: ShellKey, screen: Screen): MenuItem => ({ title, screen })

const SPARK: readonly MenuItem[] = [
  item('HOME', 'spark-home'),
  item('LOGS', 'spark-logs'),
  item('FILTERS', 'spark-filter'),
  item('INVOICES', 'spark-invoices'),
  item('PROFILE', 'profile'),
  item('SUPPORT', 'support'),
  item('LOG_OFF', 'logout'),
]

function amazonMenu(plan: Plan): MenuItem[] {
  return [
    item('HOME', 'home'),
    item('LOGS', 'logs'),
    filterItem(plan),
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

function filterItem(plan: Plan): MenuItem {
  if (plan === 'advanced') return item('ADVANCED_FILTER', 'advanced-filter-v2')
  if (plan === 'professional') return item('PROFESSIONAL_FILTER', 'professional-filter')
  return item('FILTERS', 'filter')
}

/**
 * The side menu, in the seed's order; a paid plan replaces the filter entry, and an operator's console
 * comes after home.
 */
export function menuOf(
  driver: Pick<KnownDriver, 'app' | 'plan'> & Partial<KnownDriver>,
): readonly MenuItem[] {
  const items = driver.app === 'spark' ? SPARK : amazonMenu(driver.plan)
  if (driver.role !== 'operator') return items
  return [...items.slice(0, 1), item('title.admin', 'admin'), ...items.slice(1)]
}

/** The driver's filter screen. */
export function filterScreen(driver: Pick<KnownDriver, 'app' | 'plan'>): Screen {
  return driver.app === 'spark' ? 'spark-filter' : filterItem(driver.plan).screen
}

/** Where the app opens: an operator's overview, a driver's home. */
export function startScreen(driver: Pick<KnownDriver, 'app'> & Partial<KnownDriver>): Screen {
  return driver.role === 'operator' ? 'admin' : homeScreen(driver)
}

/** The driver's home screen. */
export function homeScreen(driver: Pick<KnownDriver, 'app'> | null): Screen {
  return driver?.app === 'spark' ? 'spark-home' : 'home'
}
