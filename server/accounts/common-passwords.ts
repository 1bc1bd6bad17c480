import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, 'common-passwords.txt')

/**
 * Tells whether a text, in lower case, is what very many people use as their password or as the word in it. The list lies beside
 * this file: no password leaves the house to be looked up.
 */
export function loadCommonPasswords(): (text: string) => boolean {
  const known = new Set(readFileSync(FILE, 'utf8').normalize('NFKC').split('\n').filter(Boolean))
  return (text) => known.has(text)
}
