import type { Problem, ProblemCode } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { formatLeft } from '../../countdown.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { filterScreen } from '../shell/menu.ts'
import type { Screen } from '../table.ts'

const WAYS: Partial<Record<ProblemCode, { screen: Screen | 'filter'; label: Key }>> = {
  'bot.no_filter': { screen: 'filter', label: 'act.filter' },
  'bot.filter_too_dear': { screen: 'filter', label: 'act.filter' },
  'bot.no_location': { screen: 'location', label: 'act.location' },
  'bot.no_subscription': { screen: 'activation', label: 'act.payment' },
  'bot.no_platform_account': { screen: 'sync', label: 'act.sync' },
  'bot.no_device': { screen: 'support', label: 'act.support' },
  'bot.inactive': { screen: 'support', label: 'act.support' },
}

async function renew(): Promise<void> {
  const { renewApp, thisBrowser } = await import('../app/renew.ts')
  await renewApp(thisBrowser())
}

/** A refused start or stop: the reason, and a link to the fix, or a retry once its time has come. */
export function Refusal({
  problem,
  onRetry,
  onClose,
}: {
  problem: Problem
  onRetry: () => void
  onClose: () => void
}) {
  const { t, say } = useWords()
  const now = useServerTime(1000)
  const way = WAYS[problem.code]
  const until = problem.params.until
  const timeLeft = typeof until === 'number' ? formatLeft(until, now) : null
  const driver = recallDriver()
  const action =
    problem.code === 'bot.old_version' ? (
      <button type="button" className="btn" onClick={() => void renew()}>
        {t('shell.reload')}
      </button>
    ) : way && driver ? (
      <ScreenLink screen={way.screen === 'filter' ? filterScreen(driver) : way.screen}>
        {say(way.label)}
      </ScreenLink>
    ) : typeof until === 'number' ? (
      <button
        type="button"
        className="btn tnum"
        aria-disabled={timeLeft !== null}
        onClick={() => {
          if (timeLeft === null) onRetry()
        }}
      >
        {t('shell.retry')} {timeLeft}
      </button>
    ) : null
  return (
    <Notice kind="bad" onClose={onClose} {...(action ? { actions: action } : {})}>
      {say(`error.${problem.code}`, problem.params)}
    </Notice>
  )
}
