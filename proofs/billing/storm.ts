import { openDatabase } from '@madruga/server/db.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { seededRandom, pick } from '../chaos/random.ts'
import type { Random } from '../chaos/random.ts'
import { drawOperation } from './storm/operations.ts'
import { putFaults } from './storm/operations/back-office.ts'
import { tellNothing, sync } from './storm/model.ts'
import type { Storm } from './storm/model.ts'
import { readFacts } from './storm/facts.ts'
import type { Facts } from './storm/facts.ts'
import { startFleet, VICTIMS } from './storm/fleet.ts'
import type { Fleet, Victim } from './storm/fleet.ts'
import { judgeMoney } from './storm/invariants.ts'
import type { Verdict } from './storm/invariants.ts'
import { addPeople } from './storm/people.ts'
import { comeToRest } from './storm/rest.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { saveMethod, readMethods } from './storm/operations/cards.ts'

/** How much happens. `days` is the time that passes meanwhile. */
export type StormPlan = {
  operations: number
  drivers: number
  days: number
  kills: number
  seed: number
  /** Keeps the folder with logs and databases. */
  keep: boolean
}

export type StormReport = {
  operations: Map<string, number>
  injected: InjectedFaults
  verdicts: Verdict[]
  facts: Facts
  stormMs: number
}

/** This many people are at it at the same time. */
const AT_ONCE = 8
const PARALLEL = 100

/**
 * Lets this many random operations of money happen over HTTP while API, PostgreSQL and gateway are killed,
 * lets all come to rest, and looks at every rule in the books of both sides. The same seed draws the same
 * deeds; how they meet is the machine's.
 */
export async function liveThroughStorm(plan: StormPlan, say: (line: string) => void): Promise<StormReport> {
  const fleet = await startFleet()
  const database = openDatabase(fleet.databaseUrl, { max: 4 })
  try {
    await fleet.up()
    const people = await addPeople(fleet, database, plan.drivers)
    const storm: Storm = { fleet, people, database, told: tellNothing(), coupons: [] }
    const parallel = await sendAtOnce(storm, PARALLEL)
    const injected = countNoFaults()
    const operations = new Map<string, number>()
    const startedAt = performance.now()
    await rage(plan, storm, { injected, operations, say })
    const stormMs = performance.now() - startedAt
    say(`${plan.operations} operations in ${Math.round(stormMs / 1_000)} s; now all comes to rest`)
    const restless = await comeToRest(storm, database)
    const agrees = await compareAccounts(storm)
    await fleet.endAll()
    const { gatewayFolder, clock } = fleet
    const facts = await readFacts(database, { gatewayFolder, now: clock.now(), told: storm.told })
    const verdicts = [
      ...parallel,
      verdictOf('everything comes to rest automatically', restless),
      verdictOf('the service’s own comparison of its books finds the same', agrees),
      ...judgeMoney(facts),
    ]
    return { operations, injected, verdicts, facts, stormMs }
  } finally {
    if (plan.keep) say(`kept: ${fleet.folder}`)
    await database.close()
    await fleet.stop(plan.keep)
  }
}

