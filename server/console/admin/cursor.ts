/** The last driver of a page: when they registered, to the microsecond as in the database, and their id. */
export type Place = { createdAt: string; id: string }

const INSTANT = /^2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/
const ID = /^[\x21-\x7e]{1,100}$/

/** A cursor as a page's `next`; opaque to all but `readCursor`. */
export function writeCursor({ createdAt, id }: Place): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url')
}

/** Parses a cursor; null for anything that `writeCursor` did not write. */
export function readCursor(text: string): Place | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(parts) || parts.length !== 2) return null
    const [createdAt, id] = parts as [unknown, unknown]
    if (typeof createdAt !== 'string' || typeof id !== 'string') return null
    return isInstant(createdAt) && ID.test(id) ? { createdAt, id } : null
  } catch {
    return null
  }
}

// A nonexistent day would be a database error.
function isInstant(text: string): boolean {
  if (!INSTANT.test(text)) return false
  const at = new Date(`${text.slice(0, 23)}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === text.slice(0, 19)
}
