/**
 * A text with every decimal digit as 0 to 9 (full-width, Arabic and any other script) and without invisible
 * signs: marks of direction, joiners, byte order marks.
 */
export function plainDigits(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '').replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)))
}

/** Unicode keeps the ten digits of a script together, zero first, in runs that hold nothing else. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0)!
  let before = 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}
