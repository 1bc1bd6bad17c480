import anyAscii from 'any-ascii'

/** Writings without spaces, of which each sign is its own word in ours. */
const WORD_SIGN = /\p{Script=Han}/u
/** The long vowels of Arabic, for any-ascii none or consonants: first in a word, and within it. */
const VOWELS = new Map([
  ['ا', ['a', 'a']],
  ['ع', ['a', 'a']],
  ['ى', ['a', 'a']],
  ['ة', ['a', 'a']],
  ['و', ['w', 'u']],
  ['ي', ['y', 'i']],
])

/**
 * The text in the characters that `keeps` accepts. Others lose their marks (`ë` is `e`), and letters of other
 * writings are told in Latin ones, as in a passport: `王小明` is `Wang Xiao Ming`, `محمد` is `Mhmd`. Pictures
 * are left out; `unknown` stands for what has no letters in any writing.
 */
export function romanize(text: string, keeps: (character: string) => boolean, unknown = ''): string {
  let changed = false
  let before = ''
  const pieces = [...text.normalize('NFC')].map((character) => {
    const isFirst = !/[\p{L}\p{M}]/u.test(before)
    before = character
    if (keeps(character)) return character
    changed = true
    return spell(character, { keeps, isFirst, unknown })
  })
  return changed ? pieces.join('').replaceAll(/ +/g, ' ') : pieces.join('')
}

function spell(
  character: string,
  { keeps, isFirst, unknown }: { keeps: (character: string) => boolean; isFirst: boolean; unknown: string },
): string {
  const bare = character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  if (bare !== '' && [...bare].every(keeps)) return bare
  if (isUnspoken(character, bare)) return ''
  const latin = VOWELS.get(bare)?.[isFirst ? 0 : 1] ?? nameOf(character, bare)
  // A picture's name: `:grinning:`.
  if (/^:\w/.test(latin)) return ''
  if (latin === '') return unknown
  // Writings without capitals.
  const cased = isFirst && /\p{Lo}/u.test(character) ? latin[0]!.toUpperCase() + latin.slice(1) : latin
  return WORD_SIGN.test(character) ? ` ${cased} ` : cased
}

/** What cannot be seen, marks, and what chooses or joins pictures. */
function isUnspoken(character: string, bare: string): boolean {
  return /^[\p{C}\p{M}]*$/u.test(bare) || /\p{RI}|\p{Emoji_Modifier}/u.test(character)
}

function nameOf(character: string, bare: string): string {
  return (anyAscii(character) || anyAscii(bare)).replaceAll('`', "'")
}
