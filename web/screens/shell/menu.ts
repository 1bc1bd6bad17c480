import type { Plan } from '@madruga/core/plans.ts'
import { describeVariant, readVariant } from '@madruga/core/variants.ts'
import type { KnownDriver } from '../../driver.ts'
import type { HomeScreen, Screen } from '../table.ts'

const FILTER_SCREENS = {
  basic: 'filter',
  advanced: 'advanced-filter-v2',
  professional: 'professional-filter',
} as const satisfies Record<Plan, Screen>

/** The driver's filter screen. */
export function filterScreen(driver: Pick<KnownDriver, 'app' | 'plan'>): Screen {
  const { hasPlans, screens } = describeVariant(driver.app)
  return hasPlans ? FILTER_SCREENS[driver.plan] : screens.filter
}

/** Where the app opens: an operator's overview, a driver's home. */
export function startScreen(driver: Pick<KnownDriver, 'app'> & Partial<KnownDriver>): Screen {
  return driver.role === 'operator' ? 'admin' : homeScreen(driver)
}

/** The driver's home screen. */
export function homeScreen(driver: Pick<KnownDriver, 'app'> | null): HomeScreen {
  return describeVariant(readVariant(driver?.app)).screens.home
}

/** The screen of this driver's app that stands for one of the general ones. */
export function screenIn(driver: Pick<KnownDriver, 'app' | 'plan'> | null, screen: Screen): Screen {
  if (driver === null) return screen
  const { screens } = describeVariant(driver.app)
  if (screen === 'filter') return filterScreen(driver)
  return screen === 'home' || screen === 'logs' || screen === 'invoices' ? screens[screen] : screen
}
