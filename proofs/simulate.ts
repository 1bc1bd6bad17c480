import { parseArgs } from 'node:util'
import { liveThrough } from './simulate/week.ts'
import type { WeekPlan } from './simulate/week.ts'
import type { Verdict } from './simulate/invariants.ts'
import { watchDatabase, watchHttp } from './simulate/quiet.ts'
import { findUnchecked } from './simulate/unchecked.ts'
import { countYields, findIdle } from './simulate/yield.ts'

// `npm run simulate -- billing`: billing separately; it exits when it is done.
if (process.argv[2] === 'billing') await import('./billing.ts')
// `npm run simulate -- fair`: turns among members of a co-op; it exits when it is done.
if (process.argv[2] === 'fair') await import('./fair.ts')

const { values } = parseArgs({
  options: {
    /** What `npm test` runs: a few hours and drivers around one clock change. */
    short: { type: 'boolean', default: false },
    drivers: { type: 'string' },
    /** Simulated hours around each of the two clock changes. */
    hours: { type: 'string' },
    /** Only one of the two changes, so that both weeks can run in parallel in two processes. */
    only: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
})
const drivers = Number(values.drivers ?? (values.short ? 6 : 200))
const hours = Number(values.hours ?? (values.short ? 2 : 168))
const seed = Number(values.seed)
const only = values.only ?? (values.short ? 'spring' : undefined)
/** Clocks in the United States change at 2:00 on these days; the span includes that, a short one closely. */
const changes = [
  { name: 'spring', at: Date.parse('2026-03-08T10:00Z') },
  { name: 'autumn', at: Date.parse('2026-11-01T09:00Z') },
].filter(({ name }) => only === undefined || only === name)
if (changes.length === 0) throw new Error(`no week ${only}; there are spring and autumn`)
console.log(
  `simulate: ${drivers} drivers, ${hours} h in ${changes.map(({ name }) => name).join(' and ')}, seed ${seed}`,
)

const total = new Map<string, Verdict>()
const faults: string[] = []
/** What was done too little for the size of the run: rules that are not checked prove nothing. */
const idle: string[] = []
watchDatabase()
watchHttp()
for (const { name, at } of changes) {
  const plan: WeekPlan = { name, from: at - Math.floor(hours / 2) * 3_600_000, hours, drivers, seed }
  const startedAt = performance.now()
  const result = await liveThrough(plan, (line) => console.log(`  ${line}`))
  const { facts } = result
  console.log(
    `${name}: ${facts.firings.length} autostarts, ${facts.outages.length} outages, ` +
      `in ${Math.round((performance.now() - startedAt) / 1000)} s`,
  )
  for (const [variant, { drivers: count, searches, accepts, blocks }] of countYields(facts))
    console.log(
      `  ${variant}: ${count} drivers, ${searches} searches, ${accepts} accepts, ${blocks} blocks won`,
    )
  const { maxRequestsPerMinute, requests } = facts.instance
  const unsent = requests.filter(({ sentAt }) => sentAt === null)
  console.log(
    `  instance: ${requests.length - unsent.length} requests at ${maxRequestsPerMinute} a minute, ` +
      `${unsent.length} not sent, of them accepts ${unsent.filter(({ what }) => what === 'accept').length}`,
  )
  idle.push(...findIdle(facts).map((line) => `${name}: ${line}`))
  faults.push(...result.faults)
  for (const verdict of result.verdicts) {
    const sum = total.get(verdict.name)
    if (sum === undefined) total.set(verdict.name, { ...verdict })
    else {
      sum.checked += verdict.checked
      sum.broken += verdict.broken
      sum.examples.push(...verdict.examples)
    }
  }
}

console.log('\n checked  broken  invariant')
for (const { name, checked, broken, examples } of total.values()) {
  console.log(`${String(checked).padStart(8)}${String(broken).padStart(8)}  ${name}`)
  for (const example of examples) console.log(`                    ${example}`)
}
const unchecked = findUnchecked([...total.values()], drivers * hours * changes.length)
for (const { name, why, isAllowed } of unchecked)
  console.log(`${isAllowed ? 'not checked' : 'NEVER CHECKED'}: ${name} (${why})`)
for (const fault of faults.slice(0, 5)) console.log(`fault: ${fault}`)
for (const line of idle) console.log(`idle: ${line}`)
const broken =
  [...total.values()].some((verdict) => verdict.broken > 0) ||
  faults.length > 0 ||
  idle.length > 0 ||
  unchecked.some(({ isAllowed }) => !isAllowed)
console.log(
  broken
    ? `BROKEN: run it again with --seed ${seed} --drivers ${drivers} --hours ${hours}${only === undefined ? '' : ` --only ${only}`}`
    : `nothing broken; seed ${seed}`,
)
process.exit(broken ? 1 : 0)
