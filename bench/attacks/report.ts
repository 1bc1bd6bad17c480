import { cpus, loadavg, release } from 'node:os'
import { percentile } from '../hot/scene.ts'
import type { Comparison, Stretch } from './model.ts'
import type { ReadingFigures } from './reading.ts'

const NAMES: Record<Comparison['kind'], string> = {
  json: '990 KB of JSON with one escape, 5 a second, to a public operation',
  passwords: 'sign-ins with invented passwords, 50 a second, from many addresses',
  readers: '1,000 readers that request the API description three times each and read nothing',
}

const HEAD = [
  'period',
  'health p50',
  'health p95',
  'health p99',
  'lost',
  'reaction p50',
  'reaction p99',
  'reactions',
  'memory',
  'of a core',
]

const ms = (values: readonly number[], part: number) =>
  values.length === 0 ? '-' : `${percentile(values, part).toFixed(1)} ms`

function rowOf(name: string, stretches: readonly Stretch[]): string[] {
  const health = stretches.flatMap((each) => each.healthMs)
  const reactions = stretches.flatMap((each) => each.reactionMs)
  const memory = Math.max(...stretches.map((each) => each.memoryMb))
  const cores = stretches.reduce((sum, each) => sum + each.corePercent, 0) / stretches.length
  const lost = stretches.reduce((sum, each) => sum + each.lost, 0)
  return [
    name,
    ms(health, 0.5),
    ms(health, 0.95),
    ms(health, 0.99),
    `${lost} of ${health.length}`,
    ms(reactions, 0.5),
    ms(reactions, 0.99),
    String(reactions.length),
    `${Math.round(memory)} MB`,
    `${Math.round(cores)} %`,
  ]
}

function table(rows: string[][]): string {
  const all = [HEAD, HEAD.map(() => '---'), ...rows]
  return all.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** The figures of a run as a page. */
export function writeReport(
  comparisons: readonly Comparison[],
  reading: ReadingFigures,
  command: string,
): string {
  const sections = comparisons.map(({ kind, quiet, attacked, answered }) => {
    const rows = [rowOf('quiet', quiet), rowOf('attacked', attacked)]
    const told = Object.entries(answered)
      .map(([what, times]) => `${what}: ${times}`)
      .join(', ')
    const ratio =
      percentile(
        attacked.flatMap((each) => each.reactionMs),
        0.99,
      ) /
      percentile(
        quiet.flatMap((each) => each.reactionMs),
        0.99,
      )
    const reaction = Number.isNaN(ratio) ? '' : ` Reaction p99 is ${ratio.toFixed(2)} times the quiet one.`
    return `### ${NAMES[kind]}\n\n${table(rows)}\n\nAnswers to the attacker: ${told}.${reaction}\n`
  })
  const [cpu] = cpus()
  const load = loadavg()[0]?.toFixed(1)
  return `\`${command}\` on ${cpus().length} x ${cpu?.model.trim()}, Linux ${release()}, Node ${process.version}, load ${load} at the end.

${sections.join('\n')}
Processor time of reading those 990 KB once: ${reading.wholeMs.toFixed(1)} ms where all are read, ${reading.openMs.toFixed(2)} ms where anyone may call.
`
}
