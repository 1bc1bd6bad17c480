import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { runHot } from './hot/run.ts'
import type { HotFigures } from './hot/run.ts'
import { benchJudgement } from './judge.ts'

/**
 * Measures the hot path of another checkout beside this one:
 * `sh scripts/node bench/compare.ts FOLDER [--rounds 8] [--seconds 4]`.
 * The two take turns, so that the load of the machine meets both, and medians are compared. Some 40 accepts
 * are measured a second: the 99th percentile of a round of 4 s is its second worst, so compare it with 20.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '8' },
    drivers: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '4' },
  },
})
const [folder] = positionals
if (folder === undefined) throw new Error('name the folder of the other checkout')
const other = (file: string) => import(pathToFileURL(path.resolve(folder, 'bench', file)).href)
const before = {
  runHot: ((await other('hot/run.ts')) as { runHot: typeof runHot }).runHot,
  benchJudgement: ((await other('judge.ts')) as { benchJudgement: typeof benchJudgement }).benchJudgement,
}
const times = { warmMs: 2_500, measureMs: Number(values.seconds) * 1_000 }

type Round = { hot: HotFigures; judgeNs: number }
const rounds: Record<'before' | 'after', Round[]> = { before: [], after: [] }
for (let round = 0; round < Number(values.rounds); round++) {
  // The two trees take turns at going first.
  const order = round % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const)
  for (const which of order) {
    const tree = which === 'before' ? before : { runHot, benchJudgement }
    const hot = await tree.runHot('ours', Number(values.drivers), times)
    rounds[which].push({ hot, judgeNs: tree.benchJudgement(3).bestNs })
    console.error(round + 1, which, hot.cpuUsPerPoll.toFixed(1), hot.inside.p50.toFixed(3))
  }
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const MEASURES: [name: string, read: (round: Round) => number][] = [
  ['CPU of a poll, us', ({ hot }) => hot.cpuUsPerPoll],
  ['reaction inside p50, ms', ({ hot }) => hot.inside.p50],
  ['reaction inside p99, ms', ({ hot }) => hot.inside.p99],
  ['reaction seen by the platform p50, ms', ({ hot }) => hot.outside.p50],
  ['heap a driver, KB', ({ hot }) => hot.heapBytesPerDriver / 1_024],
  ['a judgment, ns', ({ judgeNs }) => judgeNs],
]
const lines = MEASURES.map(([name, read]) => {
  const [was, is] = [median(rounds.before.map(read)), median(rounds.after.map(read))]
  const pairs = rounds.after.map((round, index) => read(round) / read(rounds.before[index]!))
  return `| ${name} | ${was.toFixed(3)} | ${is.toFixed(3)} | ${(is / was).toFixed(2)} | ${median(pairs).toFixed(2)} |`
})
const report = `| medians of ${values.rounds} rounds, ${values.drivers} drivers | before | after | ratio | median ratio of the pairs |
| --- | --- | --- | --- | --- |
${lines.join('\n')}
`
console.log(report)
