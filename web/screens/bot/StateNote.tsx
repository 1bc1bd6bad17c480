import { useQuery } from '@tanstack/react-query'
import type { BotReason } from '@madruga/core/bot-states.ts'
import { useServerTime } from '../../clock.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { IconEye } from '../../icons/drawings.ts'
import { sessionQuery } from '../../queries.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { filterScreen } from '../shell/menu.ts'
import type { Screen } from '../table.ts'
import { hasRestAhead } from './state.ts'
import type { BotView } from './state.ts'

/**
 * Notes under the state on home: shadow mode, a rest that a start would run into, a link to a reason's fix.
 */
export function StateNote({ view }: { view: BotView }) {
  const { reason, shadowUntil, restUntil } = view
  return (
    <>
      <StateHelp reason={reason} />
      {hasRestAhead(view) && restUntil !== null && <Resting until={restUntil} />}
      {shadowUntil !== null && <Watching until={shadowUntil} />}
    </>
  )
}

/** A note on home that the platform still wants rest while nothing runs: what a start does until then. */
function Resting({ until }: { until: number }) {
  const words = useWords()
  const timeZone = useQuery(sessionQuery).data?.timeZone
  const now = useServerTime(1_000)
  if (until <= now) return null
  return (
    <p className="mt-2 max-w-[42ch] font-semibold leading-snug">
      {words.t('rest.until', { when: words.dayTime(until, timeZone) })}
    </p>
  )
}

/** A note under the state on home that a run only watches. */
function Watching({ until }: { until: number }) {
  const words = useWords()
  const timeZone = useQuery(sessionQuery).data?.timeZone
  return (
    <ScreenLink
      screen="live-log-test"
      className="mt-2 flex min-h-12 items-center gap-2 font-bold text-amber-text underline"
    >
      <IconEye size={22} aria-hidden className="shrink-0" />
      {words.t('shadow.until', { when: words.dayTime(until, timeZone) })}
    </ScreenLink>
  )
}

/** The screen where a driver can fix a reason. */
const HELP: Partial<Record<BotReason, { screen: Screen | 'filter'; label: Key }>> = {
  aggressive_search: { screen: 'filter', label: 'act.filter' },
  sleep_after_award: { screen: 'filter', label: 'act.filter' },
  human_verification: { screen: 'captcha', label: 'act.captcha' },
  subscription_ended: { screen: 'activation', label: 'act.payment' },
  filter_too_dear: { screen: 'filter', label: 'act.filter' },
  sign_in_refused: { screen: 'sync', label: 'act.sync' },
  no_platform_account: { screen: 'sync', label: 'act.sync' },
  kill_switch: { screen: 'support', label: 'act.support' },
}

/** A link to the fix of a reason, if there is one. */
function StateHelp({ reason }: { reason: BotReason | null }) {
  const { say } = useWords()
  const help = reason === null ? undefined : HELP[reason]
  const driver = recallDriver()
  if (!help || !driver) return null
  return (
    <ScreenLink
      screen={help.screen === 'filter' ? filterScreen(driver) : help.screen}
      className="-mb-2 inline-flex min-h-12 items-center font-bold underline"
    >
      {say(help.label)}
    </ScreenLink>
  )
}
