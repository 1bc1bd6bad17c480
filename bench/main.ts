import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchDatabase } from './database.ts'
import { runHot } from './hot/run.ts'
import type { HotFigures } from './hot/run.ts'
import { benchJudgement } from './judge.ts'
import { writeReport } from './report.ts'
import { benchWhatIf } from './what-if.ts'

/**
 * `npm run bench [-- --quick]`: the hot path by our client, by undici and by a naive loop, judging, the fence
 * and the log, in one run.
 * The gain of the adaptive rate is simulated and takes minutes: `sh scripts/node bench/poll-schedule.ts`.
 */

// `npm run bench -- attacks`: the product under attack, separately; it exits when it is done.
if (process.argv[2] === 'attacks') await import('./attacks.ts')
// `npm run bench -- silence`: how soon a market that answers nothing is named.
if (process.argv[2] === 'silence') await import('./silence.ts')

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const quick = values.quick
const times = quick ? { warmMs: 2_500, measureMs: 3_000 } : { warmMs: 5_000, measureMs: 12_000 }
const short = quick ? times : { warmMs: 4_000, measureMs: 6_000 }

/** The run with the lowest CPU per poll: noise of other processes only ever adds. */
async function best(visitor: 'ours' | 'undici' | 'floor', drivers: number): Promise<HotFigures> {
  let least: HotFigures | null = null
  for (let run = 0; run < (quick ? 1 : 2); run++) {
    console.error(`${visitor}, ${drivers} drivers ...`)
    const figures = await runHot(visitor, drivers, visitor === 'floor' ? short : times)
    if (least === null || figures.cpuUsPerPoll < least.cpuUsPerPoll) least = figures
  }
  return least!
}

console.error('judgement ...')
const judgement = benchJudgement(quick ? 5 : 15)
console.error('fence and log ...')
const database = await benchDatabase(
  quick ? { intents: 500, rows: 20_000 } : { intents: 2_000, rows: 100_000 },
)
console.error('what if ...')
const whatIf = await benchWhatIf(quick ? 20_000 : 100_000, quick ? 10 : 60)
const ours = [await best('ours', 1_000), await best('ours', 5_000)]
const undici = [await best('undici', 1_000), await best('undici', 5_000)]
const floor = [await best('floor', 1_000), await best('floor', 5_000)]
const naive: HotFigures[] = []
for (const drivers of [1_000, 5_000]) {
  console.error(`naive, ${drivers} drivers ...`)
  naive.push(await runHot('naive', drivers, short))
}
const command = `npm run bench${quick ? ' -- --quick' : ''}`
const report = writeReport({ quick, ours, undici, floor, naive, judgement, database, whatIf }, command)
writeFileSync(new URL('./results.md', import.meta.url), report)
console.log(report)
