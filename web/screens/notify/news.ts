import type { Outputs } from '@madruga/core/contract.ts'
import { isOfOffer, placeOfOffer } from '@madruga/core/notify.ts'
import type { NotificationKind } from '@madruga/core/notify.ts'
import { readVariant } from '@madruga/core/variants.ts'
import type { KnownDriver } from '../../driver.ts'
import { invoicesScreen, nounOf } from '../invoices/names.ts'
import { homeScreen } from '../shell/menu.ts'
import type { Screen } from '../table.ts'

export type Notification = Outputs['notify']['inbox']['notifications'][number]

/** The target screen of each kind; of the others it is home. */
const SCREEN_OF: Partial<Record<NotificationKind, Screen>> = {
  human_needed: 'captcha',
  reminder: 'arrival',
  goal_reached: 'recap',
  shadow_over: 'live-log-test',
  autostart_missed: 'autostart',
  support_replied: 'support',
  account_changed: 'profile',
  account_status: 'profile',
  member_price: 'sync',
  invoice_issued: 'invoices',
  invoice_due: 'invoices',
  payment_failed: 'invoices',
  payment_received: 'payment-history',
  refunded: 'payment-history',
  subscription_ending: 'activation',
  edition_changed: 'activation',
  friend_joined: 'invite',
  credit_earned: 'invite',
  credit_withheld: 'invite',
  credit_taken_back: 'invite',
}

/** Where a notification leads: a screen, and the entry that opens there. */
export function wayOf(
  news: Pick<Notification, 'kind' | 'params'>,
  driver: Pick<KnownDriver, 'app'> | null,
): { screen: Screen; search?: Record<string, string | number> } {
  const { kind, params } = news
  return isOfOffer(kind)
    ? placeOfOffer(kind, params, readVariant(driver?.app))
    : { screen: screenFor(news, driver) }
}

function screenFor(
  { kind, params }: Pick<Notification, 'kind' | 'params'>,
  driver: Pick<KnownDriver, 'app'> | null,
): Screen {
  if (kind === 'payment_failed' && params.number === null) return 'activation'
  const owes = kind === 'account_status' && params.dues === true
  const screen = owes ? 'invoices' : (SCREEN_OF[kind] ?? homeScreen(driver))
  return screen === 'invoices' ? invoicesScreen(nounOf(driver)) : screen
}

/**
 * Important and not yet acknowledged; a block that is over and a reminder that is past need nothing anymore.
 * `now` is epoch ms.
 */
export function isWaiting({ kind, matters, acknowledgedAt, params }: Notification, now: number): boolean {
  if (!matters || acknowledgedAt !== null) return false
  if (kind === 'block_won') return Number(params.endAt) > now
  return kind !== 'reminder' || Number(params.startAt) > now
}
