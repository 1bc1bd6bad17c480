import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { decideAwards } from '@madruga/core/awards.ts'
import type { Award } from '@madruga/core/awards.ts'
import { PROPOSED_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Database } from '@madruga/server/db.ts'
import { testDatabase } from '@madruga/server/db/testing.ts'
import { makeKeyRing } from '@madruga/server/kit/encryption.ts'
import { until } from '@madruga/server/kit/testing.ts'
import { keepPartitions } from '@madruga/server/driver/log.ts'
import { connectAccount, saveStations } from '@madruga/server/platforms.ts'
import type { ListedShifts } from '@madruga/server/platforms.ts'
import { START } from './law.ts'
import { MEMBERS, searchingAt, wishedFilter } from './town.ts'
import type { Chance, DecideTurns } from './town.ts'
import { askTurns, judgeAwards, settleAward } from './turns.ts'

const PLATFORM = 'coopcycle:house123'
const WORKER = 'worker'
const PLACE = {
  id: 'place',
  variant: 'courier',
  code: 'BICI',
  name: 'Bicicoop',
  address: '',
  city: '',
  state: '',
  programme: 'shifts',
  latitude: 48.85,
  longitude: 2.35,
  timeZone: 'UTC',
} as const
/** Of looks, those in which one of both processes is killed, and within which time. */
const KILLED = 1 / 4
const KILLED_WITHIN_MS = 60

/** What came of two processes that decided from the same rows. */
type Figures = { looks: number; kills: number; interrupted: number; differences: string[] }

/** Turns that two processes decide by the product's code from the rows of PostgreSQL. */
export type Rows = { decide: DecideTurns; close(): Promise<Figures> }

/** Opens a database with the members, and two processes over it. `chance` kills one or the other. */
export async function openRows(chance: Chance): Promise<Rows> {
  const { url, database, drop } = await testDatabase()
  await fillIn(database)
  const start = async (): Promise<ChildProcess> => {
    const child = fork(path.join(import.meta.dirname, 'process.ts'), [url, PLATFORM])
    await once(child, 'message')
    return child
  }
  const processes = [await start(), await start()]
  const figures: Figures = { looks: 0, kills: 0, interrupted: 0, differences: [] }

  /** Both processes decide by a list; one of them may be killed meanwhile, and is started again. */
  const look = async (list: ListedShifts): Promise<void> => {
    figures.looks++
    const answers = processes.map((child) => ask(child, list))
    if (chance('kill', list.readAt) < KILLED) {
      const index = chance('victim', list.readAt) < 0.5 ? 0 : 1
      const victim = processes[index]!
      const exit = once(victim, 'exit')
      await sleep(chance('after', list.readAt) * KILLED_WITHIN_MS)
      victim.kill('SIGKILL')
      await exit
      figures.kills++
      if (!(await answers[index]!)) figures.interrupted++
      processes[index] = await start()
      await until(async () => (await countLocks(database)) === 0, 'the killed process has left the database')
    }
    await Promise.all(answers)
  }

  return {
    async decide(town, now) {
      const list = { readAt: now, shifts: town.open.map(({ offer }) => ({ offer, freePlaces: 1 })) }
      await noteSearching(
        database,
        searchingAt(town, now).map(({ id }) => id),
      )
      await look(list)
      const made = await readAwards(database, now)
      // Whoever looks again at what was decided gives nothing more; what was not decided is decided now.
      await ask(processes[0]!, list)
      const awards = await readAwards(database, now)
      const question = askTurns(town, now)
      const { shifts, members, seed } = question ?? { shifts: [], members: [], seed: '' }
      const expected = inOrder(decideAwards(shifts, members, seed, now))
      const at = new Date(now).toISOString()
      if (made.length > 0 && made.length !== awards.length) figures.differences.push(`${at}: decided twice`)
      if (!isDeepStrictEqual(awards, expected))
        figures.differences.push(`${at}: ${inWords(awards)} in place of ${inWords(expected)}`)
      if (question !== null) judgeAwards(town, now, question, awards)
      for (const award of awards)
        await storeEnd(database, award, now, settleAward(town, award, now) ? 'taken' : 'passed')
    },
    async close() {
      for (const child of processes) child.kill('SIGKILL')
      await drop()
      return figures
    },
  }
}

