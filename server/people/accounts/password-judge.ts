import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPassword } from '@madruga/core/accounts.ts'
import type { AccountFieldCode } from '@madruga/core/errors.ts'

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

/**
 * `common-passwords.txt` has the 10,000 most common of Mark Burnett's ten million passwords, in order of
 * frequency: SecLists' `10-million-password-list-top-10000.txt` (MIT), unchanged. `common-words.txt` adds
 * words of drivers in the United States that the list lacks, above all in Spanish. `own-words.txt` has the
 * words of this product and its trade.
 */
const FILES = ['common-passwords.txt', 'common-words.txt', 'own-words.txt'].map((name) =>
  join(import.meta.dirname, name),
)

/**
 * Whether many people use a text, in lower case, as their password or as the word in it. The lists are local
 * files; no service is queried.
 */
export function loadCommonPasswords(): (text: string) => boolean {
  const lines = FILES.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  const passwords = new Set(lines.filter(Boolean).map((line) => line.normalize('NFKC').toLowerCase()))
  return (text) => passwords.has(text)
}
