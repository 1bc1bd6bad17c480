import type { Key, Words } from '../../i18n.ts'
import type { ConfirmationFields, SafetyLimitFields, NetFields } from './fields.ts'

/** The set values of a part by their labels, as "Hours per day 8, Days in a row 5"; empty if none is set. */
export function stateOf<T extends object>(
  { say, number }: Words,
  value: T,
  texts: { readonly [K in keyof T]?: Key },
): string {
  const parts = Object.entries(texts).map(([name, text]) => {
    const setting = value[name as keyof T]
    if (typeof setting === 'number') return setting > 0 && `${say(text as Key)} ${number(setting)}`
    return setting === true && say(text as Key)
  })
  return joined(parts)
}

/** A short summary of the confirmation requests; empty if there are none. */
export function confirmationState({ t, number }: Words, confirmation: ConfirmationFields): string {
  if (!confirmation.enabled) return ''
  const parts = [
    (confirmation.lowerPayPercent ?? 0) > 0 &&
      t('beyond.state_lower', { n: number(confirmation.lowerPayPercent ?? 0) }),
    (confirmation.lessArrivalMinutes ?? 0) > 0 &&
      t('beyond.state_arrival', { n: number(confirmation.lessArrivalMinutes ?? 0) }),
    confirmation.anyHour && t('beyond.confirmation_hours'),
  ]
  return joined(parts) || t('beyond.on')
}

/** A short summary of the active safety limits; empty if there are none. */
export function safetyLimitState(
  { t, number, money }: Words,
  safetyLimits: SafetyLimitFields,
  currency: string | null,
): string {
  const parts = [
    (safetyLimits.weekGoal ?? 0) > 0 &&
      t('beyond.state_goal', { pay: money((safetyLimits.weekGoal ?? 0) * 100, currency) }),
    (safetyLimits.pauseAfterMisses ?? 0) > 0 &&
      t('beyond.state_misses', { n: number(safetyLimits.pauseAfterMisses ?? 0) }),
    (safetyLimits.pauseAfterReleases ?? 0) > 0 &&
      t('beyond.state_releases', { n: number(safetyLimits.pauseAfterReleases ?? 0) }),
    safetyLimits.keepDrivingTime && t('beyond.driving'),
  ]
  return joined(parts)
}

/** A short summary of the net pay rule; empty if there is none. */
export function netState({ t, money }: Words, net: NetFields, currency: string | null): string {
  return (net.perHourMin ?? 0) > 0
    ? t('beyond.state_net', { pay: money((net.perHourMin ?? 0) * 100, currency) })
    : ''
}

function joined(parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join(', ')
}
