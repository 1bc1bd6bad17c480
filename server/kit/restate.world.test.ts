import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findPorts, startRestate } from './restate.ts'

const folder = mkdtempSync(join(tmpdir(), 'madruga-restate-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

const answers = async (url: string): Promise<boolean> =>
  await fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )
const turn = () => new Promise((next) => setImmediate(next))

test('ports are free, different, and outside the range of outgoing connections', async () => {
  const ports = await findPorts(20)
  assert.equal(new Set(ports).size, 20)
  assert.ok(ports.every((port) => port >= 12_000 && port < 32_768))
})

test('it comes back after a crash at the same addresses, also when its folder is gone', async () => {
  const dataDir = join(folder, 'crash')
  const said: string[] = []
  const restate = await startRestate({ dataDir, say: (line) => said.push(line) })
  try {
    assert.ok(await answers(`${restate.adminUrl}/health`))
    const { pid } = restate
    rmSync(dataDir, { recursive: true, force: true })
    process.kill(pid, 'SIGKILL')
    while (said.length < 2) await turn()
    assert.notEqual(restate.pid, pid)
    assert.ok(await answers(`${restate.ingressUrl}/restate/health`))
    assert.match(said[0] ?? '', /went down \(SIGKILL\)/)
  } finally {
    await restate.stop()
  }
  assert.equal(await answers(`${restate.adminUrl}/health`), false)
})

test('it dies with its killed parent', { skip: process.platform !== 'linux' }, async () => {
  const program = `
    import { startRestate } from ${JSON.stringify(join(import.meta.dirname, 'restate.ts'))}
    const restate = await startRestate({ dataDir: ${JSON.stringify(join(folder, 'orphan'))} })
    console.log(restate.pid)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(said.toString())
  assert.ok(pid > 0)
  parent.kill('SIGKILL')
  while (isAlive(pid)) await turn()
})

function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !/\) [ZX] /.test(stat)
  } catch {
    return false
  }
}
