import type { Outputs } from '@madruga/core/contract.ts'
import type { Channel, NotificationKind, ReminderMinutes } from '@madruga/core/notify.ts'
import { ALWAYS_BY_EMAIL, CHANNELS, meetsKind, NOTIFICATION_KINDS } from '@madruga/core/notify.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { isBilled, sendsTexts } from '../../paid.ts'
import { formatClock, parseClock } from '../filters/fields.ts'

type Settings = Outputs['notify']['settings']['settings']
/** What the form saves. */
export type Alerts = { settings: Settings; reminderMinutes: ReminderMinutes | null }

/** Alert settings in their form: clock texts; null for a cleared number. */
export type AlertFields = {
  routes: Settings['routes']
  channels: Settings['channels']
  /** As the selection names it. */
  reminder: '60' | '30' | '15' | 'none'
  quiet: { enabled: boolean; from: string; to: string; letMattering: boolean }
  repeat: { enabled: boolean; every: number | null; times: number | null }
}
export type AlertField = 'from' | 'to' | 'every' | 'times'

/** The contract's input. */
export const EVERY_MINUTES = { min: 1, max: 60 }
export const REPEAT_TIMES = { min: 1, max: 20 }

const MINUTES = { '60': 60, '30': 30, '15': 15, none: null } as const

export function toAlertFields({ settings, reminderMinutes }: Alerts): AlertFields {
  const { routes, channels, quiet, repeat } = settings
  const { enabled, startMinute, endMinute, letMattering } = quiet
  return {
    routes,
    channels,
    reminder: reminderMinutes === null ? 'none' : `${reminderMinutes}`,
    quiet: { enabled, from: formatClock(startMinute), to: formatClock(endMinute), letMattering },
    repeat: { enabled: repeat.enabled, every: repeat.everyMinutes, times: repeat.times },
  }
}

/** What a valid form saves. */
export function toAlerts({ routes, channels, reminder, quiet, repeat }: AlertFields): Alerts {
  const { enabled, from, to, letMattering } = quiet
  return {
    settings: {
      routes,
      channels,
      quiet: { enabled, startMinute: parseClock(from), endMinute: parseClock(to), letMattering },
      repeat: { enabled: repeat.enabled, everyMinutes: repeat.every ?? 0, times: repeat.times ?? 0 },
    },
    // A draft of another version may contain obsolete values.
    reminderMinutes: MINUTES[reminder] ?? null,
  }
}

/** Invalid fields. Disabled options must be valid too: they are stored. */
export function checkAlerts({ quiet, repeat }: AlertFields): AlertField[] {
  const faults: AlertField[] = []
  if (Number.isNaN(parseClock(quiet.from))) faults.push('from')
  if (Number.isNaN(parseClock(quiet.to))) faults.push('to')
  if (!isWithin(repeat.every, EVERY_MINUTES)) faults.push('every')
  if (!isWithin(repeat.times, REPEAT_TIMES)) faults.push('times')
  return faults
}

function isWithin(value: number | null, { min, max }: { min: number; max: number }): boolean {
  return value !== null && Number.isInteger(value) && value >= min && value <= max
}

type AlertGroup = {
  group: 'blocks' | 'bot' | 'money' | 'friends' | 'account'
  kinds: readonly NotificationKind[]
}

/** What drivers can be notified about, as the settings list it. */
const ALERT_GROUPS: readonly AlertGroup[] = [
  {
    group: 'blocks',
    kinds: ['block_won', 'block_waiting', 'block_taken', 'block_changed', 'ask', 'reminder'],
  },
  {
    group: 'bot',
    kinds: [
      'human_needed',
      'bot_failed',
      'bot_stopped',
      'autostart_missed',
      'run_over',
      'guard_paused',
      'goal_reached',
      'shadow_over',
    ],
  },
  {
    group: 'money',
    kinds: [
      'invoice_issued',
      'invoice_due',
      'payment_received',
      'payment_failed',
      'refunded',
      'subscription_ending',
      'edition_changed',
    ],
  },
  { group: 'friends', kinds: ['friend_joined', 'credit_earned', 'credit_withheld', 'credit_taken_back'] },
  { group: 'account', kinds: ['account_changed', 'account_status', 'member_price', 'support_replied'] },
]

const OF_MONEY = new Set<AlertGroup['group']>(['money', 'friends'])

/** The same for drivers of an app: without the kinds that they never meet. */
export function alertGroupsOf(app: Variant): readonly AlertGroup[] {
  const groups = isBilled(app) ? ALERT_GROUPS : ALERT_GROUPS.filter(({ group }) => !OF_MONEY.has(group))
  return groups.map(({ group, kinds }) => ({ group, kinds: kinds.filter((kind) => meetsKind(app, kind)) }))
}

/** The channels of a service: texts and calls only where they leave for phones. */
export function channelsOf(service: { texts: boolean } | null | undefined): readonly Channel[] {
  return sendsTexts(service)
    ? CHANNELS
    : CHANNELS.filter((channel) => channel !== 'sms' && channel !== 'call')
}

/** Whether e-mail for a kind cannot be disabled. */
export function isFixed(kind: NotificationKind, channel: Channel): boolean {
  return channel === 'email' && ALWAYS_BY_EMAIL.includes(kind)
}

/** Toggles one channel of one kind; channels keep their order. */
export function toggleRoute(
  routes: Settings['routes'],
  kind: NotificationKind,
  channel: Channel,
): Settings['routes'] {
  if (isFixed(kind, channel)) return routes
  const ways = routes[kind]
  const next = ways.includes(channel) ? ways.filter((one) => one !== channel) : [...ways, channel]
  return { ...routes, [kind]: CHANNELS.filter((one) => next.includes(one)) }
}

/** Whether two inputs are equal. */
export function sameAlerts(a: AlertFields, b: AlertFields): boolean {
  return canonical(a) === canonical(b)
}

function canonical({ routes, channels, reminder, quiet, repeat }: AlertFields): string {
  return JSON.stringify([
    NOTIFICATION_KINDS.map((kind) => CHANNELS.map((channel) => routes[kind].includes(channel))),
    CHANNELS.map((channel) => channels[channel]),
    reminder,
    [quiet.enabled, quiet.from, quiet.to, quiet.letMattering],
    [repeat.enabled, repeat.every, repeat.times],
  ])
}

/** Unsaved choices, stored on this device; completed by `fallback`. Null if there are none. */
export function readAlertDraft(text: string | null, fallback: AlertFields): AlertFields | null {
  if (text === null) return null
  try {
    const draft = JSON.parse(text) as Partial<AlertFields> | null
    if (typeof draft !== 'object' || draft === null) return null
    const routes = { ...fallback.routes, ...draft.routes }
    if (!NOTIFICATION_KINDS.every((kind) => Array.isArray(routes[kind]))) return null
    return {
      routes,
      channels: { ...fallback.channels, ...draft.channels },
      reminder: draft.reminder ?? fallback.reminder,
      quiet: { ...fallback.quiet, ...draft.quiet },
      repeat: { ...fallback.repeat, ...draft.repeat },
    }
  } catch {
    return null
  }
}
