import type { Words } from '../../i18n.ts'
import type { AskFields, GuardFields, NetFields } from './fields.ts'

/** A short summary of the confirmation requests. */
export function askState({ t, number }: Words, ask: AskFields): string {
  if (!ask.enabled) return t('beyond.off')
  const parts = [
    (ask.lowerPayPercent ?? 0) > 0 && t('beyond.state_lower', { n: number(ask.lowerPayPercent ?? 0) }),
    (ask.lessArrivalMinutes ?? 0) > 0 &&
      t('beyond.state_arrival', { n: number(ask.lessArrivalMinutes ?? 0) }),
    ask.anyHour && t('beyond.ask_hours'),
  ]
  return joined(parts) || t('beyond.on')
}

/** A short summary of the active safety limits. */
export function guardState({ t, number, money }: Words, guards: GuardFields): string {
  const parts = [
    (guards.weekGoal ?? 0) > 0 && t('beyond.state_goal', { pay: money((guards.weekGoal ?? 0) * 100) }),
    (guards.pauseAfterMisses ?? 0) > 0 &&
      t('beyond.state_misses', { n: number(guards.pauseAfterMisses ?? 0) }),
    (guards.pauseAfterReleases ?? 0) > 0 &&
      t('beyond.state_releases', { n: number(guards.pauseAfterReleases ?? 0) }),
    guards.keepDrivingTime && t('beyond.driving'),
  ]
  return joined(parts) || t('beyond.off')
}

/** A short summary of the net pay rule. */
export function netState({ t, money }: Words, net: NetFields): string {
  return (net.perHourMin ?? 0) > 0
    ? t('beyond.state_net', { pay: money((net.perHourMin ?? 0) * 100) })
    : t('beyond.off')
}

function joined(parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join(', ')
}
