import type { Config } from '../config.ts'
import { COMMAND_LINE, openDemo, retireDemo, startDemo } from '../console/admin.ts'
import type { Demo, StandIn } from '../console/admin.ts'
import { readAfter, readLatest } from '../driver/log.ts'
import { closeDemoInstances } from '../platforms.ts'
import type { World } from '../world.ts'
import { printProgress } from './progress-output.ts'

/** The apps and platforms of the demo, and whether its passwords are random. */
type Places = {
  marketUrl: string | null
  variants: Config['variants']
  standIns: readonly StandIn[]
  secretPasswords: boolean
}

/** Opens what the greeting names: the accounts of the demo, and its coupon. */
export async function prepareDemo(
  world: World,
  { standIns, variants, secretPasswords }: Places,
): Promise<{ people: Demo; coupon: string | null }> {
  const { accounts, database, clock } = world
  const [people, coupon] = await Promise.all([
    openDemo({ accounts, db: database.kysely, clock, standIns, variants, secretPasswords }),
    world.moneyDeps.settings.charges ? makeDemoCoupon(world) : null,
  ])
  return { people, coupon }
}

/**
 * Starts the bots of the demo's drivers and prints in the terminal what they win. The returned function ends
 * the printing, not the bots.
 */
export async function presentDemo(
  world: World,
  places: Places,
  people: Demo,
  say: (line: string) => void,
): Promise<() => void> {
  const { accounts, filters, bots, database, keyRing, platform, platforms, clock } = world
  const db = database.kysely
  const startedAt = clock.now()
  const known = { accounts, filters, bots, db, keyRing, platform, platforms, clock, say }
  await startDemo({ ...known, ...places }, people)
  return await printProgress(people.drivers, {
    clock,
    readAfter: (driverId, after) => readAfter(db, driverId, { after, limit: 500 }),
    readHead: (driverId) => readHeadAt(db, driverId, startedAt),
    say,
  })
}

/** The coupon that newcomers may use: half off, once. */
export const DEMO_COUPON = 'MADRUGA50'

/** Creates the coupon unless it exists; answers it, or null if it was stopped. */
async function makeDemoCoupon({
  accounting,
  clock,
}: Pick<World, 'accounting' | 'clock'>): Promise<string | null> {
  const known = await findDemoCoupon(accounting)
  if (known) return known.stopped ? null : known.code
  await accounting.makeCoupon(COMMAND_LINE, {
    code: DEMO_COUPON,
    cut: { kind: 'percent', percent: 50 },
    appliesTo: 'subscriptions',
    from: clock.now(),
    until: null,
    mostUses: null,
    note: 'demo',
  })
  return DEMO_COUPON
}

async function findDemoCoupon(accounting: World['accounting']) {
  return (await accounting.listCoupons()).find(({ code }) => code === DEMO_COUPON)
}

/** Closes what an earlier start's demo left open: its accounts, its platforms, and its coupon. */
export async function endDemo(world: World, say: (line: string) => void): Promise<void> {
  const { accounts, bots, accounting, database, clock } = world
  const stopBot = (driverId: string) => bots.stopBot(driverId, 'suspended')
  const retired = await retireDemo({ accounts, db: database.kysely, clock, stopBot })
  await closeDemoInstances(database.kysely)
  if (retired.length > 0) say(`This is no demo: the accounts of ${retired.join(', ')} are closed`)
  const coupon = await findDemoCoupon(accounting)
  if (coupon?.note === 'demo' && !coupon.stopped)
    await accounting.stopCoupon(
      { id: null, name: 'service' },
      { code: DEMO_COUPON, reason: 'the demo is over' },
    )
}

/** The last line before a timestamp, so that events during the demo's preparation are printed too. */
async function readHeadAt(db: World['database']['kysely'], driverId: string, at: number): Promise<number> {
  const { entries } = await readLatest(db, driverId, { limit: 200 })
  const before = entries.find((entry) => entry.at < at)
  return before?.seq ?? (entries.at(-1)?.seq ?? 1) - 1
}
