import { romanize } from '../../kit/romanize.ts'

// The alphabet of GSM 03.38: 160 of its characters make one SMS. Those of the second list count twice.
const PLAIN = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const DOUBLE = new Set('\f^{}\\[~]|€')

/** Signs for which another one is nearer than their name. */
const NEAREST = new Map([
  ['·', '-'],
  ['•', '-'],
  ['→', '>'],
])

/**
 * The text in the phone alphabet; characters outside it become a similar one: á becomes a, as people write in
 * SMS, and letters of other writings Latin ones.
 */
export function foldToGsm(text: string): string {
  const signs = text.replaceAll(/[·•→]/g, (sign) => NEAREST.get(sign)!)
  return romanize(signs, (character) => isOfPhones(character))
}

/** Of Greek, phones have some capitals alone, which would stand between Latin letters. */
function isOfPhones(character: string): boolean {
  return (PLAIN.has(character) || DOUBLE.has(character)) && !/\p{Script=Greek}/u.test(character)
}

/**
 * How many SMS a text is charged as: 160 characters of the phone alphabet or 70 others make one; of several,
 * each has 153 or 67.
 */
export function countSegments(text: string): number {
  let septets = 0
  for (const character of text) {
    if (PLAIN.has(character)) septets += 1
    else if (DOUBLE.has(character)) septets += 2
    else return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  }
  return septets <= 160 ? 1 : Math.ceil(septets / 153)
}

/**
 * The text folded to the phone alphabet and cut, at the end of a word, to so many SMS. A short last sentence,
 * which says what to do, stays whole.
 */
export function fitSms(text: string, segments: number): string {
  const gsmText = foldToGsm(text)
  if (countSegments(gsmText) <= segments) return gsmText
  const [, head = gsmText, last = ''] = /^([^]*[.!?])( [^.!?]{1,80}[.!?])$/.exec(gsmText) ?? []
  const end = `...${last}`
  const words = head.split(' ')
  while (words.length > 1 && countSegments(words.join(' ') + end) > segments) words.pop()
  const excerpt = words.join(' ')
  return countSegments(excerpt + end) <= segments ? excerpt + end : excerpt.slice(0, 60 * segments)
}
