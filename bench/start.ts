import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { describeMachine } from './postgres.ts'

/**
 * Measures the first start of the product, each in an empty data folder:
 * `sh scripts/node bench/start.ts [FOLDER...] [--rounds 5]`. Other checkouts take turns with this one, so
 * that the load of the machine meets all of them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
})
const HERE = path.join(import.meta.dirname, '..')
const trees = [...positionals.map((folder) => path.resolve(folder)), HERE]

/** Seconds from the command until each of these lines is printed, and what the weeks say of themselves. */
type Times = { greeting: number; weeks: number; made: number }

const LINES: Record<keyof Times, RegExp> = {
  greeting: /Madruga is ready after/,
  weeks: /weeks behind them \(made in ([\d.]+) s\)/,
  made: /weeks behind them \(made/,
}

/** Starts a tree as `npm start` does, with any free ports, until it has said everything. */
async function startOnce(tree: string): Promise<Times> {
  const folder = mkdtempSync(path.join(tmpdir(), 'madruga-start-'))
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', MARKET_PORT: '0', CARDS_PORT: '0' }
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], { cwd: tree, env, stdio: ['ignore', 'pipe', 'inherit'] })
  // Not at npm's exit: the product goes on a moment, and holds its output until it ends.
  const ended = new Promise((done) => child.once('close', done))
  const times: Partial<Times> = {}
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      for (const [name, pattern] of Object.entries(LINES) as [keyof Times, RegExp][]) {
        const found = pattern.exec(line)
        if (found) times[name] = found[1] === undefined ? seconds(startedAt) : Number(found[1])
      }
      if (Object.keys(times).length === Object.keys(LINES).length) break
    }
  } finally {
    child.kill('SIGTERM')
    child.stdout.resume()
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return times as Times
}

function seconds(since: number): number {
  return (performance.now() - since) / 1000
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

const all = trees.map((): Times[] => [])
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [index, tree] of trees.entries()) {
    const times = await startOnce(tree)
    all[index]!.push(times)
    console.error(tree, `load ${loadavg()[0]!.toFixed(1)}`, JSON.stringify(times))
  }
}
const cell = (times: readonly Times[], name: keyof Times): string => {
  const each = times.map((one) => one[name])
  return `${median(each).toFixed(1)} (${Math.min(...each).toFixed(1)}-${Math.max(...each).toFixed(1)})`
}
console.log('| tree | greeting after | weeks made in | weeks made after |')
console.log('| --- | --- | --- | --- |')
for (const [index, tree] of trees.entries()) {
  const cells = (['greeting', 'weeks', 'made'] as const).map((name) => cell(all[index]!, name))
  console.log(`| ${path.basename(tree)} | ${cells.join(' | ')} |`)
}
console.log(`${describeMachine()}.`)
