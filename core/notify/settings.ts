import type { Variant } from '../offers.ts'
import { meetsKind } from './kinds.ts'
import { CHANNELS, NOTIFICATION_KINDS } from './model.ts'
import type { Channel, NotificationKind, NotifySettings } from './model.ts'

/**
 * Security notifications are always sent by e-mail: an attacker who took over an account must not be able to
 * silence them. So are the receipt of a payment, as the payer's evidence, a price before it is owed, and the
 * end of a 2X15 run, which "stops with an email" (the seed, section 4).
 */
export const ALWAYS_BY_EMAIL: readonly NotificationKind[] = [
  'account_changed',
  'account_status',
  'member_price',
  'payment_received',
  'run_over',
]

/**
 * Defaults: what can wait is sent by push and e-mail, the bot's need of a person also by SMS. Calls, quiet
 * hours and repetition start when the driver enables them; calls are already routed, so that enabling the
 * alert is enough.
 */
export const DEFAULT_NOTIFY_SETTINGS: NotifySettings = {
  routes: {
    block_won: ['push', 'email', 'call'],
    block_waiting: ['push'],
    block_taken: ['push', 'email'],
    block_changed: ['push', 'email'],
    human_needed: ['push', 'sms', 'call'],
    run_over: ['push', 'email'],
    bot_failed: ['push', 'email'],
    bot_stopped: ['push', 'email'],
    autostart_missed: ['push', 'email'],
    reminder: ['push', 'call'],
    ask: ['push'],
    guard_paused: ['push'],
    goal_reached: ['push', 'email'],
    shadow_over: ['push', 'email'],
    support_replied: ['push', 'email'],
    account_changed: ['email'],
    account_status: ['push', 'email'],
    member_price: ['email'],
    invoice_issued: ['email'],
    invoice_due: ['push', 'email'],
    payment_received: ['email'],
    payment_failed: ['push', 'email'],
    subscription_ending: ['push'],
    edition_changed: ['push'],
    refunded: ['email'],
    friend_joined: ['push'],
    credit_earned: ['push'],
    credit_withheld: ['push'],
    credit_taken_back: ['push'],
  },
  channels: { push: true, email: true, sms: true, call: false },
  quiet: { enabled: false, startMinute: 22 * 60, endMinute: 7 * 60, letMattering: true },
  repeat: { enabled: false, everyMinutes: 5, times: 3 },
}

/**
 * The promise of the profile's one switch for calls: "when a block is won or you are needed", the latter
 * where the app has human checks.
 */
function listCalled(variant: Variant): readonly NotificationKind[] {
  return (['block_won', 'human_needed'] as const).filter((kind) => meetsKind(variant, kind))
}

/** Whether the profile's switch for calls is on: calls are enabled, and each of its kinds uses them. */
export function isCallAlertOn({ routes, channels }: NotifySettings, variant: Variant): boolean {
  return channels.call && listCalled(variant).every((kind) => routes[kind].includes('call'))
}

/**
 * Settings after the profile's switches were saved. Calls are rerouted only if that switch changed;
 * everything else stays.
 */
export function setAlerts(
  settings: NotifySettings,
  alerts: { call: boolean; email: boolean },
  variant: Variant,
): NotifySettings {
  const channels = { ...settings.channels, email: alerts.email }
  if (alerts.call === isCallAlertOn(settings, variant)) return { ...settings, channels }
  const routes = { ...settings.routes }
  if (alerts.call) for (const kind of listCalled(variant)) routes[kind] = [...routes[kind], 'call']
  return normalizeSettings({ ...settings, routes, channels: { ...channels, call: alerts.call } })
}

/** Settings ready to be stored: each channel once and in order, security mail included. */
export function normalizeSettings(settings: NotifySettings): NotifySettings {
  const routes = Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, routeOf(kind, settings.routes[kind])]),
  ) as NotifySettings['routes']
  return { ...settings, routes }
}

function routeOf(kind: NotificationKind, chosen: readonly Channel[]): Channel[] {
  const always = ALWAYS_BY_EMAIL.includes(kind)
  return CHANNELS.filter((channel) => chosen.includes(channel) || (always && channel === 'email'))
}

/** As stored in a row: an old row lacks later kinds and channels. */
export type StoredSettings = {
  routes: Partial<NotifySettings['routes']>
  channels: Partial<NotifySettings['channels']>
  quiet: NotifySettings['quiet']
  repeat: NotifySettings['repeat']
}

/** The settings in force: the stored ones, completed by the defaults; null = none stored. */
export function completeSettings(stored: StoredSettings | null): NotifySettings {
  if (stored === null) return DEFAULT_NOTIFY_SETTINGS
  return normalizeSettings({
    routes: { ...DEFAULT_NOTIFY_SETTINGS.routes, ...stored.routes },
    channels: { ...DEFAULT_NOTIFY_SETTINGS.channels, ...stored.channels },
    quiet: stored.quiet,
    repeat: stored.repeat,
  })
}
