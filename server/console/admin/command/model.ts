import type { Instances } from '../../../platforms.ts'
import type { Admin } from '../operations.ts'

/** The dependencies of a command. */
export type OperatorTools = {
  admin: Admin
  instances: Instances
  /** Where browsers reach the app, without a trailing slash. */
  publicUrl: string
  /**
   * Adds a new key, re-encrypts everything with it, and signs by a new root; returns a description of the
   * result.
   */
  rotateKeys(wanted: { dropOld: boolean; signOutAll: boolean }): Promise<string>
  /** The digest of an e-mail or an address in the security log. */
  digest(text: string): Promise<string>
  close(): Promise<void>
}

/** The dependencies of a command that takes care of the database itself; each call opens and closes it. */
export type Maintenance = {
  /** Applies the missing migrations and returns their names; `say` hears of each wait for a lock. */
  migrate(say: (line: string) => void): Promise<string[]>
  /** Copies the database, without its key ring, to a new folder. */
  backUp(folder: string): Promise<BackupSummary>
  /**
   * Fills an empty database from such a folder; with `replace` also one that is not empty, with `unsigned`
   * whoever made it.
   */
  restore(folder: string, wanted: { replace: boolean; unsigned: boolean }): Promise<RestoreSummary>
  /** Copies the key ring to a new file, encrypted by a password; returns the ids of its keys. */
  backUpKeyRing(file: string, password: string): Promise<string[]>
  /** Puts such a copy where the product reads its key ring; returns the ids of its keys. */
  restoreKeyRing(file: string, password: string): Promise<string[]>
}

/**
 * A backup: `at` is the moment of its rows, epoch ms; `keys` are the ids of the keys that it needs;
 * `isSigned`: the key ring can tell that it is unchanged.
 */
export type BackupSummary = {
  at: number
  release: string
  tables: number
  rows: number
  keys: string[]
  isSigned: boolean
}

/** What was restored, and why the product could not start with the present key ring; null = it can. */
export type RestoreSummary = BackupSummary & { keyRingProblem: string | null }

/** Opens what a command works with, once its line was understood. */
export type Backends = { openOperatorTools(): Promise<OperatorTools>; openMaintenance(): Maintenance }

/** The terminal, or its substitute. */
export type Terminal = {
  say(line: string): void
  complain(line: string): void
  /** Prompts without echo; throws `UsageError` if no person is typing. */
  askSecret(prompt: string): Promise<string>
  /** Everything on standard input. */
  readAll(): Promise<string>
  /** Whether a person is typing. */
  isPerson: boolean
}

/** The arguments after the command's name, which its usage asks for. */
export type Given = {
  words: readonly string[]
  options: Readonly<Record<string, string | boolean | undefined>>
  /** `--reason`; empty if it was not given and need not be. */
  reason: string
  /** `--limit`, the rows of a list. */
  limit: number
}

/** The result of a command: lines for a person, and the same as a value for `--json`. */
export type Answer = { lines: readonly string[]; value: unknown }

/** Executes a command once its dependencies are open. */
export type Run<Tools = OperatorTools> = (tools: Tools, terminal: Terminal) => Promise<Answer>

/**
 * One command. `usage` declares its name, words and options; `read` rejects what else is wrong by
 * `UsageError`, before anything is opened.
 */
export type Command<Tools = OperatorTools> = { usage: string; about: string; read(given: Given): Run<Tools> }

/** A command's result: the value that `--json` prints, and the lines for a person. */
export function answer(value: unknown, ...lines: string[]): Answer {
  return { value, lines }
}

/** The command line cannot be parsed; the message is one line. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command was understood and failed; the message is one line. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}
