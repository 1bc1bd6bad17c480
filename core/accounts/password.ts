import type { AccountFieldCode } from '../errors.ts'

const SHORTEST = 8
/** Parts of a name or address shorter than this occur in good passwords by chance. */
const TELLING = 4
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/** What an attacker knows about the person. */
export type Person = { email: string; firstName: string; lastName: string; phone: string | null }

/**
 * Why a password is rejected; null if it is good. `isCommon` says whether many people use a text, given in
 * lower case. There are no rules about kinds of characters, since such rules make passwords alike.
 */
export function checkPassword(
  password: string,
  person: Person,
  isCommon: (text: string) => boolean,
): AccountFieldCode | null {
  if ([...password].length < SHORTEST) return 'accounts.password_short'
  const text = fold(password)
  const isWeak = (each: string) => isCommon(each) || isCommon(stemOf(each)) || isPersonal(each, person)
  const unit = unitOf(text)
  const isWeakUnit = unit !== null && ([...unit].length < SHORTEST || isWeak(unit))
  return isWeak(text) || isMonotonous(text) || isWeakUnit ? 'accounts.password_common' : null
}

/**
 * The text that a password repeats (`madruga` of `Madruga-Madruga1!`, `abc` of `abcabcabc`), whatever stands
 * between and behind; null if it repeats none.
 */
function unitOf(text: string): string | null {
  const bare = text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  for (const each of [text, bare, lettersOf(text), lettersOf(stemOf(text))]) {
    const length = each.length < SHORTEST ? 0 : `${each}${each}`.indexOf(each, 1)
    if (length > 0 && length < each.length) return each.slice(0, length)
  }
  return null
}

/**
 * The password without the digits and symbols that people append to a word, and with look-alikes replaced by
 * letters.
 */
export function stemOf(text: string): string {
  const bare = text.replace(/[^\p{L}]{1,5}$/u, '')
  return bare.replaceAll(/[013457@$]/g, (sign) => LOOKALIKES[sign] ?? sign)
}

// One or two repeated characters, or part of a sequence: `aaaaaaaa`, `12121212`, `23456789`, `hgfedcba`.
function isMonotonous(text: string): boolean {
  if (new Set(text).size <= 2) return true
  const steps = new Set([...text].slice(1).map((sign, index) => sign.charCodeAt(0) - text.charCodeAt(index)))
  return steps.size === 1 && Math.abs([...steps][0] ?? 0) === 1
}

function isPersonal(text: string, person: Person): boolean {
  const email = fold(person.email)
  const first = fold(person.firstName)
  const last = fold(person.lastName)
  const words = [email, email.split('@')[0] ?? '', first, last, `${first}${last}`, `${last}${first}`]
  const isPhone = text === person.phone || text === person.phone?.slice(1)
  return isPhone || words.some((each) => isAbout(text, each))
}

// It contains nothing else but symbols and digits.
function isAbout(text: string, word: string): boolean {
  if (text === word) return true
  const letters = lettersOf(word)
  return letters.length >= TELLING && lettersOf(text) === letters
}

function lettersOf(text: string): string {
  return text.normalize('NFD').replaceAll(/[^\p{L}]/gu, '')
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
