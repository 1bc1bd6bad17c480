import type { KnownDriver } from '../../driver.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import type { Screen } from '../table.ts'
import { homeScreen } from './menu.ts'
import { isInConsole, item, withoutMoney } from './menu-items.ts'
import type { MenuItem } from './menu-items.ts'

/** Screens of both apps that the seed's menus do not list. */
const BEYOND: readonly MenuItem[] = [
  item('title.inbox', 'inbox'),
  item('title.glance', 'glance'),
  item('title.live-log', 'live-log'),
  item('title.notification-settings', 'notification-settings'),
  item('title.bot-info', 'bot-info'),
  item('title.live-log-test', 'live-log-test'),
  item('title.forecast', 'forecast'),
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

const COURIER_TOO: readonly MenuItem[] = [item('LOCATION_MENU_NAME', 'location')]

const AMAZON_TOO: readonly MenuItem[] = [
  item('title.instant-offers', 'instant-offers'),
  item('INVOICES', 'invoices'),
]

const TOO = { settings: AMAZON_TOO, trips: SPARK_TOO, jobs: COURIER_TOO }

/** After the console's menu: the driver's app, for an operator who drives, and the documents. */
function moreOfConsole(driver: Pick<KnownDriver, 'app'>): readonly MenuItem[] {
  return [
    item('menu.driving', homeScreen(driver)),
    item('title.messages', 'messages'),
    item('title.termsandcondition', 'termsandcondition'),
    item('title.privacy-policy', 'privacy-policy'),
  ]
}

/** The screens that come after the menu: with it, every screen that its reader has use for. */
export function moreOf(
  driver: Pick<KnownDriver, 'app'> & Partial<KnownDriver>,
  current: Screen | null = null,
): readonly MenuItem[] {
  if (isInConsole(driver, current)) return moreOfConsole(driver)
  const { filterShape, hasHumanChecks } = describeVariant(driver.app)
  const beyond = BEYOND.filter(({ screen }) => hasHumanChecks || screen !== 'captcha')
  return withoutMoney([...TOO[filterShape], ...beyond], driver)
}
