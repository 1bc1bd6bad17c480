import { blockInvariants } from './invariants/blocks.ts'
import { courierInvariants } from './invariants/couriers.ts'
import { instanceInvariants } from './invariants/instance.ts'
import { scheduleInvariants } from './invariants/run-schedule.ts'
import type { Facts, Task } from './facts.ts'
import type { Invariant, See } from './invariants/model.ts'
import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'

/** Stored records: the log, the daily figures, notifications and e-mails. */
const recordInvariants: readonly Invariant[] = [
  {
    name: 'the lines of a log are numbered from 1 without a gap',
    check(facts, see) {
      for (const [id, lines] of Map.groupBy(facts.lines, (each) => each.driverId)) {
        const count = lines.reduce((sum, each) => sum + each.count, 0)
        const first = Math.min(...lines.map((each) => each.first))
        const last = Math.max(...lines.map((each) => each.last))
        see(first === 1 && last === count ? null : `${id}: ${count} lines, numbered ${first} to ${last}`)
      }
    },
  },
  {
    name: 'every attempt stands in the log once, with its outcome',
    check(facts, see) {
      for (const { id } of facts.people) {
        const of = (state: string) =>
          facts.attempts.filter((attempt) => attempt.driverId === id && attempt.state === state).length
        for (const [state, type] of [
          ['accepted', 'offer.accepted'],
          ['missed', 'offer.missed'],
        ] as const) {
          const lines = countOf(facts, id, type)
          // A win discovered after its attempt was abandoned has both lines.
          const fits = state === 'accepted' ? lines === of(state) : lines >= of(state)
          see(fits ? null : `${id}: ${of(state)} ${state}, ${lines} lines`)
        }
      }
    },
  },
  {
    name: 'the figures of the days add up to the log',
    check(facts, see) {
      const figures = new Map(facts.figures.map((each) => [each.driverId, each]))
      for (const { id } of facts.people) {
        const { accepted = 0, missed = 0, late = 0 } = figures.get(id) ?? {}
        const right =
          accepted === countOf(facts, id, 'offer.accepted') &&
          missed + late === countOf(facts, id, 'offer.missed')
        see(
          right
            ? null
            : `${id}: figures ${accepted} and ${missed} (${late} taken back), lines ${countOf(facts, id, 'offer.accepted')} and ${countOf(facts, id, 'offer.missed')}`,
        )
      }
    },
  },
  {
    name: 'every block that was won is told once',
    check(facts, see) {
      const told = new Map(facts.news.map((each) => [`${each.driverId} ${each.event}`, each.count]))
      for (const block of facts.blocks) {
        if (block.attemptId === null) continue
        const count = told.get(`${block.driverId} block:${block.id}`) ?? 0
        see(count === 1 ? null : `${block.id} of ${block.driverId}: told ${count} times`)
      }
    },
  },
  {
    name: 'the end of every 2X15 run is told, and by e-mail',
    rare: 'a 2X15 run lasts for three hours',
    check(facts, see) {
      for (const { id } of facts.people) {
        const ends = (facts.states.get(id) ?? []).filter(
          (state) => state.phase === 'pending_termination' && state.reason === 'speed_limit_reached',
        ).length
        if (ends === 0) continue
        const told = facts.news.filter((each) => each.driverId === id && each.kind === 'run_over').length
        const letters =
          facts.letters.find((each) => each.driverId === id && each.template === 'news')?.count ?? 0
        see(told === ends && letters >= ends ? null : `${id}: ${ends} ends, ${told} told, ${letters} letters`)
      }
    },
  },
]

function countOf(facts: Facts, id: string, type: string): number {
  return facts.lines.find((each) => each.driverId === id && each.type === type)?.count ?? 0
}

/** The sweep's interval and a tick. */
const SWEEP_MS = 30_000

/** Autostart and autostop, against an oracle that finds the minute on the wall clock by trying each one. */
const autostartInvariants: readonly Invariant[] = [
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

export type { Invariant, See } from './invariants/model.ts'

export type Verdict = { name: string; checked: number; broken: number; examples: string[] }

/** Every rule, named by what it requires. */
export const INVARIANTS: readonly Invariant[] = [
  ...blockInvariants,
  ...courierInvariants,
  ...instanceInvariants,
  ...scheduleInvariants,
  ...autostartInvariants,
  ...recordInvariants,
]

/** Checks all of them. */
export function judgeAll(facts: Facts): Verdict[] {
  return judge(INVARIANTS, facts)
}

/** Counts the checks of each rule, keeping its first three breaches as examples. */
export function judge<Known>(
  invariants: readonly { name: string; check(facts: Known, see: See): void }[],
  facts: Known,
): Verdict[] {
  return invariants.map(({ name, check }) => {
    const verdict: Verdict = { name, checked: 0, broken: 0, examples: [] }
    check(facts, (breach) => {
      verdict.checked++
      if (breach === null) return
      verdict.broken++
      if (verdict.examples.length < 3) verdict.examples.push(breach)
    })
    return verdict
  })
}
