import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** A stand-in's state in a file, so that the next start continues where this one ended. */
export interface KeptState {
  /** Writes the state now, if it changed. */
  save(): void
  /** Writes it for the last time. */
  close(): void
}

/** What no one asked for is written after this at the latest. */
const SAVE_EVERY_MS = 1_000

/** The state that an earlier start wrote; null without one, or if it cannot be read. */
export function readState<T>(file: string | null): T | null {
  if (file === null) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return null
  }
}

/** Keeps a state in a file from now on; without a file it keeps none. */
export function keepState(file: string | null, dump: () => object): KeptState {
  if (file === null) return { save: () => undefined, close: () => undefined }
  let last = ''
  const save = (): void => {
    const text = JSON.stringify(dump())
    if (text === last) return
    // A process that is killed while it writes leaves the file as it was.
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
    last = text
  }
  const timer = setInterval(save, SAVE_EVERY_MS)
  timer.unref()
  return {
    save,
    close() {
      clearInterval(timer)
      save()
    },
  }
}
