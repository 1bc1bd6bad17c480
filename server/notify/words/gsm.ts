// The alphabet of GSM 03.38: 160 of its characters make one SMS. Those of the second list count twice.
const PLAIN = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const DOUBLE = new Set('\f^{}\\[~]|€')

const NEAREST = new Map([
  ['á', 'a'],
  ['í', 'i'],
  ['ó', 'o'],
  ['ú', 'u'],
  ['Á', 'A'],
  ['Í', 'I'],
  ['Ó', 'O'],
  ['Ú', 'U'],
  ['‘', "'"],
  ['’', "'"],
  ['“', '"'],
  ['”', '"'],
  ['–', '-'],
  ['—', '-'],
  ['−', '-'],
  ['…', '...'],
  ['·', '-'],
  ['•', '-'],
  ['→', '>'],
  ['\u00a0', ' '],
  ['\u202f', ' '],
  ['\u2009', ' '],
])

/**
 * The text in the phone alphabet; characters outside it become a similar one: á becomes a, as people write in
 * SMS.
 */
export function foldToGsm(text: string): string {
  return [...text].map((character) => NEAREST.get(character) ?? character).join('')
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

/** The text folded to the phone alphabet and cut, at the end of a word, to so many SMS. */
export function fitSms(text: string, segments: number): string {
  const folded = foldToGsm(text)
  if (countSegments(folded) <= segments) return folded
  const words = folded.split(' ')
  while (words.length > 1 && countSegments(`${words.join(' ')}...`) > segments) words.pop()
  const cut = words.join(' ')
  return countSegments(`${cut}...`) <= segments ? `${cut}...` : cut.slice(0, 60 * segments)
}
