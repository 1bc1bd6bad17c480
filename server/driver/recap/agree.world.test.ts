import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { startBillingHarness } from '../../money/billing/testing/harness.ts'
import { createBrowser } from '../../http/testing.ts'
import { readBalance } from '../../money/ledger.ts'

/** One week of one driver: every figure of it, from every endpoint, from the invoice and from the ledger. */

type Reads = {
  running: Outputs['recap']['running']
  recap: Outputs['recap']['week']
  blocks: Outputs['blocks']['list']
  invoices: Outputs['billing']['invoices']
  invoice: Outputs['billing']['invoice']
}

/** Monday, November 16, 2026 at 0:00 in New York. */
const MONDAY = Date.parse('2026-11-16T05:00:00Z')
const FEE = DEFAULT_SETTINGS.billing.prices.blockCents

after(() => harness.stop())

/** Day, pay and projected tip of each block that stays; the one that is given back pays nothing. */
const WEEK = [
  [0, 8_437, 1_900],
  [1, 9_100, 0],
  [2, 12_001, 2_450],
] as const
const PAY = WEEK.reduce((sum, [, pay]) => sum + pay, 0)
const TIPS = WEEK.reduce((sum, [, , tip]) => sum + tip, 0)
/** What the week's blocks cost: one that was won is charged, also when it was given back. */
const COST = (WEEK.length + 1) * FEE + DEFAULT_SETTINGS.billing.prices.instantDayCents
/** On the week's invoice is also what was won in it and starts in the next. */
const FEES = COST + FEE

const sql = async (text: string) => await harness.deps.database.pool.query(text)
const harness = await startBillingHarness(new Date(MONDAY + 3 * DAY_MS).toISOString())
const ana = await harness.http.addDriver({ timeZone: 'America/New_York' })
await sql(`update drivers set created_at = created_at - interval '30 days' where id = '${ana.id}'`)
const browser = createBrowser(harness.http.url)
await browser.signIn(ana)
for (const [day, payCents, tipCents] of WEEK) await addBlock(MONDAY + day * DAY_MS, payCents, tipCents)
const later = await addBlock(MONDAY + 2 * DAY_MS, 6_000, 0)
await sql(
  `update blocks set start_at = start_at + interval '7 days', end_at = end_at + interval '7 days' where id = '${later}'`,
)
const forfeited = await addBlock(MONDAY + 2 * DAY_MS + 6 * HOUR_MS, 7_777, 333)
await sql(`update blocks set state = 'forfeited' where id = '${forfeited}'`)
await harness.addInstantDay(ana.id, MONDAY + DAY_MS)

async function addBlock(at: number, payCents: number, tipCents: number): Promise<string> {
  const id = await harness.addBlock(ana.id, at)
  await sql(`update blocks set pay_cents = ${payCents}, tip_cents = ${tipCents} where id = '${id}'`)
  return id
}

async function read<Name extends keyof Reads>(path: string): Promise<Reads[Name]> {
  const { status, body } = await browser.call<Reads[Name]>('GET', `/api${path}`)
  assert.equal(status, 200, path)
  return body
}
const readText = async (path: string) => (await browser.send('GET', path)).text()
const cents = (dollars: string) => Math.round(Number(dollars) * 100)

/** The pay, tips and fees that one page shows of the week. */
type Figures = { payCents?: number; tipCents?: number; feeCents?: number }

async function readCalendar(): Promise<Figures & { leftCents: number }> {
  const { blocks, costs } = await read<'blocks'>('/blocks?from=2026-11-16&to=2026-11-22')
  const kept = blocks.filter(({ state }) => state !== 'forfeited')
  const sum = (of: (block: (typeof kept)[number]) => number) =>
    kept.reduce((all, block) => all + of(block), 0)
  return {
    payCents: sum(({ payCents }) => payCents),
    tipCents: sum(({ tipCents }) => tipCents),
    leftCents: sum(({ id, payCents }) => payCents - costs[id]!.feeCents - (costs[id]!.milesCents ?? 0)),
  }
}

/** What a phone's calendar shows of the week's events that take place. */
async function readFeed(): Promise<Figures> {
  const { body } = await browser.call<{ path: string }>('POST', '/api/blocks/calendar-link', {})
  const events = (await readText(body.path)).replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  const names = events
    .filter((event) => event.includes('STATUS:CONFIRMED') && /DTSTART:202611(1[6-9]|2[0-2])T/.test(event))
    .map((event) => /SUMMARY:.*· \$([\d.]+)(?: \+ ~\$([\d.]+) tip)?/.exec(event)!)
  return {
    payCents: names.reduce((sum, [, pay]) => sum + cents(pay!), 0),
    tipCents: names.reduce((sum, [, , tip]) => sum + cents(tip ?? '0'), 0),
  }
}

