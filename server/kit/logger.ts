import { pino } from 'pino'
import type { Logger as PinoLogger } from 'pino'
import { redact } from './logger/redact.ts'
import { plainLine } from './logger/plain.ts'
import type { Line } from './logger/plain.ts'

/**
 * Where a process says what it does: `logger.info({ driverId }, 'bot started')`. Secrets are struck out on
 * their way.
 */
export type Logger = PinoLogger

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** How a process writes its log. */
export type LoggerOptions = {
  level: (typeof LOG_LEVELS)[number]
  /** `json`: one object a line, for machines. `plain`: one sentence a line, for a person at a terminal. */
  style: 'json' | 'plain'
  /** Default standard output. */
  write?: (line: string) => void
}

/** Opens the log. */
export function createLogger(options: LoggerOptions): Logger {
  const write = options.write ?? ((line: string) => void process.stdout.write(line))
  const print = options.style === 'json' ? (fields: object) => JSON.stringify(fields) : plainLine
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Struck out here, where every line passes, and not by paths: those know neither depth nor a child's own
    // fields.
    { write: (line: string) => write(`${print(redact(JSON.parse(line)) as Line)}\n`) },
  )
}
