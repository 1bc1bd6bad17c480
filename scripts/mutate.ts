import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { HOUR_MS } from '../core/time.ts'
import { makeTemporaryFolder } from '../server/kit/testing.ts'
import { isTest, readSource, type Source } from './boundaries.ts'
import { choose, findPlants, plantIn, testsOf, type Plant } from './mutate/plant.ts'

/**
 * Measures what core's unit tests notice: plants faults in a copy of core, one at a time, and runs the tests
 * of the changed module. Prints each fault that all of them pass, and the share that is noticed. Words
 * keep only the files whose path holds one of them; the same `--seed` plants the same `--count`.
 */
const ROOT = path.join(import.meta.dirname, '..')
/** A run that lasts so much longer than all tests without a fault never ends, which is noticed too. */
const PATIENCE = 3
/** This many tests run first: loading all of them costs more than most runs. */
const NEAR = 4
/** What the server's tests check, texts, defaults that follow from no rule, and scaffolding of tests. */
const LEFT_OUT =
  /^core\/(contract\/|words\/|(contract|errors|settings)\.ts)|\/(fixtures|walked-moves|samples|schedule\.cases)\.ts$/

function readSources(): Source[] {
  const files = globSync('core/**/*.ts', { cwd: ROOT }).toSorted()
  return files.map((file) => readSource(file, readFileSync(path.join(ROOT, file), 'utf8')))
}

/** A folder with a copy of core, where faults are planted. */
function copyCore(seed: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'mutate-'))
  cpSync(path.join(ROOT, 'core'), path.join(folder, 'core'), { recursive: true })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(
    path.join(folder, 'seed.mjs'),
    `import fc from 'fast-check'\nfc.configureGlobal({ seed: ${seed} })\n`,
  )
  return folder
}

/** Whether one of these tests fails, or none ends in time; the first that fails ends the run. */
async function isNoticed(folder: string, tests: readonly string[], limitMs: number): Promise<boolean> {
  const flags = ['--test', '--test-isolation=none', '--test-reporter=tap', '--import', './seed.mjs']
  const child = spawn(process.execPath, [...flags, ...tests], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let noticed = false
  const end = () => {
    noticed = true
    child.kill('SIGKILL')
  }
  const limit = setTimeout(end, limitMs)
  child.stdout.on('data', (data: Buffer) => {
    if (/^\s*not ok/m.test(data.toString())) end()
  })
  const code = await new Promise<number | null>((done) => void child.on('close', done))
  clearTimeout(limit)
  return noticed || code !== 0
}

async function isKilled(
  folder: string,
  plant: Plant,
  { tests, limitMs }: { tests: readonly string[]; limitMs: number },
): Promise<boolean> {
  const file = path.join(folder, plant.path)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, plantIn(text, plant))
  try {
    const [near, far] = [tests.slice(0, NEAR), tests.slice(NEAR)]
    if (near.length > 0 && (await isNoticed(folder, near, limitMs))) return true
    return far.length > 0 && (await isNoticed(folder, far, limitMs))
  } finally {
    writeFileSync(file, text)
  }
}

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '2' },
  },
})
makeTemporaryFolder()
const seed = Number(values.seed)
const sources = readSources()
const fields = sources
  .filter((source) => !isTest(source.path) && !LEFT_OUT.test(source.path))
  .filter((source) => words.length === 0 || words.some((word) => source.path.includes(word)))
const plants = choose(fields.flatMap(findPlants), Number(values.count), seed)
const tests = sources.map((source) => source.path).filter((each) => /(?<!\.long)\.test\.ts$/.test(each))
const begun = performance.now()
if (await isNoticed(copyCore(seed), tests, HOUR_MS)) throw new Error('a test fails without a fault')
const limitMs = PATIENCE * (performance.now() - begun)
const survivors: Plant[] = []
const queue = plants.values()
let tried = 0
const work = async (): Promise<void> => {
  const folder = copyCore(seed)
  for (const plant of queue) {
    const killed = await isKilled(folder, plant, { tests: testsOf(plant.path, sources), limitMs })
    if (++tried % 20 === 0) console.error(`${tried} of ${plants.length}`)
    if (killed) continue
    survivors.push(plant)
    console.log(`${plant.path}:${plant.line}  ${shorten(plant.before)}  ->  ${shorten(plant.after)}`)
  }
}
await Promise.all(Array.from({ length: Number(values['at-once']) }, work))
const killed = plants.length - survivors.length
console.log(`${killed} of ${plants.length} noticed, ${((100 * killed) / plants.length).toFixed(1)}%`)

function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 80)
}
