const SECRET = /passw|token|secret|cookie|authorization|credential|otp$|api_?key/i
const STRUCK = '[struck out]'
// user:password@ in the address of a database or proxy
const URL_PASSWORD = /([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@]+@/gi
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi

/** A copy of a JSON value fit for the journal: values under secret names are struck out at every depth, and passwords in addresses and headers inside texts. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(URL_PASSWORD, `$1:${STRUCK}@`).replace(BEARER, `$1 ${STRUCK}`)
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(redact)
  const fields = Object.entries(value).map(([name, field]) => {
    const struck = SECRET.test(name) && field !== null && typeof field !== 'boolean'
    return [name, struck ? STRUCK : redact(field)]
  })
  return Object.fromEntries(fields)
}
