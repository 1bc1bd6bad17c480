import { CHANNELS, NOTIFICATION_KINDS } from './model.ts'
import type { Channel, NotificationKind, NotifySettings } from './model.ts'

/**
 * What guards the account goes out by e-mail whatever was switched off: whoever took an account over must not
 * be able to silence it. So does the receipt of a payment: whoever is charged hears of it, with something to
 * show for it. And the end of a 2X15 run, which "stops with an email" (the seed, section 4).
 */
export const ALWAYS_BY_EMAIL: readonly NotificationKind[] = [
  'account_changed',
  'account_status',
  'payment_received',
  'run_over',
]

/**
 * Before a driver chooses: what can wait comes by push and e-mail, the bot's need of a person also by SMS.
 * Calls, quiet hours and repeats begin when the driver asks for them; the call is routed already, so that
 * switching the alert on is enough.
 */
export const DEFAULT_NOTIFY_SETTINGS: NotifySettings = {
  routes: {
    block_won: ['push', 'email', 'call'],
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

/** What the profile's one switch for calls promises: "when a block is won or you are needed". */
const CALLED: readonly NotificationKind[] = ['block_won', 'human_needed']

/** Whether the profile's switch for calls is on: calls are made, and each kind that it names makes one. */
export function isCallAlertOn({ routes, channels }: NotifySettings): boolean {
  return channels.call && CALLED.every((kind) => routes[kind].includes('call'))
}

/**
 * Settings after the profile's switches were saved. Calls are routed anew only where that switch was turned;
 * all else stays as it was chosen.
 */
export function setAlerts(
  settings: NotifySettings,
  alerts: { call: boolean; email: boolean },
): NotifySettings {
  const channels = { ...settings.channels, email: alerts.email }
  if (alerts.call === isCallAlertOn(settings)) return { ...settings, channels }
  const routes = { ...settings.routes }
  if (alerts.call) for (const kind of CALLED) routes[kind] = [...routes[kind], 'call']
  return normalizeSettings({ ...settings, routes, channels: { ...channels, call: alerts.call } })
}

/** Settings as they may be stored: each channel once and in order, and security mail kept. */
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

/** What the operator may set of news: how many days the inbox keeps them. */
export type NewsSettings = { keepDays: number }

/** As they lie in a row: kinds and channels that came later are missing in an old one. */
export type StoredSettings = {
  routes: Partial<NotifySettings['routes']>
  channels: Partial<NotifySettings['channels']>
  quiet: NotifySettings['quiet']
  repeat: NotifySettings['repeat']
}

/** The settings in force: what is stored, completed by the defaults; null = nothing stored. */
export function completeSettings(stored: StoredSettings | null): NotifySettings {
  if (stored === null) return DEFAULT_NOTIFY_SETTINGS
  return normalizeSettings({
    routes: { ...DEFAULT_NOTIFY_SETTINGS.routes, ...stored.routes },
    channels: { ...DEFAULT_NOTIFY_SETTINGS.channels, ...stored.channels },
    quiet: stored.quiet,
    repeat: stored.repeat,
  })
}
