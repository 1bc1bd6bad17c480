import type { TaskAction } from '../autostart.ts'
import type { PaidTier } from '../billing.ts'
import type { BotReason, StartRefusal } from '../bot.ts'

/** Ways to reach a driver besides the inbox, which always has everything. */
export const CHANNELS = ['push', 'email', 'sms', 'call'] as const
export type Channel = (typeof CHANNELS)[number]

/** What a driver is told of; each has its words and its `params` in both languages. */
export const NOTIFICATION_KINDS = [
  'block_won',
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

/** What the words of each kind name; instants are epoch ms, money is cents. */
export type NotificationParams = {
  block_won: {
    blockId: string
    station: string
    startAt: number
    endAt: number
    payCents: number
    tipCents: number
  }
  human_needed: Record<string, never>
  /** A 2X15 run is over; from when the next may start. */
  run_over: { startableAt: number }
  bot_failed: { reason: BotReason }
  bot_stopped: { reason: BotReason }
  /**
   * An autostart that was refused, or came too late; an autostop only ever comes too late. No `action` = a
   * start.
   */
  autostart_missed: { refusal: StartRefusal | null; lateMs: number | null; action?: TaskAction }
  /** A block starts in so many minutes. */
  reminder: { blockId: string; station: string; startAt: number; payCents: number; minutes: number }
  /** An offer that fits the wider rule only; of no use after `expiresAt`. */
  ask: {
    askId: string
    station: string
    startAt: number
    endAt: number
    payCents: number
    tipCents: number
    expiresAt: number
  }
  guard_paused: { reason: 'guard_misses' | 'guard_releases'; count: number; until: number }
  /** The week's goal and what the blocks of this week pay. */
  goal_reached: { goalCents: number; bookedCents: number }
  /** What shadow mode would have won. */
  shadow_over: { runId: string; seen: number; count: number; cents: number }
  support_replied: { requestId: number }
  account_changed: { what: 'email' | 'phone' | 'preferredEmail' | 'password' }
  /** `dues`: for an unpaid invoice, or paid and back. */
  account_status: { status: 'active' | 'inactive' | 'suspended'; reason: string; dues?: boolean }
  invoice_issued: { number: string; dueCents: number; suspendsAt: number }
  /** A reminder of an unpaid invoice. */
  invoice_due: { number: string; dueCents: number; suspendsAt: number }
  /** With the receipt by e-mail. */
  payment_received: { paymentId: string; reference: string; amountCents: number; number: string }
  /**
   * A charge was refused that was made without the driver, or that a bank took days over; `number` is the
   * invoice's, null that of a purchase.
   */
  payment_failed: { number: string | null; dueCents: number; reason: string }
  subscription_ending: { tier: PaidTier; endsAt: number }
  /** Another edition counts from now on; null = basic. */
  edition_changed: { tier: PaidTier | null; until: number | null }
  refunded: { reference: string; amountCents: number }
  /** A friend registered with the driver's code. */
  friend_joined: Record<string, never>
  /** A friend paid for the first time: half of a week is theirs. */
  credit_earned: { available: number }
  /**
   * A friend earns no credit: they paid without a confirmed phone, with a card of the driver's, or with one
   * of an account that was deleted, or they registered and had an account before.
   */
  credit_withheld: { reason: 'phone_unconfirmed' | 'card_shared' | 'card_known' | 'account_known' }
  /**
   * A credit that was earned and not used is gone: the friend's payment went back, or their card turned out
   * to be the driver's.
   */
  credit_taken_back: { reason: 'payment_returned' | 'card_shared'; available: number }
}

/** These repeat until they are acknowledged, if the driver wants that. */
export const MATTERING: readonly NotificationKind[] = ['block_won', 'human_needed', 'reminder']

/** One piece of news: what happened, and what its words name. */
export type NewsContent = {
  [K in NotificationKind]: { kind: K; params: NotificationParams[K] }
}[NotificationKind]

/** Minutes before the start of a block at which a reminder may come (the seed's options). */
export const REMINDER_MINUTES = [60, 30, 15] as const
export type ReminderMinutes = (typeof REMINDER_MINUTES)[number]

/**
 * What a driver wants to hear of, how, and when not. Minutes are of the driver's day, 0 to 1439; an end
 * before its start lies on the next day.
 */
export type NotifySettings = {
  routes: Record<NotificationKind, Channel[]>
  channels: Record<Channel, boolean>
  quiet: { enabled: boolean; startMinute: number; endMinute: number; letMattering: boolean }
  repeat: { enabled: boolean; everyMinutes: number; times: number }
}
