import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, AttackReport, Comparison, Stretch } from './attacks/model.ts'
import { createProbe } from './attacks/probe.ts'
import { startTarget } from './attacks/product.ts'
import type { Target } from './attacks/product.ts'
import { measureReading } from './attacks/reading.ts'
import type { ReadingFigures } from './attacks/reading.ts'
import { cpus, loadavg, release } from 'node:os'
import { percentile } from '../bench/hot/scene.ts'

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
function writeReport(comparisons: readonly Comparison[], reading: ReadingFigures, command: string): string {
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

/**
 * `npm run bench -- attacks`: runs the product in its own process, with searching bots, and attacks it from
 * another one: JSON that is expensive to parse, passwords that are expensive to hash, readers that do not
 * read. Quiet and attacked periods alternate, so that the machine's other load affects both. Loopback only,
 * bounded in count and time. The figures go to `--out`, by default only to the terminal.
 */
const KINDS = ['json', 'passwords', 'readers'] as const
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    drivers: { type: 'string', default: '20' },
    /** Runs only one attack. */
    only: { type: 'string' },
    out: { type: 'string' },
  },
})
const seconds = Math.min(Number(values.seconds), 30)
const rounds = Math.min(Number(values.rounds), 5)
const kinds = KINDS.filter((kind) => values.only === undefined || values.only === kind)
if (kinds.length === 0) throw new Error(`no attack ${values.only}; there are ${KINDS.join(', ')}`)
/** Pause after which an attack's effects are over. */
const SETTLE_MS = 3_000
/**
 * Delay from an attack's start to the first measurement: all readers must be connected before their cost is
 * measured.
 */
const LEAD_MS: Record<Attack['kind'], number> = { json: 1_000, passwords: 1_000, readers: 6_000 }

const target = await startTarget(Number(values.drivers))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void target.stop().then(() => process.exit(1)))
try {
  const comparisons: Comparison[] = []
  for (const kind of kinds) comparisons.push(await compare(target, kind))
  const command = `npm run bench -- attacks${values.only === undefined ? '' : ` --only ${values.only}`}`
  const report = writeReport(comparisons, await measureReading(), command)
  if (values.out !== undefined) writeFileSync(values.out, report)
  console.log(report)
} finally {
  await target.stop()
}
process.exit(0)

async function compare({ url, ...rest }: Target, kind: Attack['kind']): Promise<Comparison> {
  const probe = createProbe({ url, ...rest })
  const found: Comparison = { kind, quiet: [], attacked: [], answered: {} }
  // The first requests include compilation, so they are excluded.
  await probe.watch(2_000)
  for (let round = 0; round < rounds; round++) {
    console.error(`${kind}, round ${round + 1}: quiet ...`)
    found.quiet.push(await probe.watch(seconds * 1000))
    console.error(`${kind}, round ${round + 1}: attacked ...`)
    const index = KINDS.indexOf(kind) * 10 + round
    const attack = startAttack({ kind, url, ms: seconds * 1000 + LEAD_MS[kind], round: index })
    await sleep(LEAD_MS[kind])
    found.attacked.push(await probe.watch(seconds * 1000))
    for (const [what, times] of Object.entries((await attack).answered))
      found.answered[what] = (found.answered[what] ?? 0) + times
    await sleep(SETTLE_MS)
  }
  probe.close()
  return found
}

async function startAttack(attack: Attack): Promise<AttackReport> {
  const child = fork(fileURLToPath(new URL('./attacks/load.ts', import.meta.url)))
  child.send(attack)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the attacker ended with ${code}`)
  })
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [AttackReport]
  ended.catch(() => {})
  return report
}
