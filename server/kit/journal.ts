import { pino } from 'pino'
import type { Logger } from 'pino'
import { redact } from './journal/redact.ts'
import { plainLine } from './journal/plain.ts'
import type { Line } from './journal/plain.ts'

/** Where a process says what it does: `journal.info({ driverId }, 'bot started')`. Secrets are struck out on their way. */
export type Journal = Logger

export const JOURNAL_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** How a process writes its journal. */
export type JournalOptions = {
  level: (typeof JOURNAL_LEVELS)[number]
  /** `json`: one object a line, for machines. `plain`: one sentence a line, for a person at a terminal. */
  style: 'json' | 'plain'
  /** Default standard output. */
  write?: (line: string) => void
}

/** Opens the journal. */
export function createJournal(options: JournalOptions): Journal {
  const write = options.write ?? ((line: string) => void process.stdout.write(line))
  const print = options.style === 'json' ? (fields: object) => JSON.stringify(fields) : plainLine
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Struck out here, where every line passes, and not by paths: those know neither depth nor a child's own fields.
    { write: (line: string) => write(`${print(redact(JSON.parse(line)) as Line)}\n`) },
  )
}
