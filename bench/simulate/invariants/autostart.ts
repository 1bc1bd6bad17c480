import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Facts, Task } from '../facts.ts'
import type { Invariant } from './model.ts'

/** The sweep's interval and a tick. */
const SWEEP_MS = 30_000

/** Autostart and autostop, against an oracle that finds the minute on the wall clock by trying each one. */
export const autostartInvariants: readonly Invariant[] = [
  {
    name: 'each autostart and autostop happens once on each of its days',
    check(facts, see) {
      const fired = Map.groupBy(facts.firings, (firing) => `${firing.taskId} ${firing.day}`)
      for (const task of facts.tasks)
        for (const { day, at } of occurrencesOf(task, facts)) {
          // A task due in an outage at the very end of the week has not had its chance yet.
          if (at > facts.to - SWEEP_MS || isDownUntilEnd(facts, at)) continue
          const count = fired.get(`${task.id} ${day}`)?.length ?? 0
          see(count === 1 ? null : `task ${task.id} of ${task.driverId} on ${day}: ${count} times`)
        }
    },
  },
  {
    name: 'no autostart comes before its time, nor at all when it is over half an hour late',
    check(facts, see) {
      const tasks = new Map(facts.tasks.map((task) => [task.id, task]))
      for (const { taskId, day, dueAt, firedAt, outcome } of facts.firings) {
        const task = tasks.get(taskId)
        const expected = task && occurrencesOf(task, facts).find((each) => each.day === day)?.at
        const late = firedAt - dueAt > facts.settings.autostartLateMs
        // A bot that already runs is not started late either: the start is refused silently. A late stop is
        // executed even if the bot is at rest.
        const wrong = late ? task?.action === 'start' && outcome === 'done' : outcome === 'late'
        const right = expected === dueAt && firedAt >= dueAt && !wrong
        see(
          right
            ? null
            : `task ${taskId} on ${day}: due ${dueAt}, expected ${expected}, fired ${firedAt}, ${outcome}`,
        )
      }
    },
  },
]

/**
 * The days of a task and the time of each, by brute force: the first minute of that day's clock that shows
 * the wanted time or, if the clock skips it, a later one.
 */
function occurrencesOf(task: Task, facts: Facts): { day: string; at: number }[] {
  const format = formatOf(task.timeZone)
  const found: { day: string; at: number }[] = []
  for (let noon = Date.parse(`${task.fromDay}T12:00Z`); ; noon += DAY_MS) {
    const day = new Date(noon).toISOString().slice(0, 10)
    if (day > task.toDay || noon > facts.to + 2 * DAY_MS) return found
    if (!task.weekdays.includes(new Date(noon).getUTCDay() || 7)) continue
    // No zone of the states is more than 11 hours from UTC, and no local day is longer than 25.
    const guess = Date.parse(`${day}T00:00Z`) + task.minute * MINUTE_MS
    for (let at = guess; at <= guess + 13 * 60 * MINUTE_MS; at += MINUTE_MS) {
      const [localDay, minute] = format(at)
      if (localDay !== day || minute < task.minute) continue
      if (at >= facts.from && at >= task.createdAt && at <= facts.to) found.push({ day, at })
      break
    }
  }
}

const formats = new Map<string, (at: number) => [day: string, minute: number]>()

function formatOf(timeZone: string): (at: number) => [day: string, minute: number] {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const read = (at: number): [string, number] => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return [`${parts.year}-${parts.month}-${parts.day}`, Number(parts.hour) * 60 + Number(parts.minute)]
  }
  formats.set(timeZone, read)
  return read
}

function isDownUntilEnd(facts: Facts, at: number): boolean {
  return facts.outages.some((outage) => outage.from <= at && outage.to >= facts.to - SWEEP_MS)
}
