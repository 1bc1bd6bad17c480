// The words that the FCC lists (47 CFR 64.1200(a)(10)) and carriers require, and the same in Spanish.
const STOP =
  /^(STOP|STOPALL|UNSUBSCRIBE|CANCEL|END|QUIT|REVOKE|OPTOUT|PARAR|ALTO|BAJA|CANCELAR|DETENER|SALIR)$/
const START = /^(START|UNSTOP|YES|EMPEZAR|ALTA)$/
/** Words that say enough at the beginning of a sentence: `STOP texting me`. */
const FIRST_STOP = /^(STOP|STOP ?ALL|UNSUBSCRIBE|REVOKE|OPT ?OUT)\b/
const FIRST_START = /^(START|UNSTOP)\b/
const POLITE = /\b(PLEASE|PLS|PLZ|THANKS|THANK YOU|POR FAVOR|GRACIAS)\b/g

/**
 * What a phone answers to our text messages: no more of them, or to have them again. Case, punctuation,
 * quotes, emoji, invisible signs and wide letters do not matter, nor a polite word. A sentence counts only if
 * it begins with one of the words that can mean nothing else: `I cannot stop now` is null.
 */
export function readSmsAnswer(text: string): 'stop' | 'start' | null {
  const words = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{M}]/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const word = words.replaceAll(POLITE, '').replaceAll(' ', '')
  if (STOP.test(word) || FIRST_STOP.test(words)) return 'stop'
  return START.test(word) || FIRST_START.test(words) ? 'start' : null
}
