import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { openDatabase } from '@madruga/server/db.ts'
import type { Database } from '@madruga/server/db.ts'
import { startPostgres } from '@madruga/server/kit/postgres.ts'
import type { Postgres } from '@madruga/server/kit/postgres.ts'
import { folderOf } from './link.ts'

/** The database of a chaos run: one server, or a primary with a synchronous standby. */
export type Cluster = {
  /** Of the primary; both change when it is replaced. */
  readonly url: string
  readonly pid: number
  /**
   * Kills the primary, promotes its standby, and then gives it another one. Resolves when the promoted server
   * takes writes; throws without a standby.
   */
  replace(): Promise<void>
  /** From now on the primary only reads, or stores again. */
  setReadOnly(is: boolean): Promise<void>
  /** Ends all sessions again and again for `ms`, and leaves no room for new ones. */
  crowd(ms: number): Promise<void>
  stop(): Promise<void>
}

const SLOT = 'standby'
const ASK_AGAIN_MS = 20

/** Starts the database in a folder. */
export async function startCluster(folder: string, hasStandby: boolean): Promise<Cluster> {
  let servers = 1
  const dataDirOf = (server: number) => join(folder, `postgres-${server}`)
  let primary = await startPostgres({ dataDir: dataDirOf(servers) })
  const addStandby = () => startStandby(primary, dataDirOf(servers), dataDirOf(++servers))
  let standby = hasStandby ? addStandby() : null
  let replacing = Promise.resolve()
  const promote = async (): Promise<void> => {
    if (standby === null) throw new Error('there is no standby')
    const next = await standby
    const dead = kill(primary)
    const deadDir = dataDirOf(servers - 1)
    await ask(next.url, 'select pg_promote(true)')
    primary = next
    standby = addStandby()
    standby.catch(() => {})
    await dead
    rmSync(deadDir, { recursive: true, force: true })
  }
  return {
    get url() {
      return primary.url
    },
    get pid() {
      return primary.pid
    },
    // One after the other: a fault may begin before the last one has ended.
    replace: () => (replacing = replacing.then(promote)),
    async setReadOnly(is) {
      await ask(primary.url, `alter system set default_transaction_read_only = ${is}`)
      await ask(primary.url, 'select pg_reload_conf()')
    },
    crowd: (ms) => crowd(primary.url, ms),
    async stop() {
      const others = standby === null ? [] : [await standby.catch(() => null)]
      await Promise.all([...others, primary].map((server) => server?.stop()))
    },
  }
}

/** Ends a server and all its sessions at once, for good. */
function kill(server: Postgres): Promise<void> {
  process.kill(-server.pid, 'SIGKILL')
  return server.stop()
}

/** Copies a primary that continues working, and follows it; resolves once its commits wait for the copy. */
async function startStandby(primary: Postgres, from: string, dataDir: string): Promise<Postgres> {
  const database = openDatabase(primary.url, { max: 1 })
  // A backup begins and ends in one session.
  const session = await database.pool.connect()
  try {
    await session.query(`select pg_create_physical_replication_slot('${SLOT}', true)`)
    await session.query(`select pg_backup_start('${SLOT}', true)`)
    await copyFolder(from, dataDir)
    const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(dataDir, 'backup_label'), rows[0]?.labelfile ?? '')
    writeFileSync(join(dataDir, 'standby.signal'), '')
    writeFileSync(
      join(dataDir, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${folderOf(primary.url)} user=madruga'\nprimary_slot_name = '${SLOT}'\n`,
    )
    const standby = await startPostgres({ dataDir })
    await untilListed(session, `state = 'streaming'`)
    await session.query(`alter system set synchronous_standby_names = '*'`)
    await session.query('select pg_reload_conf()')
    await untilListed(session, `sync_state = 'sync'`)
    return standby
  } finally {
    session.release()
    await database.close()
  }
}

type Session = { query(statement: string): Promise<{ rowCount: number | null }> }

async function untilListed(session: Session, condition: string): Promise<void> {
  const statement = `select from pg_stat_replication where ${condition}`
  while ((await session.query(statement)).rowCount === 0) await sleep(ASK_AGAIN_MS)
}

/** What a running server removes meanwhile is missing in the copy, as a backup allows. */
async function copyFolder(from: string, to: string): Promise<void> {
  await once(spawn('cp', ['-a', from, to], { stdio: 'ignore' }), 'exit')
  for (const name of ['postmaster.pid', 'postmaster.opts', 'socket', `pg_replslot/${SLOT}`])
    rmSync(join(to, name), { recursive: true, force: true })
}

/** More than a server has connections. */
const CROWD = 500
const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and application_name <> 'crowd'`

async function crowd(url: string, ms: number): Promise<void> {
  const database = openDatabase(`${url}&application_name=crowd`, { max: CROWD })
  const first = await database.pool.connect()
  const taken = [first]
  const until = performance.now() + ms
  while (performance.now() < until) {
    await first.query(END_OTHERS)
    const more = await fill(database)
    taken.push(...more)
    if (more.length === 0) await sleep(ASK_AGAIN_MS)
  }
  for (const session of taken) session.release(true)
  await database.close()
}

/** Takes connections until the server refuses one. */
async function fill({ pool }: Database): Promise<PoolClient[]> {
  const taken: PoolClient[] = []
  for (;;) {
    const session = await pool.connect().catch(() => null)
    if (session === null) return taken
    taken.push(session)
  }
}

async function ask(url: string, statement: string): Promise<void> {
  const database = openDatabase(url, { max: 1 })
  await database.pool.query(statement)
  await database.close()
}
