import { createHash } from 'node:crypto'
import { checkPassword } from '@madruga/core/accounts.ts'
import type { AccountFieldCode } from '@madruga/core/errors.ts'
import { loadCommonPasswords } from './common-passwords.ts'

type Person = Parameters<typeof checkPassword>[1]

/** Why a person's new password is rejected; null if it is good. */
export type PasswordJudge = (password: string, person: Person) => Promise<AccountFieldCode | null>

type JudgeDeps = {
  /** Service that is queried for breached passwords by digest prefix; null = none. */
  breachesUrl: string | null
  onFault: (message: string, details: unknown[]) => void
}

const ANSWER_MS = 3_000
const PREFIX = 5

/**
 * Judges by our own lists, and by a breach service if one is configured. If the service does not answer, our
 * lists decide: an outage elsewhere must not prevent password changes.
 */
export function createPasswordJudge({ breachesUrl, onFault }: JudgeDeps): PasswordJudge {
  const isCommon = loadCommonPasswords()
  return async (password, person) => {
    const fault = checkPassword(password, person, isCommon)
    if (fault !== null || breachesUrl === null) return fault
    try {
      return (await isBreached(breachesUrl, password)) ? 'accounts.password_breached' : null
    } catch (error) {
      onFault('breached passwords could not be looked up', [error])
      return null
    }
  }
}

/**
 * Queries a range of "Pwned Passwords". Its protocol uses SHA-1 and sends only the first five digits, which a
 * thousand breached passwords share. Padding hides even the count.
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
  // Padding entries have a count of zero.
  return (await answer.text()).split(/\r?\n/).some((line) => {
    const [suffix, count] = line.split(':')
    return suffix === rest && Number(count) > 0
  })
}
