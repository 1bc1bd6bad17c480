import { pino } from 'pino'
import type { Logger as PinoLogger } from 'pino'
import { redact } from './logger/redact.ts'
import { plainLine } from './logger/plain.ts'
import type { Line } from './logger/plain.ts'

export { redact } from './logger/redact.ts'

/** The log of a process: `logger.info({ driverId }, 'bot started')`. Secrets are redacted on the way. */
export type Logger = PinoLogger

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Options of the log. */
export type LoggerOptions = {
  level: (typeof LOG_LEVELS)[number]
  /**
   * `json`: one object per line, for machines. `plain`: one sentence per line, for a person at a terminal.
   */
  style: 'json' | 'plain'
  /** Default: standard output. */
  write?: (line: string) => void
  /** Who writes, in every line for machines. */
  process?: { role: string; host: string; pid: number }
  /** Fields of the moment, such as the request that is handled. */
  context?: () => object
}

/** Opens the log. */
export function createLogger(options: LoggerOptions): Logger {
  const write = options.write ?? ((line: string) => void process.stdout.write(line))
  const print = options.style === 'json' ? (fields: object) => JSON.stringify(fields) : plainLine
  const { context } = options
  return pino(
    {
      level: options.level,
      base: (options.style === 'json' && options.process) || null,
      ...(context && { mixin: context }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Redacts here, where every line passes, and not by paths, which cover neither depth nor a child's own
    // fields.
    { write: (line: string) => write(`${print(redact(JSON.parse(line)) as Line)}\n`) },
  )
}
