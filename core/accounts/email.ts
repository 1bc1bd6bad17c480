const LONGEST = 254
const LONGEST_LOCAL = 64
const LOCAL = /^[a-z0-9_'+-]+(\.[a-z0-9_'+-]+)*$/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The e-mail address that was typed, as it is kept: lower case, without blank ends. Null when it is not
 * exactly one address in the signs that mail providers give out; a list, a name beside it or a quoted part
 * could reach somebody else than it seems.
 */
export function readEmail(typed: string): string | null {
  const email = typed.trim().toLowerCase()
  const at = email.lastIndexOf('@')
  if (email.length > LONGEST || at < 1 || at > LONGEST_LOCAL || email[at - 1] === "'") return null
  const labels = email.slice(at + 1).split('.')
  if (labels.length < 2 || !/^[a-z]{2,}$/.test(labels.at(-1) ?? '')) return null
  if (!labels.every((label) => LABEL.test(label))) return null
  return LOCAL.test(email.slice(0, at)) ? email : null
}
