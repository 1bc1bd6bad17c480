import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Database } from '@madruga/server/db.ts'
import { putFaults } from './operations/back-office.ts'
import type { Storm } from './model.ts'
import { countWaiting } from './facts.ts'

const LOOK_MS = 300
const ROUNDS = 300
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
 * Nothing fails any more and nobody does anything: all has to come to rest by itself, while days pass and one
 * more week closes. Answers what did not, in words; null when everything did.
 */
export async function comeToRest(storm: Storm, database: Database): Promise<string | null> {
  const { fleet } = storm
  await fleet.up()
  await putFaults(storm, {})
  const restless = await waitUntilQuiet(storm, database, 6 * HOUR_MS)
  if (restless !== null) return restless
  for (let days = 0; days < 8; days++) {
    await fleet.clock.move(DAY_MS)
    await sleep(LOOK_MS)
  }
  return await waitUntilQuiet(storm, database, HOUR_MS)
}

async function waitUntilQuiet(storm: Storm, { pool }: Database, stepMs: number): Promise<string | null> {
  const { fleet } = storm
  let found = ''
  for (let round = 0, quiet = 0; round < ROUNDS; round++) {
    const { rows } = await pool.query<Record<string, number>>(UNDER_WAY, [new Date(fleet.clock.now())])
    const counts = { ...rows[0], events: countWaiting(fleet.gatewayFolder) }
    const left = Object.entries(counts).filter(([, count]) => Number(count) > 0)
    found = left.map(([what, count]) => `${count} ${what}`).join(', ')
    quiet = found === '' ? quiet + 1 : 0
    if (quiet === QUIET) return null
    await fleet.clock.move(stepMs)
    await sleep(LOOK_MS)
  }
  return found
}
