import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * All checks before a change lands, the fastest failures first. `npm test` and CI run this list. Names on the
 * command line select steps.
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

const STEPS: Record<string, string[][]> = {
  format: [[...command('oxfmt'), '--check', '.']],
  lint: [[...command('oxlint'), '--type-aware', '--quiet']],
  types: [
    [...command('tsc', 'typescript'), '--noEmit'],
    [...command('tsc', 'typescript'), '--noEmit', '-p', 'web'],
    [...command('tsc', 'typescript'), '--noEmit', '-p', 'web/worker'],
    [...command('tsc', 'typescript'), '--noEmit', '-p', 'e2e'],
  ],
  boundaries: [['scripts/boundaries.ts'], [...command('knip'), '--no-progress', '--no-config-hints']],
  build: [['scripts/build.ts'], ['web/budget.ts']],
  lighthouse: [['e2e/lighthouse.ts', '--floor']],
  chaos: [['bench/chaos.ts', '--seconds', '60']],
  simulate: [
    ['bench/simulate.ts', '--short'],
    ['bench/simulate.ts', 'billing', '--short'],
  ],
  fleet: [['bench/fleet.ts', '--drivers', '300', '--workers', '2', '--seconds', '10']],
  tests: [['scripts/test.ts', 'all']],
}

/** Steps that share the machine: chaos mostly waits, and a simulation moves its own time. */
const TOGETHER = ['chaos', 'simulate']

const wanted = process.argv.slice(2)
for (const name of wanted)
  if (!(name in STEPS)) throw new Error(`no step ${name}; there are ${Object.keys(STEPS).join(', ')}`)

// Every step loads the same modules: their types are stripped and their code is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/compile')
const running = new Set<ChildProcess>()
const together = TOGETHER.filter((name) => wanted.length === 0 || wanted.includes(name))
for (const name of Object.keys(STEPS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  if (!together.includes(name)) await runStep(name)
  else if (name === together[0]) await Promise.all(together.map(runStep))
}

/** Runs a step's commands one after the other; the first that fails ends everything, a step beside it too. */
async function runStep(name: string): Promise<void> {
  const began = performance.now()
  for (const args of STEPS[name]!) {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    running.add(child)
    const [code] = (await once(child, 'exit')) as [number | null]
    running.delete(child)
    if (code !== 0) {
      for (const other of running) other.kill()
      console.error(`check: ${name} failed`)
      process.exit(1)
    }
  }
  console.log(`check: ${name} passed in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
