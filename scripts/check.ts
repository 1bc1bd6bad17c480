import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * Everything that must hold before a change lands, in the order in which it fails fastest. `npm test` and CI run this very list.
 * Names on the command line run those steps alone.
 */
const root = path.join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)

/** The entry of a package's command, so that nothing depends on a shell or on PATH. */
function command(name: string, packageName = name): string[] {
  const manifest = require(`${packageName}/package.json`) as { bin: string | Record<string, string> }
  const entry = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[name]!
  return [path.join(path.dirname(require.resolve(`${packageName}/package.json`)), entry)]
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
  boundaries: [['scripts/boundaries.ts']],
  build: [['scripts/build.ts'], ['web/budget.ts']],
  chaos: [['bench/chaos.ts', '--seconds', '60']],
  simulate: [
    ['bench/simulate.ts', '--short'],
    ['bench/simulate.ts', 'billing', '--short'],
  ],
  tests: [['scripts/test.ts', 'all']],
}

const wanted = process.argv.slice(2)
for (const name of wanted)
  if (!(name in STEPS)) throw new Error(`no step ${name}; there are ${Object.keys(STEPS).join(', ')}`)

for (const [name, commands] of Object.entries(STEPS)) {
  if (wanted.length && !wanted.includes(name)) continue
  const began = performance.now()
  for (const args of commands) {
    const result = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
    if (result.status !== 0) {
      console.error(`check: ${name} failed`)
      process.exit(1)
    }
  }
  console.log(`check: ${name} passed in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
