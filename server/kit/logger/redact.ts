const SECRET = /passw|token|secret|cookie|authorization|credential|otp$|api_?key/i
/** Fields of a PostgreSQL error with the row's values, such as a taken e-mail. */
const ROW_VALUES = new Set(['detail', 'where'])
const STRUCK = '[struck out]'
// user:password@ in the address of a database or proxy
const URL_PASSWORD = /([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@]+@/gi
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi

/**
 * A copy of a JSON value for the log: values under secret names and of rejected rows are redacted at every
 * depth, as are passwords in addresses and headers inside texts.
 */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(URL_PASSWORD, `$1:${STRUCK}@`).replace(BEARER, `$1 ${STRUCK}`)
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(redact)
  const isOfDatabase = 'severity' in value
  const fields = Object.entries(value).map(([name, field]) => {
    const isSecret = SECRET.test(name) || (isOfDatabase && ROW_VALUES.has(name))
    const struck = isSecret && field !== null && typeof field !== 'boolean'
    return [name, struck ? STRUCK : redact(field)]
  })
  return Object.fromEntries(fields)
}
