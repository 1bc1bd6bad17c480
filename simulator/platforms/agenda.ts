import type { Clock } from '../market.ts'

/** What will happen in a stand-in's world, in order of time. */
export interface Agenda {
  at(time: number, happen: () => void): void
  /** Lets everything happen that is due by now. */
  catchUp(): void
  /** Advances a stepped clock: everything due happens at its own time. */
  advance(ms: number): void
  close(): void
}

/** The longest wait of a real timer. */
const MOST_MS = 60_000

/** Creates an agenda by a clock. A clock that runs by itself wakes it; a stepped one is advanced. */
export function createAgenda(clock: Clock): Agenda {
  const waiting: { time: number; happen: () => void }[] = []
  let timer: NodeJS.Timeout | undefined

  const wake = (): void => {
    clearTimeout(timer)
    const [next] = waiting
    if (next === undefined || clock.kind === 'stepped') return
    const realMs = Math.max(0, next.time - clock.now()) / clock.factor
    timer = setTimeout(catchUp, Math.min(MOST_MS, Math.ceil(realMs)))
    timer.unref()
  }
  const runDue = (): void => {
    while (waiting[0] !== undefined && waiting[0].time <= clock.now()) waiting.shift()?.happen()
  }
  const catchUp = (): void => {
    runDue()
    wake()
  }
  return {
    at(time, happen) {
      const place = waiting.findIndex((other) => other.time > time)
      waiting.splice(place < 0 ? waiting.length : place, 0, { time, happen })
      wake()
    },
    catchUp,
    advance(ms) {
      const until = clock.now() + ms
      for (let next = waiting[0]; next !== undefined && next.time <= until; next = waiting[0]) {
        clock.advance(Math.max(0, next.time - clock.now()))
        runDue()
      }
      clock.advance(until - clock.now())
    },
    close() {
      clearTimeout(timer)
      waiting.length = 0
    },
  }
}
