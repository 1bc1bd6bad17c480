import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
