import { runScheduleOf } from '@madruga/core/bot.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Facts, State } from '../facts.ts'
import type { Invariant } from './model.ts'

/** A tick of the simulated clock and a sweep may lie between a time and its consequences. */
const LATE_MS = 30_000

/** When bots search, rest and stop. */
export const scheduleInvariants: readonly Invariant[] = [
  {
    name: 'a bot that does not run asks for nothing',
    check(facts, see) {
      for (const { id } of facts.people) {
        const minutes = facts.searches.get(id) ?? new Map()
        for (const span of spansOf(facts, id)) {
          if (span.phase === 'running') continue
          // Whole minutes inside the span, without the first one: its beginning may still have been a search.
          const first = Math.floor(span.from / MINUTE_MS) * MINUTE_MS + 2 * MINUTE_MS
          for (let minute = first; minute + MINUTE_MS <= span.to; minute += MINUTE_MS) {
            const count = minutes.get(minute) ?? 0
            see(count === 0 ? null : `${id} searched ${count} times at ${iso(minute)}, being ${span.phase}`)
          }
        }
      }
    },
  },
  {
    name: 'every bot rests in the daily stop',
    check(facts, see) {
      const stop = facts.settings.dailyStop
      if (stop === null) return
      for (let day = dayIn(stop.timeZone, facts.from); ; day = day.add({ days: 1 })) {
        const at = (minute: number): number =>
          day.toZonedDateTime({
            timeZone: stop.timeZone,
            plainTime: Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 }),
          }).epochMilliseconds
        const [from, to] = [at(stop.startMinute), at(stop.endMinute)]
        if (to > facts.to) break
        // During an outage of our side nothing is stopped, and nothing searches either.
        if (from < facts.from) continue
        for (const { id } of facts.people) {
          let searches = 0
          for (let minute = from + 2 * MINUTE_MS; minute < to; minute += MINUTE_MS)
            searches += facts.searches.get(id)?.get(minute) ?? 0
          see(searches === 0 ? null : `${id} searched in the daily stop of ${day.toString()}`)
        }
      }
    },
  },
  {
    name: 'no rolling hour exceeds the request budget',
    check(facts, see) {
      const most = facts.settings.budget.perHour
      for (const { id } of facts.people) {
        const minutes = [...(facts.searches.get(id) ?? [])].sort((one, other) => one[0] - other[0])
        let sum = 0
        let first = 0
        for (const [minute, count] of minutes) {
          sum += count
          while ((minutes[first] as [number, number])[0] <= minute - HOUR_MS)
            sum -= (minutes[first++] as [number, number])[1]
          see(sum <= most ? null : `${id} searched ${sum} times in the hour until ${iso(minute)}`)
        }
      }
    },
  },
  {
    name: 'the platform never calls a search aggressive, unless the driver used up the budget by hand',
    check(facts, see) {
      const alone = facts.people.filter((person) => !person.overdrawn)
      const marketIds = new Map(alone.map((person) => [person.marketId, person.id]))
      const refused = new Set(
        facts.ledger.filter((entry) => entry.code === 'aggressive_search').map((entry) => entry.driverId),
      )
      for (const [marketId, id] of marketIds) see(refused.has(marketId) ? `${id} was refused` : null)
    },
  },
  {
    name: 'after the platform called a search aggressive it hears nothing for 70 minutes, whatever the run',
    rare: 'one driver in five uses up the budget by hand, and not every bot searches soon after',
    check(facts, see) {
      for (const { id, marketId } of facts.people) {
        const searched = facts.searches.get(id) ?? new Map<number, number>()
        for (const { at, driverId, code } of facts.ledger) {
          if (driverId !== marketId || code !== 'aggressive_search') continue
          const first = Math.floor(at / MINUTE_MS) * MINUTE_MS + 2 * MINUTE_MS
          const end = Math.min(at + facts.settings.aggressiveSleepMs, facts.to)
          let searches = 0
          for (let minute = first; minute + MINUTE_MS <= end; minute += MINUTE_MS)
            searches += searched.get(minute) ?? 0
          see(searches === 0 ? null : `${id} searched ${searches} times after the refusal of ${iso(at)}`)
        }
      }
    },
  },
  {
    name: 'what interrupts a run window never opens a second one: runs and sleeps of a speed hold',
    check(facts, see) {
      for (const { id } of facts.people) {
        for (const { ranMs, mostMs, at } of windowsOf(facts, id))
          see(
            ranMs <= mostMs + LATE_MS
              ? null
              : `${id} ran ${Math.round(ranMs / MINUTE_MS)} min without the sleep of its speed until ${iso(at)}`,
          )
      }
    },
  },
  {
    name: 'a run window is never longer than its speed, and a 2X15 run never longer than three hours',
    check(facts, see) {
      const windows = Object.values(facts.settings.speeds).map((speed) => speed.runMs)
      const longest = Math.max(...windows, 25 * MINUTE_MS)
      for (const { id } of facts.people) {
        for (const span of spansOf(facts, id)) {
          if (span.phase !== 'running' || overlapsOutage(facts, span)) continue
          see(
            span.to - span.from <= longest + LATE_MS
              ? null
              : `${id} ran ${minutes(span)} min from ${iso(span.from)}`,
          )
        }
      }
    },
  },
  {
    name: 'after a 2X15 run a start waits for 70 minutes',
    rare: 'a 2X15 run lasts for three hours, and its driver must start the bot again',
    check(facts, see) {
      const waitMs = facts.settings.speeds['2X15'].waitMs ?? 0
      for (const { id } of facts.people) {
        const states = facts.states.get(id) ?? []
        for (const [index, state] of states.entries()) {
          if (state.phase !== 'cooling_down' || state.reason !== 'speed_limit_reached') continue
          // A run that an outage kept from searching until its end needs no wait.
          const started = states.slice(0, index).findLastIndex(({ phase }) => phase === 'preparing')
          if (!states.slice(started, index).some(({ phase }) => phase === 'running')) continue
          const next = states.slice(index).find((later) => later.phase === 'preparing')
          if (next) see(next.at >= state.at + waitMs ? null : `${id} started again at ${iso(next.at)}`)
        }
      }
    },
  },
  {
    name: 'every sleep says why, and until when unless a person is waited for',
    check(facts, see) {
      for (const [id, states] of facts.states)
        for (const state of states) {
          if (state.phase !== 'sleeping') continue
          const told =
            state.reason !== null && (state.dueAt !== null || state.reason === 'human_verification')
          see(told ? null : `${id} at ${iso(state.at)}`)
        }
    },
  },
  {
    name: 'no bot is stuck: what is due has happened',
    check(facts, see) {
      for (const { id } of facts.people) {
        const last = facts.states.get(id)?.at(-1)
        const stuck = last?.dueAt != null && last.dueAt < facts.to - 2 * MINUTE_MS
        see(stuck ? `${id} is ${last.phase} since ${iso(last.at)}, due ${iso(last.dueAt as number)}` : null)
      }
    },
  },
]

