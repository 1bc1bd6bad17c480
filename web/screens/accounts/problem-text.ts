import { useState } from 'react'
import { serverNow, useServerTime } from '../../clock.ts'
import type { Problem } from '../../client.ts'
import { formatLeft } from '../../countdown.ts'
import { useWords } from '../../i18n.ts'

const SECOND_MS = 1_000

/** A refusal as text, with the remaining wait and tries if the server provides them. */
export function useProblemText(problem: Problem | null): string | null {
  const { t, say } = useWords()
  const now = useServerTime(SECOND_MS)
  const [seen, setSeen] = useState<{ problem: Problem | null; until: number }>({ problem: null, until: 0 })
  if (seen.problem !== problem) {
    const seconds = Number(problem?.params.retryAfterSeconds ?? 0)
    setSeen({ problem, until: seconds > 0 ? serverNow() + seconds * SECOND_MS : 0 })
  }
  if (problem === null) return null
  if (seen.problem === problem && seen.until > 0) {
    const left = formatLeft(seen.until, now)
    if (left === null) return t('login.wait_over')
    if (problem.code === 'accounts.locked') return t('login.locked', { left })
    if (problem.code === 'accounts.code_limit') return t('otp.limited', { left })
  }
  const text = say(`error.${problem.code}`, problem.params)
  const tries = problem.params.triesLeft
  if (problem.code === 'accounts.code_mismatch' && typeof tries === 'number')
    return `${text} ${tries > 0 ? t('otp.tries', { count: tries }) : t('otp.no_tries')}`
  return text
}
