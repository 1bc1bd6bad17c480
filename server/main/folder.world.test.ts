import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { StartError } from '../kit/start-error.ts'
import { requireFolder } from './folder.ts'

const root = mkdtempSync(join(tmpdir(), 'madruga-folder-'))
after(() => rmSync(root, { recursive: true, force: true, maxRetries: 10 }))

function modeOf(path: string): string {
  return (statSync(path).mode & 0o7777).toString(8)
}

/** Everything under a folder that another user of the machine may do something with. */
function openToOthers(folder: string): string[] {
  const all = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return all.filter((name) => {
    // PostgreSQL and the engine remove files of their own while we look.
    const mode = lstatSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0
    return (mode & 0o170000) !== 0o120000 && (mode & 0o077) !== 0
  })
}

test('what an earlier start or a restore left open is closed, what is not ours and where links lead stays', () => {
  const folder = join(root, 'loose')
  const elsewhere = join(root, 'elsewhere')
  mkdirSync(join(folder, 'market'), { recursive: true, mode: 0o777 })
  writeFileSync(join(folder, 'market', 'market.jsonl'), '')
  writeFileSync(join(folder, 'keys.json'), '{}')
  writeFileSync(join(folder, 'somebody.txt'), '')
  writeFileSync(elsewhere, '')
  symlinkSync(elsewhere, join(folder, 'market', 'link'))
  for (const path of [folder, join(folder, 'market')]) chmodSync(path, 0o777)
  for (const name of ['market/market.jsonl', 'keys.json', 'somebody.txt', '../elsewhere'])
    chmodSync(join(folder, name), 0o664)
  const said: string[] = []
  requireFolder(folder, (line) => said.push(line))
  assert.deepEqual(
    ['.', 'market', 'market/market.jsonl', 'keys.json', 'somebody.txt', '../elsewhere'].map((name) =>
      modeOf(join(folder, name)),
    ),
    ['700', '700', '600', '600', '664', '664'],
  )
  assert.deepEqual(said, [`Closed 4 files in ${folder} to other users of this machine`])
  requireFolder(folder, (line) => said.push(line))
  assert.equal(said.length, 1, 'nothing is left to close')
})

test("everybody's own folder is refused, and keeps its mode", () => {
  const folder = join(root, 'shared')
  mkdirSync(folder)
  chmodSync(folder, 0o1777)
  assert.throws(() => requireFolder(folder), StartError)
  assert.equal(modeOf(folder), '1777')
})

test('under any umask, nothing that PostgreSQL, the engine, the market or the gateway writes is open to others', async () => {
  const folder = join(root, 'data')
  // A shell that lets everybody read and write what its programs create, and a folder that is there and open.
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  const program = `umask 000; exec "${process.execPath}" "${join(import.meta.dirname, '../main.ts')}"`
  const child = spawn('sh', ['-c', program], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: folder,
      DEMO: 'on',
      PORT: '0',
      MARKET_PORT: '0',
      CARDS_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => child.kill('SIGKILL'))
  let said = ''
  const ready = new Promise<boolean>((done) => {
    const sync = (text: unknown): void => {
      said += String(text)
      if (said.includes('is ready')) done(true)
    }
    child.stdout.on('data', sync)
    child.stderr.on('data', sync)
    child.once('exit', () => done(false))
  })
  assert.ok(await ready, said)
  const names = readdirSync(folder)
  for (const name of ['keys.json', 'postgres', 'postgres.log', 'market', 'cards'])
    assert.ok(names.includes(name), `${name} is there`)
  assert.deepEqual(openToOthers(folder), [])
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
  assert.deepEqual(openToOthers(folder), [])
})
