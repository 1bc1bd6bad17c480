import { foldToGsm } from './gsm.ts'

const LONGEST = 20

/**
 * What a driver calls themselves, told to strangers in our name: letters of the phone alphabet alone, so that
 * it holds neither an address nor a number, and few of them, so that one SMS has room for the rest. '' when
 * nothing is left.
 */
export function nameForStrangers(typed: string): string {
  const letters = foldToGsm(typed.normalize('NFC')).replaceAll(/[^A-Za-zÄÖÑÜäöñüàèéùìòÇÉ' -]/g, '')
  return letters.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST).trim()
}
