import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { makeTemporaryFolder } from '../server/kit/testing.ts'

/**
 * The two checks. `npm test`, which CI runs too, is what holds every rule; `npm run check:long` (`--long`) is
 * everything at full length. Names on the command line select steps. The last line says what passed, or what
 * failed, with the minutes of each step.
 */
const root = path.join(import.meta.dirname, '..')

/** The entry of a package's command, independent of a shell and PATH. */
function command(name: string, packageName = name): string[] {
  const folder = path.join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  return [path.join(folder, typeof bin === 'string' ? bin : bin[name]!)]
}

/** Its commands run one after the other; what is `beside` runs while the tests do, since it mostly waits. */
type Step = { name: string; commands: string[][]; beside?: boolean }

const BUILD: Step = { name: 'build', commands: [['scripts/build.ts'], ['web/budget.ts']] }
const SHORT: Step[] = [
  { name: 'format', commands: [[...command('oxfmt'), '--check', '.']] },
  // With types: each file is checked once, for its rules and for the compiler.
  { name: 'lint', commands: [[...command('oxlint'), '--type-aware', '--type-check', '--quiet']] },
  {
    name: 'boundaries',
    commands: [['scripts/boundaries.ts'], [...command('knip'), '--no-progress', '--no-config-hints']],
  },
  BUILD,
  { name: 'tests', commands: [['scripts/test.ts']] },
  { name: 'chaos', commands: [['proofs/chaos.ts', '--short']], beside: true },
  { name: 'simulate', commands: [['proofs/simulate.ts', '--short']], beside: true },
  { name: 'billing', commands: [['proofs/simulate.ts', 'billing', '--short']], beside: true },
  { name: 'fleet', commands: [['proofs/fleet.ts', '--short']], beside: true },
]
/** Night, the morning's rush, the afternoon, and the last minutes of a day, in Miami. */
const TIMES = ['02:30', '07:00', '16:00', '23:40']
const LONG: Step[] = [
  BUILD,
  {
    name: 'tests',
    commands: [
      ['scripts/test.ts', '--long', 'unit'],
      ['scripts/test.ts', '--long', 'world'],
    ],
  },
  ...TIMES.map((time, index) => ({
    name: `journeys at ${time}`,
    commands: [
      ['scripts/test.ts', '--long', 'e2e', '--at', time, ...(index % 2 === 1 ? ['--swap-languages'] : [])],
    ],
  })),
  {
    name: 'chaos',
    commands: [
      ...['market', 'market-couriers', 'coopcycle', 'fleetbase'].map((platform) => ['--platform', platform]),
      ['--only', 'postgres replaced', '--faults', '30', '--pace', '8000'],
      ['--only', 'postgres read only', '--faults', '6', '--pace', '12000'],
      ['--only', 'postgres out of connections', '--faults', '6', '--pace', '12000'],
      ['--only', 'postgres slow', '--faults', '6', '--pace', '12000'],
    ].map((options) => ['proofs/chaos.ts', ...options]),
  },
  { name: 'simulate', commands: [['proofs/simulate.ts', '--drivers', '40', '--hours', '14']] },
  { name: 'billing', commands: [['proofs/simulate.ts', 'billing']] },
  { name: 'fleet', commands: [['proofs/fleet.ts']] },
  { name: 'lighthouse', commands: [['e2e/lighthouse.ts', '--floor']] },
  { name: 'interactions', commands: [['e2e/interactions.ts']] },
  { name: 'pictures', commands: [['e2e/pictures.ts']] },
  { name: 'container', commands: [['scripts/container.ts']] },
]

const isLong = process.argv.includes('--long')
const names = process.argv.slice(2).filter((word) => word !== '--long')
const steps = isLong ? LONG : SHORT
for (const name of names)
  if (!steps.some((step) => step.name === name))
    throw new Error(`no step ${name}; there are ${steps.map((step) => step.name).join(', ')}`)

// Every step loads the same modules: their types are stripped and their code is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/compile')
const removeFolder = makeTemporaryFolder()
const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(130)
  })
const began = performance.now()
const minutes = new Map<string, string>()
const failures: string[] = []
const wanted = steps.filter(({ name }) => names.length === 0 || names.includes(name))
// What runs beside the tests begins with them, one step after the other.
const [alone, beside] = [wanted.filter((step) => !step.beside), wanted.filter((step) => step.beside)]
for (const step of alone) {
  const isLast = step === alone.at(-1)
  await Promise.all([runStep(step), isLast && runInTurn(beside)])
  if (failures.length > 0 && !isLong) break
}
if (alone.length === 0) await runInTurn(beside)
const times = [...minutes].map(([name, time]) => `${name} ${time}`).join(', ')
const result = failures.length === 0 ? 'passed' : `failed: ${failures.join(', ')},`
console.log(`check: ${result} in ${minutesSince(began)} minutes (${times})`)
removeFolder()
process.exitCode = failures.length === 0 ? 0 : 1

async function runInTurn(some: readonly Step[]): Promise<void> {
  for (const step of some) await runStep(step)
}

/** Runs a step's commands; what one beside others prints is shown when it ends, and only if it failed. */
async function runStep({ name, commands, beside: isBeside }: Step): Promise<void> {
  const start = performance.now()
  let output = ''
  for (const args of commands) {
    const child = spawn(process.execPath, args, { cwd: root, stdio: isBeside ? 'pipe' : 'inherit' })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    running.add(child)
    const [code] = (await once(child, 'close')) as [number | null]
    running.delete(child)
    if (code === 0) continue
    if (!failures.includes(name)) failures.push(name)
    // The long check is not run again soon: it goes on to the next command.
    if (!isLong) break
  }
  minutes.set(name, minutesSince(start))
  if (failures.includes(name)) console.error(`${output}check: ${name} failed`)
  else console.log(`check: ${name} passed in ${minutesSince(start)} minutes`)
}

function minutesSince(start: number): string {
  return ((performance.now() - start) / 60_000).toFixed(1)
}
