import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Database } from '@madruga/server/db.ts'
import { putFaults } from './operations/back-office.ts'
import type { Storm } from './model.ts'
import { countEvents } from './facts.ts'

const LOOK_MS = 300
/** Moves of the clock after which all has to be at rest. */
const MOVES = 300
/** This many looks in a row may find the same under way before it counts as stuck. */
const STUCK = 300
/** So often nothing may be found before it counts as rest. */
const QUIET = 3

/**
 * What is still to come: payments and refunds that have not ended, fees that are not known, events that were
 * not taken, weeks that have not closed.
 */
const UNDER_WAY = `
  select (select count(*) from payments where state in ('open', 'needs_action', 'processing')) as payments,
    (select count(*) from payments where state = 'paid' and amount_cents > 0 and gateway_fee_cents is null) as fees,
    (select count(*) from refunds where state in ('open', 'pending')) as refunds,
    (select count(*) from drivers d left join week_closings w on w.driver_id = d.id
      where coalesce(w.closed_to, '-infinity') < date_trunc('week', $1::timestamptz at time zone d.time_zone) at time zone d.time_zone) as weeks`

/**
 * Nothing fails any more and no one does anything: all has to come to rest automatically, while days pass and
 * one more week closes. Answers what did not, in words; null when everything did.
 */
export async function comeToRest(storm: Storm, database: Database): Promise<string | null> {
  const { fleet } = storm
  await fleet.up()
  await putFaults(storm, {})
  const restless = await waitUntilQuiet(watch(storm, database, 6 * HOUR_MS))
  if (restless !== null) return restless
  for (let days = 0; days < 8; days++) {
    await fleet.clock.move(DAY_MS)
    await sleep(LOOK_MS)
  }
  return await waitUntilQuiet(watch(storm, database, HOUR_MS))
}

/** What is under way, by kind; of the events that wait, `due` are late by the storm's clock. */
type Found = { counts: Record<string, number>; due: number }
type Watch = { look(): Promise<Found>; move(): Promise<void>; pause(): Promise<void> }

function watch({ fleet }: Storm, { pool }: Database, stepMs: number): Watch {
  return {
    async look() {
      const now = fleet.clock.now()
      const { rows } = await pool.query<Record<string, string>>(UNDER_WAY, [new Date(now)])
      const { waiting, due } = countEvents(fleet.gatewayFolder, now)
      const ours = Object.entries(rows[0]!).map(([what, count]) => [what, Number(count)])
      return { counts: { ...Object.fromEntries(ours), events: waiting }, due }
    },
    move: () => fleet.clock.move(stepMs),
    pause: () => sleep(LOOK_MS),
  }
}

/**
 * Looks until nothing is under way, and answers null; else what is left. The gateway brings one event after
 * the other, as fast as the machine is: time moves on only when it has brought all that is due.
 */
export async function waitUntilQuiet({ look, move, pause }: Watch): Promise<string | null> {
  let found = ''
  for (let moves = 0, same = 0, quiet = 0; moves < MOVES && same < STUCK;) {
    const { counts, due } = await look()
    const left = Object.entries(counts).filter(([, count]) => count > 0)
    const now = left.map(([what, count]) => `${count} ${what}`).join(', ')
    same = now === found ? same + 1 : 0
    found = now
    quiet = found === '' ? quiet + 1 : 0
    if (quiet === QUIET) return null
    if (due === 0) {
      await move()
      moves += 1
    }
    await pause()
  }
  return found
}
