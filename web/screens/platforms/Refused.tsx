import { toProblem } from '../../client.ts'
import type { ProblemCode } from '../../client.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { homeScreen } from '../shell/menu.ts'
import type { Screen } from '../table.ts'

const WAYS: Partial<Record<ProblemCode, { screen: Screen | 'home'; label: Key }>> = {
  'platforms.bot_running': { screen: 'home', label: 'sync.to_bot' },
  'platforms.human_needed': { screen: 'captcha', label: 'act.captcha' },
}

/** Why the platform, or we, refused, with a link to the fix; nothing without an error. */
export function Refused({ error }: { error: Error | null }) {
  const { say } = useWords()
  if (error === null) return null
  const problem = toProblem(error)
  const way = WAYS[problem.code]
  return (
    <Notice
      kind="bad"
      {...(way && {
        actions: (
          <ScreenLink screen={way.screen === 'home' ? homeScreen(recallDriver()) : way.screen}>
            {say(way.label)}
          </ScreenLink>
        ),
      })}
    >
      {say(`error.${problem.code}`, problem.params)}
    </Notice>
  )
}

/** What a confirmed action does, and why it was refused. */
export function Asked({ text, error }: { text: string; error: Error | null }) {
  return (
    <>
      <p className="leading-snug text-muted">{text}</p>
      {error !== null && (
        <div className="mt-4">
          <Refused error={error} />
        </div>
      )}
    </>
  )
}
