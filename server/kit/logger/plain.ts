/** One log object. */
export type Line = {
  level: string
  time?: string
  msg?: string
  err?: { message?: string; stack?: string }
} & Record<string, unknown>

/**
 * Formats a log object for the terminal: the message, its other fields, and the error; an error of the
 * program with its stack. Field values can neither begin a new line nor move the cursor.
 */
export function plainLine({ level, msg, err, ...rest }: Line): string {
  const sign = level === 'warn' ? 'warning: ' : level === 'error' || level === 'fatal' ? 'error: ' : ''
  const fields = Object.entries(rest)
    .filter(([name, value]) => name !== 'time' && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const said = [`${sign}${msg ?? ''}`, ...fields].filter(Boolean).map(onOneLine)
  return [...said, ...wrongOf(level, err)].filter(Boolean).join('  ')
}

function wrongOf(level: string, err: Line['err']): string[] {
  if (!err) return []
  const { message = '', stack } = err
  if (level !== 'error' || stack === undefined) return [onOneLine(message)]
  // A message may contain line breaks; the stack begins with its first frame.
  return [
    stack
      .split(/\n(?= {4}at )/)
      .map(onOneLine)
      .join('\n'),
  ]
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => {
    return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`
  })
}
