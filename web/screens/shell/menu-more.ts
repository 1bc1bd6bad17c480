import type { KnownDriver } from '../../driver.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import type { Screen } from '../table.ts'
import { homeScreen, screenIn } from './menu.ts'
import { isInConsole, item, withoutMoney } from './menu-items.ts'
import type { MenuItem } from './menu-items.ts'

/** Screens that are reached from where they are needed, and found by the search of the menu. */
const BEYOND: readonly MenuItem[] = [
  item('title.inbox', 'inbox'),
  item('title.glance', 'glance'),
  item('title.notification-settings', 'notification-settings'),
  item('title.live-log-test', 'live-log-test'),
  item('title.captcha', 'captcha'),
  item('title.payment-history', 'payment-history'),
  item('menu.cards', 'payment'),
  item('title.messages', 'messages'),
  item('title.termsandcondition', 'termsandcondition'),
  item('title.privacy-policy', 'privacy-policy'),
]

/** Screens that the amazon menu lists and the spark menu does not, although they work for both apps. */
const SPARK_TOO: readonly MenuItem[] = [
  item('CHECKIN', 'arrival'),
  item('CALENDAR', 'calendar'),
  item('RECAP', 'recap'),
  item('SYNC', 'sync'),
  item('AUTOSTART', 'autostart'),
  item('LOCATION_MENU_NAME', 'location'),
  item('REFERRAL', 'invite'),
  item('FQA', 'fqa'),
]

const TOO = { settings: [], trips: SPARK_TOO, jobs: [item('LOCATION_MENU_NAME', 'location')] }

/** After the console's menu: the driver's app, for an operator who drives, and the demo's messages. */
function moreOfConsole(driver: Pick<KnownDriver, 'app'>): readonly MenuItem[] {
  return [item('menu.driving', homeScreen(driver)), item('title.messages', 'messages')]
}

type Reader = Pick<KnownDriver, 'app' | 'plan'> & Partial<KnownDriver>

/** The entries that follow the seed's in the menu. */
export function alsoOf(driver: Reader, current: Screen | null = null): readonly MenuItem[] {
  if (isInConsole(driver, current)) return moreOfConsole(driver)
  return withoutMoney(TOO[describeVariant(driver.app).filterShape], driver)
}

/** The screens without an entry: with the menu's, every screen that its reader has use for. */
export function beyondOf(driver: Reader, current: Screen | null = null): readonly MenuItem[] {
  if (isInConsole(driver, current)) return []
  const { hasHumanChecks, hasPlans } = describeVariant(driver.app)
  const beyond = BEYOND.filter(({ screen }) => hasHumanChecks || screen !== 'captcha')
  const ofPlans = hasPlans
    ? [item('title.instant-offers', 'instant-offers'), item('INVOICES', 'invoices')]
    : []
  return withoutMoney([...ofPlans, ...beyond], driver)
}

/** Screens that lie behind one of the tabs. */
const BEHIND: Partial<Record<Screen, Screen>> = { payment: 'activation', 'payment-history': 'invoices' }

/**
 * The screens that share a place, as tabs under the title, and the lit one; none where a screen stands alone.
 */
export function tabsOf(
  driver: Reader,
  current: Screen | null,
): { tabs: readonly MenuItem[]; lit: Screen } | null {
  if (current === null || isInConsole(driver, current)) return null
  const { hasPlans, hasInstantOffers } = describeVariant(driver.app)
  const places = [
    [
      hasPlans ? item('PAYMENT', 'activation') : item('menu.cards', 'payment'),
      item('INVOICES', screenIn(driver, 'invoices')),
    ],
    [
      item('SYNC', 'sync'),
      item('LOCATION_MENU_NAME', 'location'),
      ...(hasInstantOffers ? [item('title.instant-offers', 'instant-offers')] : []),
      item('AUTOSTART', 'autostart'),
    ],
  ]
  const behind = BEHIND[current]
  const names = [current, ...(behind ? [screenIn(driver, behind)] : [])]
  for (const name of names) {
    const tabs = places.find((place) => place.some(({ screen }) => screen === name))
    if (tabs) return { tabs, lit: name }
  }
  return null
}
