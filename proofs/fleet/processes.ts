import { readFileSync, readdirSync } from 'node:fs'

const TICKS_PER_S = 100

/** CPU seconds so far and resident memory, in MB, of a set of processes. */
export type Usage = { cpuSeconds: number; residentMb: number }

/** Usage of a process and its descendants by Linux's `/proc`, with the CPU of children that have ended. */
export function usageOf(root: number): Usage {
  const children = Map.groupBy(
    readdirSync('/proc').filter((name) => /^\d+$/.test(name)),
    (name) => parentOf(Number(name)),
  )
  const total: Usage = { cpuSeconds: 0, residentMb: 0 }
  for (const waiting = [root]; waiting.length > 0;) {
    const pid = waiting.pop()!
    add(total, pid)
    waiting.push(...(children.get(pid) ?? []).map(Number))
  }
  return total
}

function add(total: Usage, pid: number): void {
  const fields = statOf(pid)
  if (fields === null) return
  for (const ticks of fields.slice(11, 15)) total.cpuSeconds += Number(ticks) / TICKS_PER_S
  const resident = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))
  total.residentMb += Number(resident?.[1] ?? 0) / 1_024
}

function parentOf(pid: number): number {
  return Number(statOf(pid)?.[1] ?? 0)
}

/** The fields after the command's name; null once the process has ended. */
function statOf(pid: number): string[] | null {
  const text = read(`/proc/${pid}/stat`)
  return text === '' ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
