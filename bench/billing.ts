import { parseArgs } from 'node:util'
import { compareYears } from './billing/compare.ts'

/** `npm run simulate -- billing [--drivers 1000 --seed N]`: a year of weekly billing by our rules and by an oracle's; exits 1 where they differ. */

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    /** For every check: fewer drivers. */
    short: { type: 'boolean', default: false },
    drivers: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
})
const drivers = Number(values.drivers ?? (values.short ? 100 : 1_000))
const seed = Number(values.seed)
console.log(`billing: a year of ${drivers} drivers, seed ${seed}`)
const startedAt = performance.now()
const { invoices, totalCents, differences } = compareYears(drivers, seed)
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
console.log(
  `${invoices} invoices, $${(totalCents / 100).toFixed(2)}, ${differences.length} drivers differ, in ${seconds} s`,
)
for (const difference of differences.slice(0, 5)) console.log(`  ${difference}`)
console.log(
  differences.length === 0 ? `nothing differs; seed ${seed}` : `DIFFERENT: run it again with --seed ${seed}`,
)
process.exit(differences.length === 0 ? 0 : 1)
