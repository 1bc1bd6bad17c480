import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Process = { pid: number; parent: number; command: string }

const LOOK_MS = 500
const FURTHEST = 6

/**
 * Calls once when the npm that started this process is gone: killed with -9, it cannot end its children. A
 * shell may run between the two, so that every process from here up to npm is watched. Does nothing if no npm
 * is found. The returned function stops watching.
 */
export function watchNpm(gone: () => void): () => void {
  const chain = findChain()
  if (chain === null) return () => {}
  const timer = setInterval(() => {
    const same = process.ppid === chain[0]?.pid && chain.every((each) => isSame(each))
    if (same) return
    clearInterval(timer)
    gone()
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function findChain(): Process[] | null {
  const chain: Process[] = []
  for (let pid = process.ppid; pid > 1 && chain.length < FURTHEST;) {
    const found = look(pid)
    if (found === null) return null
    chain.push(found)
    if (/\bnpm\b/.test(found.command)) return chain
    pid = found.parent
  }
  return null
}

function isSame(was: Process): boolean {
  const now = look(was.pid)
  // The last one is npm; its parent does not matter.
  return now !== null && (now.parent === was.parent || /\bnpm\b/.test(was.command))
}

function look(pid: number): Process | null {
  try {
    if (process.platform !== 'linux') return lookByPs(pid)
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in brackets and may contain anything; the fields follow the last bracket.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    return { pid, parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return null
  }
}

function lookByPs(pid: number): Process | null {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  const found = /^(\d+)\s+(.*)$/.exec(line)
  return found ? { pid, parent: Number(found[1]), command: found[2] ?? '' } : null
}
