import { sql } from 'kysely'
import { compileFilter } from '@madruga/core/filters.ts'
import type { HeldSpan } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { Database } from '@madruga/server/db.ts'
import { everyLine } from '@madruga/server/driver/log.ts'
import { callMarket } from './drivers.ts'
import type { ChaosDriver } from './drivers.ts'
import type { Fleet } from './fleet.ts'

/** The comparison of the market's ledger with our tables; all but the first two must be 0. */
export type Comparison = {
  atMarket: number
  ours: number
  /** Held at the market, unknown to us. */
  lost: number
  /** Ours, unknown to the market. */
  phantom: number
  /** Two overlapping blocks of one driver, or more than one accept sent for one offer. */
  double: number
  /** Held, although the filter did not want it when it was accepted. */
  outside: number
  /** Pay or times that differ. */
  altered: number
  openIntents: number
  /** Log lines missing, misnumbered, or inconsistent with the attempts. */
  logFaults: number
  breaches: string[]
}

type MarketBlock = {
  blockId: string
  offerId: string
  stationId: string
  kind: Offer['kind']
  start: string
  end: string
  payCents: number
  tipCents: number
  driverId: string
  acceptedAt: string
}
type OurBlock = {
  driverId: string
  blockId: string
  offerId: string
  payCents: number
  startAt: number
  endAt: number
  offer: Offer | null
}

/** Compares every block of every driver. */
export async function compare(
  fleet: Fleet,
  database: Database,
  drivers: readonly ChaosDriver[],
): Promise<Comparison> {
  const { blocks } = await callMarket<{ blocks: MarketBlock[] }>(fleet, 'GET', '/admin/blocks')
  const { entries } = await callMarket<{ entries: { action: string; driverId: string; offerId?: string }[] }>(
    fleet,
    'GET',
    '/admin/ledger',
  )
  const { rows: ours } = await sql<OurBlock>`
    select b.driver_id as "driverId", b.platform_block_id as "blockId", b.offer_id as "offerId", b.pay_cents as "payCents",
      b.start_at as "startAt", b.end_at as "endAt", a.offer
    from blocks b left join attempts a on a.id = b.attempt_id and a.state = 'accepted'`.execute(
    database.kysely,
  )
  const byMarketId = new Map(drivers.map((driver) => [driver.marketId, driver]))
  const theirs = blocks.filter((block) => byMarketId.has(block.driverId))
  const breaches: string[] = []
  const count = (what: string, found: readonly string[]): number => {
    breaches.push(...found.map((each) => `${what}: ${each}`))
    return found.length
  }

  const known = new Map(ours.map((block) => [block.blockId, block]))
  const real = new Map(theirs.map((block) => [block.blockId, block]))
  const nameOf = (block: MarketBlock) => `${byMarketId.get(block.driverId)?.id} ${block.offerId}`
  return {
    atMarket: theirs.length,
    ours: ours.length,
    lost: count('lost', theirs.filter((block) => !known.has(block.blockId)).map(nameOf)),
    phantom: count(
      'phantom',
      ours.filter((block) => !real.has(block.blockId)).map((block) => block.offerId),
    ),
    double: count('double', [
      ...drivers.flatMap((driver) =>
        findOverlaps(theirs.filter((block) => block.driverId === driver.marketId)),
      ),
      ...findRepeated(entries.filter((entry) => entry.action === 'accept')),
    ]),
    outside: count('outside', findOutside(drivers, ours, real)),
    altered: count('altered', findAltered(theirs, known)),
    openIntents: count('open intent', await readOpen(database)),
    logFaults: count('log', await readLogFaults(database)),
    breaches,
  }
}

function findOverlaps(blocks: readonly MarketBlock[]): string[] {
  const sorted = blocks.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
  return sorted.flatMap((block, index) => {
    const before = sorted[index - 1]
    return before && Date.parse(before.end) > Date.parse(block.start)
      ? [`${before.offerId} ${block.offerId}`]
      : []
  })
}

function findRepeated(accepts: readonly { driverId: string; offerId?: string }[]): string[] {
  const seen = new Set<string>()
  return accepts.flatMap(({ driverId, offerId }) => {
    const key = `${driverId} ${offerId}`
    if (seen.has(key)) return [key]
    seen.add(key)
    return []
  })
}

/**
 * Judged again by core at the market's time of each accept, with the blocks that the driver held then: clocks
 * of workers may be wrong.
 */
function findOutside(
  drivers: readonly ChaosDriver[],
  ours: readonly OurBlock[],
  real: ReadonlyMap<string, MarketBlock>,
): string[] {
  const won = ours
    .map((block) => ({ ...block, wonAt: Date.parse(real.get(block.blockId)?.acceptedAt ?? '') }))
    .toSorted((a, b) => a.wonAt - b.wonAt)
  return drivers.flatMap((driver) => {
    const filter = compileFilter(driver.filter, Date.now())
    const held: HeldSpan[] = []
    const mine = won.filter((block) => block.driverId === driver.id && !Number.isNaN(block.wonAt))
    return mine.flatMap((block) => {
      if (block.offer === null) return [`${driver.id} ${block.offerId} without an attempt`]
      const verdict = filter.judge(block.offer, { now: block.wonAt, held: [...held] })
      held.push({ startAt: block.startAt, endAt: block.endAt })
      held.sort((a, b) => a.startAt - b.startAt)
      const failed = verdict
        .explain()
        .failed.map((result) => result.rule)
        .join(', ')
      return verdict.outcome === 'match' ? [] : [`${driver.id} ${block.offerId} fails ${failed}`]
    })
  })
}

function findAltered(theirs: readonly MarketBlock[], known: ReadonlyMap<string, OurBlock>): string[] {
  return theirs.flatMap((block) => {
    const mine = known.get(block.blockId)
    const same =
      !mine ||
      (mine.payCents === block.payCents &&
        mine.startAt === Date.parse(block.start) &&
        mine.endAt === Date.parse(block.end))
    return same ? [] : [block.blockId]
  })
}

async function readOpen({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select driver_id || ' ' || offer_id as id from attempts where state = 'intent'`.execute(kysely)
  return rows.map((row) => row.id)
}

/** Numbers without gaps or duplicates, and one line for every resolved attempt. */
async function readLogFaults({ kysely }: Database): Promise<string[]> {
  const { rows: gaps } = await sql<{ fault: string }>`
    select driver_id || ' has ' || lines || ' lines up to ' || last_seq as fault from (
      select h.driver_id, h.last_seq, count(e.seq) as lines, count(distinct e.seq) as numbers
      from log_heads h left join ${everyLine} e using (driver_id) group by 1, 2
    ) l where lines <> last_seq or numbers <> last_seq`.execute(kysely)
  const { rows: missing } = await sql<{ fault: string }>`
    select a.driver_id || ' ' || a.offer_id || ' is ' || a.state || ' without its line' as fault from attempts a
    where a.state <> 'intent' and not exists (
      select from log_entries e where e.driver_id = a.driver_id and e.type = 'offer.' || a.state
        and e.data->'offer'->>'id' = a.offer_id)`.execute(kysely)
  const { rows: twice } = await sql<{ fault: string }>`
    select driver_id || ' ' || (data->'offer'->>'id') || ' is logged ' || count(*) || ' times as ' || type as fault
    from log_entries where type in ('offer.accepted', 'offer.missed') group by driver_id, data->'offer'->>'id', type
    having count(*) > 1`.execute(kysely)
  return [...gaps, ...missing, ...twice].map((row) => row.fault)
}
