import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'

const NODE = join(import.meta.dirname, '../../scripts/node')
/** Processes whose standard output is read here. */
const HEARD = new Set(['market'])
/** Processes that are asked over a channel. */
const ASKED = new Set(['api'])

/** The processes of a run, each with its log in the run's folder. */
export type Children = {
  /** Starts a file of this folder; `name` is its log's. */
  start(name: string, file: string, ...args: string[]): ChildProcess
  /** Kills all, those that are frozen too, and waits for their ends. */
  end(): Promise<void>
}

/** Starts none yet. */
export function createChildren(folder: string): Children {
  mkdirSync(join(folder, 'logs'))
  const children = new Set<ChildProcess>()
  return {
    start(name, file, ...args) {
      const log = openSync(join(folder, 'logs', `${name}.log`), 'a')
      const channel = ASKED.has(name) ? (['ipc'] as const) : []
      const child = spawn('sh', [NODE, join(import.meta.dirname, file), ...args], {
        stdio: ['pipe', HEARD.has(name) ? 'pipe' : log, log, ...channel],
      })
      // A write to one that has just ended needs no answer.
      child.stdin?.on('error', () => {})
      children.add(child)
      child.once('exit', () => children.delete(child))
      return child
    },
    async end() {
      await Promise.all(
        [...children].map(async (child) => {
          child.kill('SIGCONT')
          child.kill('SIGKILL')
          if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        }),
      )
    },
  }
}