async function rage(
  { operations: total, kills, days, seed }: StormPlan,
  storm: Storm,
  { injected, operations, say }: Pick<StormReport, 'injected' | 'operations'> & { say(line: string): void },
): Promise<void> {
  const { fleet, people } = storm
  const struck = planFaults(total, kills, seededRandom(seed))
  let begun = 0
  const work = async (): Promise<void> => {
    while (begun < total) {
      const index = begun++
      const dice = seededRandom(seed * 1_000_003 + index)
      await fleet.clock.move((2 * dice() * days * DAY_MS) / total)
      const operation = drawOperation(dice)
      operations.set(operation.name, (operations.get(operation.name) ?? 0) + 1)
      const driver = people.drivers[Math.floor(dice() * people.drivers.length)]!
      const turn = struck.get(index)
      const blow = turn === undefined ? null : injectFault(fleet, { injected, turn, dice })
      await operation.run(storm, driver, dice)
      await blow
      if ((index + 1) % 1_000 === 0) say(`${index + 1} operations`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await putFaults(storm, {})
}

/** At which operations something is killed, spread over all of them, and whose turn it is. */
function planFaults(operations: number, kills: number, dice: Random): Map<number, number> {
  const every = operations / kills
  return new Map(
    Array.from({ length: kills }, (_, turn) => [Math.floor((turn + 0.2 + dice() * 0.8) * every), turn]),
  )
}

/** What an operator is told who presses "compare now"; null when all is well. */
async function compareAccounts({ people }: Storm): Promise<string | null> {
  const reply = await people.operator.insist<Outputs['accounting']['reconcile']>(
    'POST',
    '/api/accounting/reconciliation',
    {},
  )
  if (reply?.status !== 200) return `the answer is ${reply?.status}`
  const { clean, gateway, differences } = reply.body
  return clean && gateway ? null : JSON.stringify(differences).slice(0, 300)
}

function verdictOf(name: string, breach: string | null): Verdict {
  return { name, checked: 1, broken: breach === null ? 0 : 1, examples: breach === null ? [] : [breach] }
}

/** A stroke falls somewhere within this after an operation began. */
const WITHIN_MS = 120
/** So often a victim is thought dead for more than a day: longer than a gateway remembers its keys. */
const LONG_NIGHTS = 0.12

/** How often each was killed, and how many nights were long. */
type InjectedFaults = Record<Victim | 'nights of more than a day', number>

function countNoFaults(): InjectedFaults {
  return { api: 0, 'second api': 0, gateway: 0, postgres: 0, 'nights of more than a day': 0 }
}

/** Kills one of them in the middle of whatever is under way, each in its turn, sometimes two at once. */
async function injectFault(
  fleet: Fleet,
  { injected, turn, dice }: { injected: InjectedFaults; turn: number; dice: Random },
): Promise<void> {
  await sleep(dice() * WITHIN_MS)
  const victims = new Set([VICTIMS[turn % VICTIMS.length]!, ...(dice() < 0.3 ? [pick(dice, VICTIMS)] : [])])
  for (const victim of victims) {
    injected[victim]++
    fleet.kill(victim)
  }
  if (dice() >= LONG_NIGHTS) return
  injected['nights of more than a day']++
  await fleet.clock.move((25 + dice() * 15) * HOUR_MS)
}

/**
 * Sends one request this many times at once to both processes, each sent again until it is answered: one
 * payment, one charge.
 */
async function sendAtOnce(storm: Storm, count: number): Promise<Verdict[]> {
  const driver = storm.people.drivers[0]!
  // Dice that always fall on a good card.
  await saveMethod(storm, driver, () => 0.3)
  const [method] = (await readMethods(driver))!
  const input = { plan: 'advanced', days: 7, coupon: '' }
  const quoted = await driver.phone.insist<Outputs['billing']['quote']>('POST', '/api/billing/quote', {
    ...input,
    methodKind: method!.kind,
  })
  const key = randomUUID()
  const body = { ...input, methodId: method!.id, key, expectCents: quoted!.body.totalCents }
  const sent = await Promise.all(
    Array.from({ length: count }, () => driver.phone.insist('POST', '/api/billing/subscriptions', body)),
  )
  const reading = sent.map((reply) => sync(storm, driver, reply, key))
  const ids = new Set(reading.map((payment) => payment?.id))
  const { rows } = await storm.database.pool.query<{ count: number }>(
    'select count(*)::int as count from payments where driver_id = $1',
    [driver.id],
  )
  const paid = reading.filter((payment) => payment?.state === 'paid').length
  const right = ids.size === 1 && paid === count && rows[0]!.count === 1
  const breach = `${ids.size} payments answered, ${rows[0]!.count} written, ${paid} of ${count} paid`
  const name = `${count} calls at once with one key: one effect, one answer`
  return [{ name, checked: count, broken: right ? 0 : 1, examples: right ? [] : [breach] }]
}
