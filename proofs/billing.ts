import { parseArgs } from 'node:util'
import { compareYears } from './billing/compare.ts'
import { proveOrders } from './billing/orders.ts'
import { liveThroughStorm } from './billing/storm.ts'
import type { StormReport } from './billing/storm.ts'
import type { Verdict } from './billing/storm/invariants.ts'

/**
 * `npm run simulate -- billing`: the proof of money. A year of weekly billing by our rules and by an
 * oracle's; the gateway's events in all orders; a storm of random operations while API, PostgreSQL and
 * gateway are killed. Exits 1 on any difference or breach.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    /** What `npm test` runs: fewer of everything. */
    short: { type: 'boolean', default: false },
    /** Of the year. */
    drivers: { type: 'string' },
    /** Of the storm; 0: the year alone. */
    operations: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    /** Keeps the folder of the storm. */
    keep: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const operations = Number(values.operations ?? (values.short ? 30 : 10_000))
const again = `npm run simulate -- billing --seed ${seed} --operations ${operations}`
const fine = [compareTheYear()]
// Side by side: the storm waits for disks and for processes that start again.
if (operations > 0) fine.push(...(await Promise.all([storm(), orders()])))
console.log(fine.every(Boolean) ? `nothing broken; seed ${seed}` : `BROKEN: run it again with ${again}`)
process.exit(fine.every(Boolean) ? 0 : 1)

function compareTheYear(): boolean {
  const drivers = Number(values.drivers ?? (values.short ? 30 : 1_000))
  console.log(`billing: a year of ${drivers} drivers, seed ${seed}`)
  const startedAt = performance.now()
  const { invoices, totalCents, differences } = compareYears(drivers, seed)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(
    `${invoices} invoices, $${(totalCents / 100).toFixed(2)}, ${differences.length} drivers differ, in ${seconds} s`,
  )
  for (const difference of differences.slice(0, 5)) console.log(`  ${difference}`)
  return differences.length === 0
}

async function storm(): Promise<boolean> {
  const plan = {
    operations,
    drivers: Math.min(80, Math.ceil(operations / 20)),
    days: Math.max(21, operations / 60),
    kills: values.short ? 2 : Math.max(5, Math.ceil(operations / 130)),
    seed,
    keep: values.keep,
  }
  console.log(`billing: a storm of ${operations} operations over ${Math.round(plan.days)} days, seed ${seed}`)
  const report = await liveThroughStorm(plan, (line) => console.log(`  ${line}`))
  describe(report)
  return holds(report.verdicts)
}

async function orders(): Promise<boolean> {
  const startedAt = performance.now()
  const verdicts = await proveOrders(values.short ? seed : null)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`billing: events of the gateway in all orders, in ${seconds} s`)
  show(verdicts)
  return holds(verdicts)
}

function holds(verdicts: readonly Verdict[]): boolean {
  return verdicts.every((verdict) => verdict.broken === 0)
}

function show(verdicts: readonly Verdict[]): void {
  console.log('\n checked  broken  rule')
  for (const { name, checked, broken, examples } of verdicts) {
    console.log(`${String(checked).padStart(8)}${String(broken).padStart(8)}  ${name}`)
    for (const example of examples) console.log(`                    ${example}`)
  }
}

function describe({ operations: done, injected, verdicts, facts, stormMs }: StormReport): void {
  const charged = facts.intents.flatMap((intent) => intent.charges)
  console.log(`  operations: ${list(done)}`)
  console.log(`  killed: ${list(Object.entries(injected))}`)
  console.log(`  answered: ${list(facts.told.answers)}`)
  console.log(
    `  ${facts.payments.length} payments, ${charged.length} charges of ${cents(charged.map((each) => each.cents))}, ` +
      `${cents(charged.map((each) => each.refundedCents))} given back; ${facts.invoices.length} invoices, ` +
      `${facts.creditNotes.length} credit notes, in ${(stormMs / 1_000).toFixed(0)} s`,
  )
  show(verdicts)
}

function list(counts: Iterable<[string, number]>): string {
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

function cents(amounts: readonly number[]): string {
  return `$${(amounts.reduce((sum, each) => sum + each, 0) / 100).toFixed(2)}`
}
