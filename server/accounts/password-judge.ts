import { createHash } from 'node:crypto'
import { checkPassword } from '@madruga/core/accounts.ts'
import type { AccountFieldCode } from '@madruga/core/errors.ts'
import { loadCommonPasswords } from './common-passwords.ts'

type Person = Parameters<typeof checkPassword>[1]

/** Why a new password of a person is refused; null when it is good. */
export type PasswordJudge = (password: string, person: Person) => Promise<AccountFieldCode | null>

type JudgeDeps = {
  /** Where digests of breached passwords are asked for by their beginning; null = nowhere. */
  breachesUrl: string | null
  onFault: (message: string, details: unknown[]) => void
}

const ANSWER_MS = 3_000
const PREFIX = 5

/**
 * Judges by our own lists, and by those of breached passwords where somebody keeps them. When these do not
 * answer, ours have to do: nobody should be unable to change a password because a server of others is down.
 */
export function createPasswordJudge({ breachesUrl, onFault }: JudgeDeps): PasswordJudge {
  const isCommon = loadCommonPasswords()
  return async (password, person) => {
    const refused = checkPassword(password, person, isCommon)
    if (refused !== null || breachesUrl === null) return refused
    try {
      return (await isBreached(breachesUrl, password)) ? 'accounts.password_breached' : null
    } catch (error) {
      onFault('breached passwords could not be looked up', [error])
      return null
    }
  }
}

/**
 * Asks a range of "Pwned Passwords": its protocol knows SHA-1, and is told the first five digits alone, which
 * a thousand breached passwords share. Padding hides even how many.
 */
async function isBreached(url: string, password: string): Promise<boolean> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  const answer = await fetch(`${url}/${digest.slice(0, PREFIX)}`, {
    headers: { 'Add-Padding': 'true' },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  const rest = digest.slice(PREFIX)
  // What pads an answer was found zero times.
  return (await answer.text()).split(/\r?\n/).some((line) => {
    const [suffix, count] = line.split(':')
    return suffix === rest && Number(count) > 0
  })
}
