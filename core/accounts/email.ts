const LONGEST = 254
const LONGEST_LOCAL = 64
const LOCAL = /^[a-z0-9_'+-]+(\.[a-z0-9_'+-]+)*$/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The typed e-mail address as it is stored: lower case and trimmed. Null unless it is exactly one address of
 * the characters that mail providers issue. A list, a display name or a quoted part could reach a different
 * person than it appears to.
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
