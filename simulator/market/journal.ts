import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerEntry } from './ledger.ts'
import type { Block, Driver } from './types.ts'

/** What the market must not forget: drivers, their tokens, and every line of the ledger with the block it made. */
export type JournalLine =
  | { driver: Pick<Driver, 'driverId' | 'email' | 'passwordHash' | 'variant' | 'metroId'> }
  | { refreshToken: string; driverId: string }
  | { instant: { enabled: boolean; confirmed: boolean }; driverId: string }
  | { location: { lat: number; lng: number }; driverId: string }
  | { entry: LedgerEntry; block?: Block }

export interface Journal {
  /** Hands the line to the system before it returns: it survives a killed process (not a lost machine). */
  write(line: JournalLine): void
  /** Everything written before this start. */
  readonly past: readonly JournalLine[]
  /** Forgets all of it. */
  clear(): void
  close(): void
}

/** A journal that keeps nothing. */
export function createForgetfulJournal(): Journal {
  return { write() {}, past: [], clear() {}, close() {} }
}

/** Opens `market.jsonl` in the folder. A last line that was cut off by a kill is left out; any other bad line throws. */
export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'market.jsonl')
  const file = openSync(path, 'a+')
  const text = readFileSync(path, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole))
  const past = whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => parseLine(line, path, index))
  let open = true
  return {
    past,
    write: (line) => {
      if (open) writeSync(file, `${JSON.stringify(line)}\n`)
    },
    clear: () => ftruncateSync(file, 0),
    close() {
      if (open) closeSync(file)
      open = false
    },
  }
}

function parseLine(line: string, path: string, index: number): JournalLine {
  try {
    return JSON.parse(line) as JournalLine
  } catch {
    throw new Error(`${path}, line ${index + 1} is not JSON: repair the file or move it away`)
  }
}
