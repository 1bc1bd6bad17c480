import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, mkdirSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { migrate, openDatabase } from '@madruga/server/db.ts'
import { findPorts } from '@madruga/server/kit/ports.ts'
import { askApi } from './api-client.ts'
import type { ApiCalls } from './api-client.ts'
import { startCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { openLink } from './link.ts'
import type { Link } from './link.ts'
import type { ChaosPlatform } from './platform.ts'
import type { SETTINGS } from './settings.ts'
import { once } from 'node:events'

const RESTART_MS = 300

/** All processes of a chaos run, in its own folder. */
export type Fleet = {
  folder: string
  databaseUrl: string
  marketUrl: string
  keyRingFile: string
  postgres: Pick<Cluster, 'pid' | 'replace' | 'setReadOnly' | 'crowd'> & {
    /** Answers of the database take this many ms, wherever they go by a link. */
    slow(ms: number): void
  }
  workers: (ChildProcess | null)[]
  apiProcess: ChildProcess
  api: ApiCalls
  /** Each worker's way to the database. */
  links: readonly Link[]
  /** Calls back on each search that the market receives, from now on. */
  onPoll(listener: (poll: Poll) => void): void
  /** Which worker a process was, by the name that it has in the database. */
  workerOf(owner: string): number | undefined
  /** Restarts worker `index`. */
  startWorker(index: number): void
  /** Stops everything and removes the folder, unless it is `kept`. */
  stop(kept: boolean): Promise<void>
}

/** A search that the market received, when (epoch ms) and from which worker. */
export type Poll = { worker: number; marketId: string; at: number }

/** A market that runs already, settings of the workers other than chaos's, a database with a standby. */
type Given = {
  marketUrl?: string
  settings?: keyof typeof SETTINGS
  platform?: ChaosPlatform
  hasStandby?: boolean
  /** The API goes by its own link too, as it does where there is a standby. */
  isLinked?: boolean
}

/** Starts PostgreSQL (with fsync: acknowledged must mean written), the market and the workers. */
export async function startFleet(workerCount: number, seed: number, given: Given = {}): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'madruga-chaos-'))
  const children = createChildren(folder)
  const [marketPort = 0] = await findPorts(1)
  const listeners: ((poll: Poll) => void)[] = []
  const marketArgs = [String(marketPort), `chaos-${seed}`, String(workerCount)]
  const [postgres, market] = await Promise.all([
    startCluster(folder, given.hasStandby ?? false),
    given.marketUrl === undefined
      ? startMarket(children.start('market', 'market.ts', ...marketArgs), (poll) => {
          for (const listener of listeners) listener(poll)
        })
      : { url: given.marketUrl, doors: [] },
  ])
  const database = openDatabase(postgres.url, { max: 2 })
  await migrate(database)
  await database.close()
  const keyRingFile = join(folder, 'keys.json')
  const workers: (ChildProcess | null)[] = Array.from({ length: workerCount }, () => null)
  // What is measured with its own market goes to the database directly.
  const links = await Promise.all(market.doors.map(() => openLink(postgres.url)))
  // A standby that takes over has another address.
  const ownLink = given.hasStandby || given.isLinked ? await openLink(postgres.url) : null
  const ownUrl = ownLink?.url ?? postgres.url
  const allLinks = ownLink === null ? links : [...links, ownLink]
  const platform = JSON.stringify(given.platform ?? { kind: 'market' })
  const common = [keyRingFile, given.settings ?? 'chaos', platform]
  const apiProcess = children.start('api', 'api.ts', ownUrl, market.url, ...common)
  const api = await askApi(apiProcess)
  const indexByPid = new Map<number, number>()
  let stopping = false
  const startWorker = (index: number): void => {
    const databaseUrl = links[index]?.url ?? postgres.url
    const marketUrl = market.doors[index] ?? market.url
    const worker = children.start(`worker-${index}`, 'worker.ts', databaseUrl, marketUrl, ...common)
    workers[index] = worker
    if (worker.pid !== undefined) indexByPid.set(worker.pid, index)
    // As a supervisor does. The caller that ends a worker on purpose starts the next one.
    worker.once('exit', () => {
      if (workers[index] === worker && !stopping) setTimeout(() => startWorker(index), RESTART_MS)
    })
  }
  return {
    folder,
    databaseUrl: ownUrl,
    marketUrl: market.url,
    keyRingFile,
    postgres: behindLinks(postgres, allLinks),
    workers,
    apiProcess,
    api,
    links,
    onPoll: (listener) => void listeners.push(listener),
    workerOf: (owner) => indexByPid.get(Number(owner.split(' ')[1])),
    startWorker,
    async stop(kept) {
      stopping = true
      await children.end()
      for (const link of allLinks) link.close()
      await postgres.stop()
      if (!kept) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

function behindLinks(postgres: Cluster, links: readonly Link[]): Fleet['postgres'] {
  return {
    get pid() {
      return postgres.pid
    },
    async replace() {
      await postgres.replace()
      for (const link of links) link.moveTo(postgres.url)
    },
    setReadOnly: postgres.setReadOnly,
    crowd: postgres.crowd,
    slow(ms) {
      for (const link of links) link.slow(ms)
    },
  }
}

type RunningMarket = { url: string; doors: string[] }

/** The first line has the addresses, each further one a search. */
async function startMarket(child: ChildProcess, onPoll: (poll: Poll) => void): Promise<RunningMarket> {
  return await new Promise((started, failed) => {
    child.once('exit', () => failed(new Error('the market does not start')))
    if (child.stdout === null) throw new Error('the market writes nothing')
    const lines = createInterface(child.stdout)
    lines.once('line', (first) => {
      const [url = '', ...doors] = JSON.parse(first) as string[]
      lines.on('line', (line) => {
        const [worker, marketId = '', at] = line.split(' ')
        onPoll({ worker: Number(worker), marketId, at: Number(at) })
      })
      started({ url, doors })
    })
  })
}

const NODE = join(import.meta.dirname, '../../scripts/node')
/** Processes whose standard output is read here. */
const HEARD = new Set(['market'])
/** Processes that are asked over a channel. */
const ASKED = new Set(['api'])

/** The processes of a run, each with its log in the run's folder. */
type Children = {
  /** Starts a file of this folder; `name` is its log's. */
  start(name: string, file: string, ...args: string[]): ChildProcess
  /** Kills all, those that are frozen too, and waits for their ends. */
  end(): Promise<void>
}

/** Starts none yet. */
function createChildren(folder: string): Children {
  mkdirSync(join(folder, 'logs'))
  const children = new Set<ChildProcess>()
  return {
    start(name, file, ...args) {
      const log = openSync(join(folder, 'logs', `${name}.log`), 'a')
      const channel = ASKED.has(name) ? (['ipc'] as const) : []
      const child = spawn('sh', [NODE, join(import.meta.dirname, file), ...args], {
        stdio: ['pipe', HEARD.has(name) ? 'pipe' : log, log, ...channel],
      })
      // A write to one that has just ended needs no answer.
      child.stdin?.on('error', () => {})
      children.add(child)
      child.once('exit', () => children.delete(child))
      return child
    },
    async end() {
      await Promise.all(
        [...children].map(async (child) => {
          child.kill('SIGCONT')
          child.kill('SIGKILL')
          if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        }),
      )
    },
  }
}
