import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `common-passwords.txt` holds the 10,000 commonest of Mark Burnett's ten million passwords, the commonest
 * first: SecLists' `10-million-password-list-top-10000.txt` (MIT), unchanged. `common-words.txt` adds what
 * drivers in the United States use and that list lacks, in Spanish above all. `own-words.txt` holds the words
 * of this product and its trade.
 */
const FILES = ['common-passwords.txt', 'common-words.txt', 'own-words.txt'].map((name) =>
  join(import.meta.dirname, name),
)

/**
 * Tells whether a text, in lower case, is what very many people use as their password or as the word in it.
 * The lists lie beside this file and ask nobody.
 */
export function loadCommonPasswords(): (text: string) => boolean {
  const lines = FILES.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  const known = new Set(lines.filter(Boolean).map((line) => line.normalize('NFKC').toLowerCase()))
  return (text) => known.has(text)
}
