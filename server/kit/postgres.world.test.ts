import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { startPostgres } from './postgres.ts'
import { StartError } from './start-error.ts'
import { until } from './testing.ts'

const root = mkdtempSync(join(tmpdir(), 'madruga-pg-'))
const dataDir = join(root, 'pg')
after(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

function lives(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

async function refusal(folder: string): Promise<string> {
  const error = await startPostgres({ dataDir: folder }).then(
    () => assert.fail('started'),
    (caught: unknown) => caught,
  )
  assert.ok(error instanceof StartError, String(error))
  assert.doesNotMatch(error.message, /\n/)
  return error.message
}

test('keeps what was written across a crash, comes back by itself, and says so', async () => {
  const said: string[] = []
  const postgres = await startPostgres({ dataDir, say: (line) => said.push(line) })
  await ask(postgres.url, 'create table kept (id int); insert into kept values (7)')
  const before = postgres.pid
  process.kill(before, 'SIGKILL')
  await until(() => said.length === 2)
  assert.deepEqual(said, ['PostgreSQL went down (SIGKILL); starting it again', 'PostgreSQL is up again'])
  assert.notEqual(postgres.pid, before)
  assert.deepEqual(await ask(postgres.url, 'select id from kept'), [{ id: 7 }])
  assert.deepEqual(await ask(postgres.url, 'show listen_addresses'), [{ listen_addresses: '' }])
  const { pid } = postgres
  await postgres.stop()
  assert.equal(lives(pid), false)
})

test('the end of its parent by kill -9 ends it, and the next start waits for it', async () => {
  const code = `import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))}
    const postgres = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(postgres.pid)
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = Number(await new Promise((done) => parent.stdout.once('data', (data) => done(String(data)))))
  assert.ok(lives(pid))
  parent.kill('SIGKILL')
  const next = await startPostgres({ dataDir })
  assert.equal(lives(pid), false)
  assert.deepEqual(await ask(next.url, 'select id from kept'), [{ id: 7 }])
  await next.stop()
})

test('a lock left by a dead machine does not stop it, even when a stranger has the pid now', async () => {
  for (const pid of [process.pid, process.ppid, 4_000_000]) {
    writeFileSync(join(dataDir, 'postmaster.pid'), `${pid}\n${dataDir}\n1790000000\n5432\n\n\n\nready\n`)
    const postgres = await startPostgres({ dataDir })
    await postgres.stop()
  }
})

test('a path too long for a socket is served through the temporary folder', async () => {
  const long = join(root, 'a'.repeat(60), 'b'.repeat(60), 'pg')
  const postgres = await startPostgres({ dataDir: long, durable: false })
  assert.deepEqual(await ask(postgres.url, 'select 1 as one'), [{ one: 1 }])
  await postgres.stop()
  rmSync(new URL(postgres.url).searchParams.get('host')!, { recursive: true })
})

test('a failed start says in one line what to fix', async () => {
  const old = join(root, 'old')
  mkdirSync(old)
  writeFileSync(join(old, 'PG_VERSION'), '14\n')
  assert.match(await refusal(old), /made by PostgreSQL 14, this Madruga brings 18/)

  const strange = join(root, 'strange')
  mkdirSync(strange)
  writeFileSync(join(strange, 'holiday.txt'), '')
  assert.match(await refusal(strange), /not a database/)

  writeFileSync(join(root, 'file'), '')
  assert.match(await refusal(join(root, 'file', 'pg')), /Cannot write the data folder/)

  writeFileSync(join(dataDir, 'global', 'pg_control'), 'rubbish')
  assert.match(await refusal(dataDir), /does not start: .*control.*Its log: .*pg\.log/)
})
