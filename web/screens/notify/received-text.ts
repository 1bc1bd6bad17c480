/**
 * Digits of a code, as an e-mail writes them, an SMS groups them and a call spells them: `482913`, `482 913`,
 * `4, 8, 2, 9, 1, 3`. Not parts of addresses, prices and longer numbers.
 */
const CODE = /(?<![\p{L}\d$.:/=#-])(?:\d(?:[,.]?\s{1,2}|-)?){5}\d(?![\p{L}\d]|[.:/-]\d)/u

/** The six-digit code of a message; null if it has none. */
export function findCode(text: string): string | null {
  const match = CODE.exec(text)
  return match ? match[0].replace(/\D/g, '') : null
}

export type Part = { text: string; href: string | null }

/** The text in parts; addresses of our own origin become links, all others stay text. */
export function splitLinks(text: string, origin: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/g)) {
    if (!isOwn(match[0], origin)) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index), href: null })
    parts.push({ text: match[0], href: match[0] })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}

function isOwn(address: string, origin: string): boolean {
  try {
    return new URL(address).origin === origin
  } catch {
    return false
  }
}