async function readFile(day: string): Promise<Figures> {
  const lines = (await readText(`/api/downloads/recap.csv?day=${day}`))
    .replaceAll('"', '')
    .trim()
    .split('\r\n')
  const column = (name: string) => {
    const place = lines[0]!.split(',').indexOf(name)
    return lines.slice(1).reduce((sum, line) => sum + cents(line.split(',')[place]!), 0)
  }
  return { payCents: column('Their pay'), tipCents: column('Projected tips') }
}

function linesOf(lines: Outputs['billing']['invoice']['lines']): Figures {
  const blocks = lines.flatMap(({ kind, block }) => (kind === 'block' && block !== null ? [block] : []))
  return {
    payCents: blocks.reduce((sum, block) => sum + block.payCents, 0),
    tipCents: blocks.reduce((sum, block) => sum + block.tipCents, 0),
    feeCents: lines.reduce((sum, line) => sum + line.cents, 0),
  }
}

const INVOICED = { payCents: PAY + 7_777 + 6_000, tipCents: TIPS + 333, feeCents: FEES }

test('home, calendar, recap and the running invoice show one pay, one tip and one fee of a week', async () => {
  const running = await read<'running'>('/recap/running')
  const recap = await read<'recap'>('/recap/week')
  const { running: invoice } = await read<'invoices'>('/billing/invoices')
  assert.deepEqual(await readCalendar(), {
    payCents: PAY,
    tipCents: TIPS,
    leftCents: PAY - WEEK.length * FEE,
  })
  const shown = {
    home: { payCents: running.payCents, tipCents: running.tipCents },
    recap: { payCents: recap.total.payCents, tipCents: recap.total.tipCents },
    days: {
      payCents: recap.byDay.reduce((sum, day) => sum + day.payCents, 0),
      tipCents: recap.byDay.reduce((sum, day) => sum + day.tipCents, 0),
    },
    feed: await readFeed(),
    file: await readFile('2026-11-18'),
  }
  for (const [place, figures] of Object.entries(shown))
    assert.deepEqual(figures, { payCents: PAY, tipCents: TIPS }, place)
  assert.deepEqual(linesOf(invoice!.lines), INVOICED)
  assert.equal(invoice!.totalCents, FEES)
  assert.deepEqual(
    [running.useCents, running.costs, recap.costs],
    [
      FEES,
      { miles: null, milesCents: null, rateUnknown: false, feeCents: COST },
      { miles: null, milesCents: null, rateUnknown: false, feeCents: COST },
    ],
  )
  assert.deepEqual([running.left, recap.left?.cents], [recap.left, PAY - COST])
})

test('once it is closed, the invoice, the recap and the ledger say the same', async () => {
  harness.clock.set(new Date(MONDAY + 7 * DAY_MS + HOUR_MS).toISOString())
  await harness.billing.sweeps.closeWeeks()
  await browser.signIn(ana)
  const { invoices } = await read<'invoices'>('/billing/invoices')
  const invoice = await read<'invoice'>(`/billing/invoices/${invoices[0]!.number}`)
  const recap = await read<'recap'>('/recap/week?day=2026-11-18')
  assert.deepEqual(linesOf(invoice.lines), INVOICED)
  assert.deepEqual(
    [invoice.itemsCents, invoice.dueCents, recap.costs.feeCents, recap.left?.cents],
    [FEES, FEES, COST, PAY - COST],
  )
  assert.deepEqual(
    [recap.total.payCents, recap.total.tipCents, await readFile('2026-11-18')],
    [PAY, TIPS, { payCents: PAY, tipCents: TIPS }],
  )
  assert.equal(
    (await readCalendar()).leftCents,
    PAY - WEEK.length * FEE,
    'fees of blocks stay what they were',
  )
  assert.equal(await readBalance(harness.deps.db, { kind: 'receivable', driverId: ana.id }), FEES)
})

/** A block of Ana's in the week after. */
const win = async (nth: number) => await harness.addBlock(ana.id, MONDAY + 7 * DAY_MS + nth * 60_000)

test('a week by the block that a plan would have made cheaper says so', async () => {
  for (let nth = 0; nth < 5; nth++) await win(nth)
  const even = await read<'running'>('/recap/running')
  assert.deepEqual([even.useCents, even.saving], [2_500, null], 'a plan that costs as much saves nothing')
  for (let nth = 5; nth < 8; nth++) await win(nth)
  const week = await read<'running'>('/recap/running')
  assert.deepEqual(
    [week.useCents, week.plan, week.saving],
    [8 * FEE, null, { plan: 'advanced', weekCents: 2_500, savesCents: 8 * FEE - 2_500 }],
  )
})

test('prices are told to anyone before an account', async () => {
  const stranger = createBrowser(harness.http.url)
  const { status, body } = await stranger.call<Outputs['billing']['prices']>('GET', '/api/billing/prices')
  assert.equal(status, 200)
  assert.deepEqual(body, DEFAULT_SETTINGS.billing.prices)
})
