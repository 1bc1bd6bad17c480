import type { BotReason } from '@madruga/core/bot-states.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { filterScreen } from '../shell/menu.ts'
import type { Screen } from '../table.ts'

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
export function StateHelp({ reason }: { reason: BotReason | null }) {
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