/** Asks a process for a decision; answers whether it lived to answer. */
function ask(child: ChildProcess, list: ListedShifts): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isAnswered: boolean) => () => {
      child.off('message', answered).off('exit', ended)
      resolve(isAnswered)
    }
    const [answered, ended] = [settle(true), settle(false)]
    child.once('message', answered).once('exit', ended)
    child.send(list)
  })
}

async function fillIn({ kysely: db, pool }: Database): Promise<void> {
  for (let day = -14; day < 70; day += 3) await keepPartitions(db, START + day * DAY_MS, 10)
  await pool.query(
    `insert into platform_instances (id, kind, name, base_url, authorised_by, authorised_on, max_requests_per_minute, house_rules)
     values ('house123', 'coopcycle', 'Bicicoop', 'https://bicicoop.example', 'assembly', '2026-01-01', 120, $1)`,
    [JSON.stringify(PROPOSED_HOUSE_RULES)],
  )
  await pool.query(`insert into workers (id, starts_per_second, seen_at) values ($1, 1000, '2100-01-01')`, [
    WORKER,
  ])
  const ring = makeKeyRing()
  for (let index = 0; index < MEMBERS; index++) {
    const [driverId, email] = [`member ${index}`, `${index}@example.com`]
    await pool.query(`insert into drivers (id, name, email, variant) values ($1, $1, $2, 'courier')`, [
      driverId,
      email,
    ])
    const account = { driverId, variant: 'courier', platform: PLATFORM } as const
    await connectAccount(db, ring, { ...account, secret: { email, password: 'secret' } })
    await saveStations(db, driverId, PLATFORM, 'courier', [PLACE])
    await pool.query(
      `insert into filters (driver_id, variant, version, body) values ($1, 'courier', 1, $2)`,
      [driverId, JSON.stringify(wishedFilter())],
    )
    await pool.query(
      `insert into bots (driver_id, variant, phase, gen, epoch, owner, live_log) values ($1, 'courier', 'running', 1, 1, $2, false)`,
      [driverId, WORKER],
    )
  }
}

/** The bots of these members search, and no others. */
async function noteSearching({ pool }: Database, ids: readonly string[]): Promise<void> {
  await pool.query(`update bots set owner = case when driver_id = any($1::text[]) then $2 end`, [ids, WORKER])
}

async function countLocks({ pool }: Database): Promise<number> {
  const { rows } = await pool.query(`select from pg_locks where locktype = 'advisory' and database =
    (select oid from pg_database where datname = current_database())`)
  return rows.length
}

/** What was decided at a time, as core says it. */
async function readAwards({ pool }: Database, now: number): Promise<Award[]> {
  const { rows } = await pool.query<Award & { shiftId: string }>(
    `select a.driver_id as "memberId", a.shift_id as "shiftId", a.offer,
       coalesce((select json_agg(json_build_object('memberId', o.driver_id, 'precedence', o.precedence))
         from award_others o where o.award_id = a.id), '[]') as others
     from awards a where a.decided_at = $1 order by a.id`,
    [new Date(now)],
  )
  return inOrder(
    rows.map(({ shiftId, offer, ...award }) => ({ ...award, offer: { ...(offer as Offer), id: shiftId } })),
  )
}

const numberOf = (id: string): number => Number(id.split(' ')[1])

/** The same with the others by their number, as the town counts them. */
function inOrder(awards: readonly Award[]): Award[] {
  return awards.map((award) => ({
    ...award,
    others: award.others.toSorted((one, other) => numberOf(one.memberId) - numberOf(other.memberId)),
  }))
}

const inWords = (awards: readonly Award[]): string =>
  awards.map(({ memberId, offer, others }) => `${offer.id} to ${memberId}, not ${others.length}`).join('; ')

/** The award as its member's bot leaves it, and the block that they hold then. */
async function storeEnd(
  { pool }: Database,
  { memberId, offer }: Award,
  now: number,
  state: 'taken' | 'passed',
): Promise<void> {
  await pool.query(
    `update awards set state = $1, opened_at = $2, settled_at = $2 where shift_id = $3 and decided_at = $2`,
    [state, new Date(now), offer.id],
  )
  if (state === 'passed') return
  await pool.query(
    `insert into blocks (id, driver_id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at, pay_cents)
     values ($1, $2, $3, $1, $1, 'place', 'shift', $4, $5, 0)`,
    [offer.id, memberId, PLATFORM, new Date(offer.startAt), new Date(offer.endAt)],
  )
}
