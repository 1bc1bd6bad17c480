/** One log object. */
export type Line = {
  level: string
  time?: string
  msg?: string
  err?: { message?: string; stack?: string }
} & Record<string, unknown>

/**
 * It as a sentence for the terminal: the message, then what else it says, then what went wrong; an error of
 * the program with its stack. What others put into it neither begins a line of its own nor moves the cursor.
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
  // A message may hold line breaks of its own; the stack begins with its first place.
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
