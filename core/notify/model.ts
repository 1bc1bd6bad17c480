import type { TaskAction } from '../autostart.ts'
import type { BlockChangeKind, Loss, Waiting } from '../events.ts'
import type { NamedDevice } from '../accounts.ts'
import type { Pay } from '../offers.ts'
import type { PaidPlan } from '../plans.ts'
import type { BotReason, StartRefusal } from '../bot-states.ts'

/** Channels besides the inbox, which always has everything. */
export const CHANNELS = ['push', 'email', 'sms', 'call'] as const
export type Channel = (typeof CHANNELS)[number]

/** Kinds of notifications; each has its text and `params` in both languages. */
export const NOTIFICATION_KINDS = [
  'block_won',
  'block_waiting',
  'block_taken',
  'block_changed',
  'human_needed',
  'run_over',
  'bot_failed',
  'bot_stopped',
  'autostart_missed',
  'reminder',
  'ask',
  'guard_paused',
  'goal_reached',
  'shadow_over',
  'support_replied',
  'account_changed',
  'account_status',
  'member_price',
  'invoice_issued',
  'invoice_due',
  'payment_received',
  'payment_failed',
  'subscription_ending',
  'edition_changed',
  'refunded',
  'friend_joined',
  'credit_earned',
  'credit_withheld',
  'credit_taken_back',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** One offer, or with `count` several (`joinNews`), whose hours are `workMs` together. */
type OfferParams = {
  station: string
  startAt: number
  endAt: number
  count?: number
  workMs?: number
  lastStartAt?: number
}

/** An accept that is, or was, not decided by the platform. */
type UndecidedParams = Pay & OfferParams & { waiting: Waiting }

/** The parameters of each kind's text; timestamps are epoch ms, money is cents. */
export type NotificationParams = {
  block_won: Pay & OfferParams & { blockId: string }
  /**
   * Accepted, and not decided by the platform yet. `blockId`: of its block, if it is won; omitted in older
   * ones.
   */
  block_waiting: UndecidedParams & { blockId?: string }
  /**
   * What was undecided is not the driver's; without a `loss` it was taken. `seq`: the log's line of it;
   * omitted in older ones.
   */
  block_taken: UndecidedParams & { loss?: Loss; seq?: number }
  /** The platform moved a held block, took it from the driver, or lists it again. */
  block_changed: OfferParams & { change: BlockChangeKind; wasStartAt: number }
  human_needed: Record<string, never>
  /** A 2X15 run has ended, with the earliest next start. */
  run_over: { startableAt: number }
  bot_failed: { reason: BotReason }
  bot_stopped: { reason: BotReason }
  /**
   * An autostart that was refused or came too late; an autostop can only come too late. No `action` = a
   * start.
   */
  autostart_missed: { refusal: StartRefusal | null; lateMs: number | null; action?: TaskAction }
  /** A block starts in this many minutes. */
  reminder: Pay & { blockId: string; station: string; startAt: number; minutes: number }
  /** An offer that matches only the wider rule; outdated after `expiresAt`. */
  ask: Pay & { askId: string; station: string; startAt: number; endAt: number; expiresAt: number }
  guard_paused: { reason: 'guard_misses' | 'guard_releases'; count: number; until: number }
  /** The week's goal and the pay of this week's blocks, both in the currency of most of them; none = USD. */
  goal_reached: { goalCents: number; bookedCents: number; currency?: string | null | undefined }
  /** What shadow mode would have won; of the `count` offers, `others` are paid in another currency. */
  shadow_over: Pick<Pay, 'payBasis' | 'currency'> & {
    runId: string
    seen: number
    count: number
    cents: number
    others?: number
  }
  support_replied: { requestId: number }
  /** `device`: a browser signed in from which the driver never had. */
  account_changed:
    | { what: 'email' | 'phone' | 'preferredEmail' | 'password' | 'passkey' }
    | ({ what: 'device' } & NamedDevice)
  /** `dues`: for an unpaid invoice, or paid and active again. */
  account_status: { status: 'active' | 'inactive' | 'suspended'; reason: string; dues?: boolean }
  /** What a platform asks of its members from a month, `2027-01`, on; 0 = nothing any more. */
  member_price: { house: string; cents: number; currency: string; from: string }
  invoice_issued: { number: string; dueCents: number; suspendsAt: number }
  /** A reminder of an unpaid invoice. */
  invoice_due: { number: string; dueCents: number; suspendsAt: number }
  /** Includes the receipt by e-mail. */
  payment_received: { paymentId: string; reference: string; amountCents: number; number: string }
  /**
   * A charge without the driver present, or one that a bank took days over, was declined; `number` is the
   * invoice's, null for a purchase.
   */
  payment_failed: { number: string | null; dueCents: number; reason: string }
  subscription_ending: { tier: PaidPlan; endsAt: number }
  /** Another plan applies from now on; null = basic. */
  edition_changed: { tier: PaidPlan | null; until: number | null }
  refunded: { reference: string; amountCents: number }
  /** A friend registered with the driver's code. */
  friend_joined: Record<string, never>
  /** A friend paid for the first time: the driver earns half a week, `worthCents` at most: what was paid. */
  credit_earned: { available: number; worthCents: number }
  /**
   * A friend earns no credit: they paid without a confirmed phone, with a card of the driver's, or with one
   * of a deleted account, or they had an account before they registered.
   */
  credit_withheld: { reason: 'phone_unconfirmed' | 'card_shared' | 'card_known' | 'account_known' }
  /**
   * An earned, unused credit is withdrawn: the friend's payment was refunded, or their card turned out to be
   * the driver's.
   */
  credit_taken_back: { reason: 'payment_returned' | 'card_shared'; available: number }
}

/** These repeat until they are acknowledged, if the driver wants that. */
export const MATTERING: readonly NotificationKind[] = ['block_won', 'human_needed', 'reminder']

/** One notification: its kind and the parameters of its text. */
export type NewsContent = {
  [K in NotificationKind]: { kind: K; params: NotificationParams[K] }
}[NotificationKind]

/** Minutes before a block's start at which a reminder may be sent (the seed's options). */
export const REMINDER_MINUTES = [60, 30, 15] as const
export type ReminderMinutes = (typeof REMINDER_MINUTES)[number]

/**
 * Which notifications a driver wants, by which channels, and when not. Minutes are of the driver's day, 0 to
 * 1439; an end before its start lies on the next day.
 */
export type NotifySettings = {
  routes: Record<NotificationKind, Channel[]>
  channels: Record<Channel, boolean>
  quiet: { enabled: boolean; startMinute: number; endMinute: number; letMattering: boolean }
  repeat: { enabled: boolean; everyMinutes: number; times: number }
}

/** Templates of messages beside notifications, as the outbox lists them. */
export const TEMPLATES = [
  'code',
  'account_exists',
  'contact_changed',
  'password_changed',
  'factor_guessed',
  'account_deleted',
  'instance_code',
  'house_report',
  'invitation',
  'news',
  'test',
  'incidents',
] as const
export type TemplateName = (typeof TEMPLATES)[number]

/** Why a message was not sent; providers add their own, such as `status_503`. */
export const MESSAGE_ERRORS = [
  'daily_cap',
  'device_gone',
  'expired',
  'fault',
  'invalid_recipient',
  'opted_out',
  'push_host',
  'push_keys',
  'tries_used_up',
  'twilio_21210',
  'twilio_21212',
  'twilio_21606',
  'twilio_30003',
  'twilio_30007',
  'twilio_30034',
] as const
