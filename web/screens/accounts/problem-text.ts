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
  const [seen, setSeen] = useState<{ problem: Problem | null; until: number }>({ problem: null, until: 0 })
  if (seen.problem !== problem) {
    const seconds = Number(problem?.params.retryAfterSeconds ?? 0)
    setSeen({ problem, until: seconds > 0 ? serverNow() + seconds * SECOND_MS : 0 })
  }
  if (problem === null) return null
  const waits = seen.problem === problem && seen.until > 0
  return (waits ? waitText(words, problem, formatLeft(seen.until, now)) : null) ?? refusalText(words, problem)
}

/** The text of a refusal that ends automatically, `left` from now; null for a code without one of its own. */
function waitText({ t }: Words, { code }: Problem, left: string | null): string | null {
  if (left === null) return t('login.wait_over')
  if (code === 'accounts.locked') return t('login.locked', { left })
  return code === 'accounts.code_limit' ? t('otp.limited', { left }) : null
}

function refusalText({ t, say }: Words, { code, params }: Problem): string {
  const text = say(`error.${code}`, params)
  const tries = params.triesLeft
  if (code !== 'accounts.code_mismatch' || typeof tries !== 'number') return text
  return tries > 0 ? `${text} ${t('otp.tries', { count: tries })}` : t('error.accounts.code_tries')
}
