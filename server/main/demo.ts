import { AppError } from '@madruga/core/errors.ts'
import { COMMAND_LINE, DEMO_OPERATOR, prepareDemo, retireDemoOperator } from '../admin.ts'
import type { DemoSignIn } from '../admin.ts'
import { readAfter, readLatest } from '../log.ts'
import type { World } from '../world.ts'
import { narrate } from './narrate.ts'

/** Lets the demo drivers hunt and tells in the terminal what they win. `end` stops the telling, not the bots. */
export async function presentDemo(
  world: World,
  marketUrl: string,
  say: (line: string) => void,
): Promise<{ signIns: DemoSignIn[]; coupon: string; end: () => void }> {
  const { accounts, filters, bots, database, keyRing, platform, clock } = world
  const db = database.kysely
  const startedAt = clock.now()
  const signIns = await prepareDemo({ accounts, filters, bots, db, keyRing, platform, marketUrl, clock, say })
  await makeDemoCoupon(world)
  const end = await narrate(signIns, {
    clock,
    readAfter: (driverId, after) => readAfter(db, driverId, { after, limit: 500 }),
    readHead: (driverId) => readHeadAt(db, driverId, startedAt),
    say,
  })
  return { signIns, coupon: DEMO_COUPON, end }
}

/** What a newcomer may type where a coupon is asked for: half off, once. */
export const DEMO_COUPON = 'MADRUGA50'

/** Makes it unless it is there, also where an operator has stopped it. */
async function makeDemoCoupon({ books, clock }: Pick<World, 'books' | 'clock'>): Promise<void> {
  try {
    await books.makeCoupon(COMMAND_LINE, {
      code: DEMO_COUPON,
      cut: { kind: 'percent', percent: 50 },
      appliesTo: 'subscriptions',
      from: clock.now(),
      until: null,
      mostUses: null,
      note: 'demo',
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'billing.coupon_taken') throw error
  }
}

/** Sees to it that nobody signs in as the demo's operator, where an earlier start left one behind. */
export async function endDemo(world: World, say: (line: string) => void): Promise<void> {
  const { accounts, database, clock } = world
  if (await retireDemoOperator({ accounts, db: database.kysely, clock }))
    say(`${DEMO_OPERATOR.email} is no operator any more: this is no demo`)
}

/** The last line before an instant, so that what happened while the demo was prepared is told too. */
async function readHeadAt(db: World['database']['kysely'], driverId: string, at: number): Promise<number> {
  const { entries } = await readLatest(db, driverId, { limit: 200 })
  const before = entries.find((entry) => entry.at < at)
  return before?.seq ?? (entries.at(-1)?.seq ?? 1) - 1
}