export type Span = { phase: State['phase']; from: number; to: number }

/** The states of a bot from the first check to the last; before its first line it did not run. */
export function spansOf(facts: Facts, id: string): Span[] {
  const spans: Span[] = []
  let phase: State['phase'] = 'not_running'
  let from = facts.from
  for (const state of facts.states.get(id) ?? []) {
    if (state.phase === phase) continue
    spans.push({ phase, from, to: state.at })
    phase = state.phase
    from = state.at
  }
  spans.push({ phase, from, to: facts.to })
  return spans
}

/**
 * How long each person's bot ran continuously without the sleep of its speed, without interruptions, and its
 * limit. Outages are excluded.
 */
function* windowsOf(facts: Facts, id: string): Generator<{ ranMs: number; mostMs: number; at: number }> {
  const { runMs, sleepMs } = runScheduleIn(facts, id)
  let ranMs = 0
  let restMs = 0
  for (const span of spansOf(facts, id)) {
    const ms = span.to - span.from
    // A separate run begins with its preparation, after a cooling.
    if (span.phase === 'preparing' || overlapsOutage(facts, span)) ranMs = 0
    if (span.phase !== 'running') {
      restMs += ms
      continue
    }
    if (restMs >= sleepMs - LATE_MS) ranMs = 0
    restMs = 0
    ranMs += overlapsOutage(facts, span) ? 0 : ms
    yield { ranMs, mostMs: runMs, at: span.to }
  }
}

/** The run schedule of a person's filter; of several speeds, the most that any allows. */
function runScheduleIn({ filters, settings }: Facts, id: string): { runMs: number; sleepMs: number } {
  const own = [...filters].filter(([key]) => key.startsWith(`${id} `))
  const runSchedules = own.map(([, filter]) => runScheduleOf(filter.speed, filter.custom, settings))
  return {
    runMs: Math.max(...runSchedules.map((each) => each.runMs)),
    sleepMs: Math.min(...runSchedules.map((each) => each.sleepMs)),
  }
}

export function overlapsOutage(facts: Facts, { from, to }: Span): boolean {
  return facts.outages.some((outage) => outage.from < to && from < outage.to + 2 * MINUTE_MS)
}

function dayIn(timeZone: string, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
}

const iso = (at: number): string => new Date(at).toISOString()
const minutes = ({ from, to }: Span): number => Math.round((to - from) / MINUTE_MS)
