import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Contents of `postmaster.pid`. `ready`: it answers, a standby to reads alone. */
export type LockFile = { pid: number; socketDir: string; ready: boolean }

/**
 * Reads the lock file in a server's data folder, null = there is none; its fifth line is the socket's folder,
 * its eighth the progress of the start.
 */
export function readLockFile(dataDir: string): LockFile | null {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    const socketDir = lines[4]?.trim() ?? ''
    return { pid: Number(lines[0]), socketDir, ready: /^(ready|standby) *$/.test(lines[7] ?? '') }
  } catch {
    return null
  }
}

/**
 * The process that holds the data folder, if it really is a PostgreSQL server on this folder and not another
 * program with a recycled pid.
 */
export function findHolder(dataDir: string): number | null {
  const pid = readLockFile(dataDir)?.pid
  if (!pid) return null
  const command = commandOf(pid)
  return command?.includes('postgres') && command.includes(dataDir) ? pid : null
}

/** Removes the locks of a dead server. */
export function clearLocks(dataDir: string, socketDir: string): void {
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
  rmSync(join(socketDir, '.s.PGSQL.5432.lock'), { force: true })
}

function commandOf(pid: number): string | null {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return null
  }
}
