import { foldToGsm } from './gsm.ts'

const LONGEST = 20

/**
 * A driver's own name for messages to strangers: only letters of the phone alphabet, so that it contains no
 * address or number, and few of them, so that one SMS has room for the rest. '' if nothing is left.
 */
export function nameForStrangers(typed: string): string {
  const letters = foldToGsm(typed).replaceAll(/[^\p{L}' -]/gu, '')
  const name = letters.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST).trim()
  return /\p{L}/u.test(name) ? name : ''
}
