import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { compactLines } from './compaction.ts'
import type { JournalLine } from './journal-line.ts'

export interface Journal {
  /**
   * Hands the line to the operating system before it returns: it survives a killed process (not a lost
   * machine).
   */
  write(line: JournalLine): void
  /** Everything written before this start. */
  readonly past: readonly JournalLine[]
  /** Deletes all of it. */
  clear(): void
  close(): void
}

/** A journal that stores nothing. */
export function createForgetfulJournal(): Journal {
  return { write() {}, past: [], clear() {}, close() {} }
}

/**
 * Opens `market.jsonl` in the folder, and compacts it if much of it is obsolete. A last line truncated by a
 * kill is dropped; any other invalid line throws.
 */
export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'market.jsonl')
  const past = readLines(path)
  const file = openSync(path, 'a')
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

/** Reads the file, and leaves it with a complete last line. */
function readLines(path: string): readonly JournalLine[] {
  const file = openSync(path, 'a+')
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole))
  closeSync(file)
  const lines = whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => parseLine(line, path, index))
  const compact = compactLines(lines)
  if (compact !== lines) {
    writeFileSync(`${path}.new`, compact.map((line) => `${JSON.stringify(line)}\n`).join(''))
    renameSync(`${path}.new`, path)
  }
  return compact
}

function parseLine(line: string, path: string, index: number): JournalLine {
  try {
    return JSON.parse(line) as JournalLine
  } catch {
    throw new Error(`${path}, line ${index + 1} is not JSON: repair the file or move it away`)
  }
}
