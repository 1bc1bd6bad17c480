import { parseArgs } from 'node:util'
import { isProposed } from './fair/law.ts'
import { openRows } from './fair/rows.ts'
import { live, LONGEST_HOURS, MEMBERS, openChance, PEOPLE, SHIFTS_A_WEEK } from './fair/town.ts'
import type { Result, World } from './fair/town.ts'
import { decideHere } from './fair/turns.ts'

/**
 * `npm run simulate -- fair`: a co-op through eight weeks, minute by minute, three times with the same seed:
 * without bots, with bots that race, and with bots that take turns. Filters, rules and decisions are the
 * product's own; people, platform and the ends of processes are simulated. Then some weeks more with turns
 * that two processes decide from rows of PostgreSQL while one or the other is killed. It exits when it is
 * done.
 */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'fair'),
  options: {
    seed: { type: 'string', default: '1' },
    weeks: { type: 'string', default: '8' },
    rows: { type: 'string', default: '1' },
  },
})
const weeks = Number(values.weeks)
const startedAt = performance.now()
const worlds: World[] = ['no bots', 'race', 'turns']
const results = new Map<World, Result>()
for (const world of worlds) results.set(world, await live(world, openChance(values.seed), weeks, decideHere))
const turns = results.get('turns')!

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
const spreadOf = (counts: readonly number[]): number => Math.max(...counts) - Math.min(...counts)
const hoursOf = ({ hours }: Result, kind: string): number[] =>
  [...hours]
    .filter(([id]) => id.startsWith(kind))
    .map(([, count]) => count)
    .sort((one, other) => one - other)
const alone = sum(hoursOf(results.get('no bots')!, 'person'))

console.log(`fair: ${weeks} weeks, ${MEMBERS} members, ${PEOPLE} people, seed ${values.seed}`)
console.log(
  '| world | members: least, median, most hours | people: hours | of the world without bots | empty shifts |',
)
console.log('| --- | --- | --- | --- | --- |')
for (const [world, result] of results) {
  const members = hoursOf(result, 'member')
  const people = sum(hoursOf(result, 'person'))
  const spread = [members[0], members[MEMBERS / 2], members.at(-1)].join(', ')
  const share = `${((people / alone) * 100).toFixed(1)}%`
  console.log(
    `| ${world} | ${spread} | ${people} | ${share} | ${result.empty.size} of ${weeks * SHIFTS_A_WEEK} |`,
  )
}
const { decisions, ended, awards, passed, faults, counted } = turns
console.log(`decisions: ${decisions}, of which ended with their process ${ended}`)
console.log(`awards: ${awards}, of which passed over ${passed}`)
console.log(`hours as turns count them differ by ${spreadOf(counted).toFixed(1)} h at the end`)
console.log(`the oracle objects to ${faults.length}`)
for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`)
const differ = spreadOf(hoursOf(turns, 'member'))
const rows = await openRows(openChance(`${values.seed} kills`))
const inRows = await live('turns', openChance(values.seed), Number(values.rows), rows.decide)
const { looks, kills, interrupted, differences } = await rows.close()
console.log(
  `in rows, ${values.rows} weeks: ${looks} looks of two processes, of which ${kills} ended with a kill (${interrupted} before their answer); ` +
    `${inRows.decisions} decisions, ${inRows.awards} awards, of which passed over ${inRows.passed}`,
)
for (const difference of [...differences, ...inRows.faults].slice(0, 5)) console.log(`  ${difference}`)
const left = [...turns.empty].filter((id) => !results.get('race')!.empty.has(id))
const goals: [string, boolean][] = [
  [`hours of equal members differ by at most one shift (${differ} h)`, differ <= LONGEST_HOURS],
  ['people hold at least 95% of what they hold without bots', sum(hoursOf(turns, 'person')) >= 0.95 * alone],
  [`no shift stays empty that a race fills (${left.length})`, left.length === 0],
  ['the oracle agrees with every decision', faults.length === 0],
  ['the oracle knows the rules that are proposed', isProposed],
  ['what two processes decide in rows is what is decided in memory', differences.length === 0],
  ['the oracle agrees with every decision in rows', inRows.faults.length === 0],
]
for (const [goal, isMet] of goals) console.log(`${isMet ? 'met' : 'MISSED'}: ${goal}`)
console.log(`in ${Math.round((performance.now() - startedAt) / 1000)} s`)
process.exit(goals.every(([, isMet]) => isMet) ? 0 : 1)
