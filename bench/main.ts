import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchDatabase } from './database.ts'
import type { DatabaseFigures } from './database.ts'
import { runHot } from './hot/run.ts'
import type { HotFigures, Reaction } from './hot/run.ts'
import { benchJudgement } from './judge.ts'
import { benchWhatIf } from './what-if.ts'
import type { WhatIfFigures } from './what-if.ts'
import { cpus, loadavg, release } from 'node:os'

type Figures = {
  quick: boolean
  ours: HotFigures[]
  undici: HotFigures[]
  floor: HotFigures[]
  naive: HotFigures[]
  judgement: { bestNs: number; medianNs: number }
  database: DatabaseFigures
  whatIf: WhatIfFigures
}

const number = (value: number, digits: number) => (Number.isNaN(value) ? '-' : value.toFixed(digits))
const triple = ({ p50, p99, p999 }: Reaction) =>
  Number.isNaN(p50) ? '-' : [p50, p99, p999].map((value) => number(value, 2)).join(' / ')
const kilobytes = (bytes: number) => `${number(bytes / 1_024, 1)} KB`

function hotRow(name: string, figures: HotFigures): string[] {
  return [
    name,
    String(figures.drivers),
    `${Math.round(figures.pollsPerSecond)} of ${figures.wantedPollsPerSecond}`,
    number(figures.cpuUsPerPoll, 1),
    `${number(figures.corePercent, 0)} %`,
    triple(figures.inside),
    triple(figures.outside),
    kilobytes(figures.heapBytesPerDriver),
    kilobytes(figures.residentBytesPerDriver),
  ]
}

const HOT_HEAD = [
  'loop',
  'drivers',
  'polls a second',
  'CPU us a poll',
  'of a core',
  'reaction ms inside p50 / p99 / p99.9',
  'seen by the platform',
  'heap a driver',
  'resident a driver',
]

function table(head: string[], rows: string[][]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  )
}

const row = (goal: string, value: string, met: boolean, limit: string) => [
  goal,
  value,
  met ? 'met' : 'missed',
  met ? '' : limit,
]

/** Goal, measurement, and, if missed, what limits it. */
function goals({ ours, undici, floor, judgement }: Figures): string[][] {
  const last = ours.at(-1)!
  const noisy = `not isolated; probably the other processes on these cores (load ${loadavg()[0]!.toFixed(1)}): repeat on a quiet machine`
  const polls = ours.map((one, index) =>
    row(
      `CPU a poll under 25 us, ${one.drivers} drivers`,
      `${number(one.cpuUsPerPoll, 1)} us`,
      one.cpuUsPerPoll < 25,
      `Node's sockets alone cost ${number(floor[index]?.cpuUsPerPoll ?? Number.NaN, 1)} us here at this rate: few polls share a wake-up`,
    ),
  )
  const reactions = ours.flatMap(({ drivers, inside }) => [
    row(
      `reaction p50 under 0.2 ms, ${drivers} drivers`,
      `${number(inside.p50, 2)} ms`,
      inside.p50 < 0.2,
      noisy,
    ),
    row(`reaction p99 under 2 ms, ${drivers} drivers`, `${number(inside.p99, 2)} ms`, inside.p99 < 2, noisy),
  ])
  return [
    ...reactions,
    ...polls,
    row(
      '5,000 drivers under 70 % of a core',
      `${number(last.corePercent, 0)} %`,
      last.corePercent < 70,
      noisy,
    ),
    row(
      'under 32 KB a driver (heap and buffers)',
      kilobytes(last.heapBytesPerDriver),
      last.heapBytesPerDriver < 32_768,
      'compiled windows and the last list',
    ),
    row(
      'our client 5 us a poll under undici, 5,000 drivers (ADR 3)',
      `${number(undici.at(-1)!.cpuUsPerPoll - last.cpuUsPerPoll, 1)} us`,
      undici.at(-1)!.cpuUsPerPoll - last.cpuUsPerPoll > 5,
      'undici is as good: our client goes',
    ),
    row('a judgment under 50 ns', `${number(judgement.bestNs, 0)} ns`, judgement.bestNs < 50, noisy),
  ]
}

/** The whole run as Markdown, printed and stored. */
function writeReport(figures: Figures, command: string): string {
  const { ours, undici, floor, naive, judgement, database, whatIf } = figures
  const [cpu] = cpus()
  const hot = [
    ...ours.map((one) => hotRow('ours', one)),
    ...undici.map((one) => hotRow('undici', one)),
    ...floor.map((one) => hotRow('bare sockets', one)),
    ...naive.map((one) => hotRow('naive', one)),
  ]
  const rest = [
    [
      'judgment, compiled filter',
      `${number(judgement.bestNs, 0)} ns best, ${number(judgement.medianNs, 0)} ns median`,
    ],
    ['judgments a second', `${number(1e3 / judgement.bestNs, 1)} million`],
    [
      "the fence's round trip",
      `p50 ${number(database.fenceMs.p50, 2)} ms, p99 ${number(database.fenceMs.p99, 2)} ms`,
    ],
    ['log rows a second', String(Math.round(database.logRowsPerSecond))],
    ['CPU here for a log row', `${number(database.logCpuUsPerRow, 1)} us`],
    ...whatIf.cases.map(({ name, considered, p50Ms, p99Ms, cpuMs }) => [
      `what if, ${considered} offers, ${name}`,
      `p50 ${number(p50Ms, 0)} ms, p99 ${number(p99Ms, 0)} ms, CPU ${number(cpuMs, 0)} ms`,
    ]),
  ]
  return `# Benchmark

${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, \`${command}\`, Node ${process.version}, ${cpus().length} x ${cpu?.model ?? 'unknown'},
Linux ${release()}, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(
      ' ',
    )}. CPU is the time of the searching process only (\`process.cpuUsage\`), best of ${figures.quick ? 'one run' : 'two runs'}; the
mock platform runs in its own process on the same cores. Each driver polls twice a second; a reply has 10 offers; one reply in ten
has changed.

${table(HOT_HEAD, hot)}

"Inside": from reading the last octet to writing the accept, with a fence that answers at once. "Seen by the
platform": from writing its reply to reading the accept. This adds both directions over loopback, the wait for
a core and the platform's own event loop. The naive loop can only be measured this way. "undici": the same
searcher and adapter over its \`dispatch\`. "Bare sockets": the same requests, with replies read and
discarded: the minimum for any client on this machine. "Resident" includes the fixed cost of the process, so it falls with the number of drivers. "Heap" is what each
driver adds, including buffers.

${table(['what', 'figure'], rest)}

A real accept waits for the fence once: add its round trip to the reaction.
Changes of the hot path are measured beside the tree before them: \`compare.md\`.

${table(['goal', 'measured', '', 'what limits it'], goals(figures))}
`
}

/**
 * `npm run bench [-- --quick]`: the hot path by our client, by undici and by a naive loop, judging, the fence
 * and the log, in one run.
 * The gain of the adaptive rate is simulated and takes minutes: `sh scripts/node bench/poll-schedule.ts`.
 */

// `npm run bench -- attacks`: the product under attack, separately; it exits when it is done.
if (process.argv[2] === 'attacks') await import('../proofs/attacks.ts')
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
