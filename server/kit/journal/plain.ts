/** One journal object. */
export type Line = {
  level: string
  time?: string
  msg?: string
  err?: { message?: string; stack?: string }
} & Record<string, unknown>

/** It as a sentence for the terminal: the message, then what else it says, then what went wrong; an error of the program with its stack. */
export function plainLine({ level, msg, err, ...rest }: Line): string {
  const sign = level === 'warn' ? 'warning: ' : level === 'error' || level === 'fatal' ? 'error: ' : ''
  const fields = Object.entries(rest)
    .filter(([name, value]) => name !== 'time' && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const wrong = err ? [level === 'error' ? (err.stack ?? err.message) : err.message] : []
  return [`${sign}${msg ?? ''}`, ...fields, ...wrong].filter(Boolean).join('  ')
}
