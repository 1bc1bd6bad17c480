import { useState } from 'react'
import { serverNow, useServerTime } from '../../clock.ts'
import type { Problem } from '../../client.ts'
import { formatLeft } from '../../countdown.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'

const SECOND_MS = 1_000

/** A refusal as text, with the remaining wait and tries if the server provides them. */
export function useProblemText(problem: Problem | null): string | null {
  const words = useWords()
  const now = useServerTime(SECOND_MS)
  const [wait, setWait] = useState<{ problem: Problem | null; until: number }>({ problem: null, until: 0 })
  if (wait.problem !== problem) {
    const seconds = Number(problem?.params.retryAfterSeconds ?? 0)
    setWait({ problem, until: seconds > 0 ? serverNow() + seconds * SECOND_MS : 0 })
  }
  if (problem === null) return null
  const waits = wait.problem === problem && wait.until > 0
  return (waits ? waitText(words, problem, formatLeft(wait.until, now)) : null) ?? refusalText(words, problem)
}

/** The text of a refusal that ends automatically, `timeLeft` from now; null for any other code. */
function waitText({ t }: Words, { code }: Problem, timeLeft: string | null): string | null {
  if (timeLeft === null) return t('login.wait_over')
  if (code === 'accounts.locked') return t('login.locked', { left: timeLeft })
  return code === 'accounts.code_limit' ? t('otp.limited', { left: timeLeft }) : null
}

function refusalText({ t, say }: Words, { code, params }: Problem): string {
  const text = say(`error.${code}`, params)
  const tries = params.triesLeft
  if (code !== 'accounts.code_mismatch' || typeof tries !== 'number') return text
  return tries > 0 ? `${text} ${t('otp.tries', { count: tries })}` : t('error.accounts.code_tries')
}
