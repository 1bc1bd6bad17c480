import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import type { Logger } from './kit/logger.ts'
import { StartError } from './kit/start-error.ts'
import { startEmbedded } from './main/embedded.ts'
import type { Embedded } from './main/embedded.ts'
import { beginDemoWeeks } from './main/demo-weeks.ts'
import { endDemo, prepareDemo, presentDemo } from './main/demo.ts'
import { createFilesPrivately } from './main/folder.ts'
import { greet, tellPasswords } from './main/start-message.ts'
import { CARDS_WEBHOOK_PATH } from './http.ts'
import { localUrl } from './kit/http.ts'
import { createProcessLogger, createWorld } from './world.ts'
import type { World } from './world.ts'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const STOP_MS = 15_000
const AGAIN_MS = 1_500

/** Everything that runs; it is ended from the last to the first. */
type Running = { embedded: Embedded | null; world: World | null; endDemo: (() => void) | null }

async function start(config: Config, logger: Logger, running: Running): Promise<void> {
  const say = (line: string) => logger.info(line)
  running.embedded = await startEmbedded(config, say, (why) => fail(logger, why))
  const { databaseUrl, marketUrl, gateway, standIns } = running.embedded
  const others = { databaseUrl, ...(marketUrl !== null && { marketUrl }), ...(gateway && { gateway }) }
  const { weeks, made } = await beginDemoWeeks(config, running.embedded, logger)
  running.world = await createWorld(config, { logger, ...others, jobsAfter: made })
  if (hasPages(config)) {
    if (!config.demo) await endDemo(running.world, say)
    const moved = await running.world.accounts.fitOffer(config)
    if (moved > 0) say(`${moved} drivers of an app that is not offered moved to the first that is`)
  }
  const { variants, beyond } = config
  const places = { marketUrl, variants, standIns: await standIns, secretPasswords: beyond !== null }
  const isDemo = config.demo && hasPages(config)
  // Before anybody can sign in: beyond this machine it replaces the passwords that everybody knows.
  const opened = isDemo ? await prepareDemo(running.world, places) : null
  await running.embedded.webBuilt
  const { port } = await running.world.listen()
  if (config.demoWithheld) say(`The demo is off, since ${config.beyond}: DEMO=on asks for it`)
  const demo = opened && { ...opened, weeks }
  greetOperator(config, logger, { port, marketUrl, world: running.world, demo })
  // Until then nothing happens in the demo but its past: no webhook, no job, no bot.
  await made
  running.embedded.sendWebhooksTo(`${localUrl(config.host, port)}${CARDS_WEBHOOK_PATH}`)
  if (opened) running.endDemo = await presentDemo(running.world, places, opened.people, say)
}

type Shown = (Awaited<ReturnType<typeof prepareDemo>> & { weeks: number }) | null

/** Reports where the app is: as a log line, or as a page in an operator's terminal. */
function greetOperator(
  config: Config,
  logger: Logger,
  { port, marketUrl, world, demo }: { port: number; marketUrl: string | null; world: World; demo: Shown },
): void {
  const seconds = performance.now() / 1000
  const appUrl = config.port === 0 ? localUrl('127.0.0.1', port, config.tls !== null) : config.publicUrl
  const door = world.demoDoor
  door?.onOpened((path) => console.error(`  The link was used. For another browser: ${appUrl}${path}`))
  if (config.log.style === 'json' || config.role !== 'all') {
    const url = hasPages(config) ? appUrl : null
    const probes = url ?? localUrl(config.health.host, port, config.health.tls !== null)
    logger.info({ role: config.role, url, probes, seconds: Number(seconds.toFixed(1)) }, 'ready')
    // To the terminal and not to the log, which others store.
    if (demo) console.error(door ? appUrl + door.path() : tellPasswords(demo.people))
    return
  }
  const market = { url: marketUrl, embedded: config.marketUrl === null }
  const { dataDir, billing } = config
  const shown = demo && { ...demo, link: door && appUrl + door.path() }
  const cards = { ...world.gateway, charges: billing }
  console.log(greet({ seconds, appUrl, market, cards, dataDir, demo: shown }))
}

function hasPages({ role }: Config): boolean {
  return role === 'all' || role === 'api'
}

/** Goes on serving for a while under a closed `/ready`, then ends everything. */
async function stop(running: Running, drainMs: number): Promise<void> {
  await sleep(drainMs)
  running.endDemo?.()
  await running.world?.close()
  await running.embedded?.stop()
}

function fail(logger: Logger, error: unknown): void {
  if (error instanceof StartError) console.error(error.message.replaceAll(/^/gm, 'madruga: '))
  else logger.error({ err: error }, 'Madruga failed')
  process.exit(1)
}

function main(): void {
  createFilesPrivately()
  let config: Config
  try {
    config = readConfig(process.env, process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message.replaceAll(/^/gm, 'madruga: '))
    process.exit(1)
  }
  const logger = createProcessLogger(config)
  // The clock's timers keep no process alive, and a role may have nothing else; signals end it.
  setInterval(() => {}, 2 ** 30)
  const running: Running = { embedded: null, world: null, endDemo: null }
  const starting = start(config, logger, running)
  let stoppingAt: number | null = null
  const end = (why: string): void => {
    // Ctrl-C under npm arrives twice, from the terminal and from npm; a further one by the user ends at once.
    if (stoppingAt !== null) {
      if (performance.now() - stoppingAt > AGAIN_MS) process.exit(130)
      return
    }
    stoppingAt = performance.now()
    logger.info(`Stopping (${why})`)
    // Servers started by now are ended in order; nothing is in flight yet.
    if (running.world === null) process.exit(0)
    running.world.drain()
    setTimeout(() => process.exit(1), config.drainMs + STOP_MS).unref()
    starting
      .catch(() => {})
      .then(() => stop(running, config.drainMs))
      .then(
        () => process.exit(0),
        (error: unknown) => fail(logger, error),
      )
  }
  process.on('SIGINT', () => end('Ctrl-C'))
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGHUP', () => end('the terminal is closed'))
  if (config.startedByNpm) watchNpm(() => end('npm is gone'))
  process.on('uncaughtException', (error) => fail(logger, error))
  // Servers started by now end with this process, whatever it ends by.
  starting.catch((error: unknown) => {
    if (stoppingAt === null) fail(logger, error)
  })
}

type Process = { pid: number; parent: number; command: string }

const LOOK_MS = 500
const FURTHEST = 6

/**
 * Calls once when the npm that started this process is gone: killed with -9, it cannot end its children. A
 * shell may run between the two, so that every process from here up to npm is watched. Does nothing if no npm
 * is found. The returned function stops watching.
 */
function watchNpm(gone: () => void): () => void {
  const chain = findChain()
  if (chain === null) return () => {}
  const timer = setInterval(() => {
    const same = process.ppid === chain[0]?.pid && chain.every((each) => isSame(each))
    if (same) return
    clearInterval(timer)
    gone()
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function findChain(): Process[] | null {
  const chain: Process[] = []
  for (let pid = process.ppid; pid > 1 && chain.length < FURTHEST;) {
    const found = look(pid)
    if (found === null) return null
    chain.push(found)
    if (/\bnpm\b/.test(found.command)) return chain
    pid = found.parent
  }
  return null
}

function isSame(was: Process): boolean {
  const now = look(was.pid)
  // The last one is npm; its parent does not matter.
  return now !== null && (now.parent === was.parent || /\bnpm\b/.test(was.command))
}

function look(pid: number): Process | null {
  try {
    if (process.platform !== 'linux') return lookByPs(pid)
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in brackets and may contain anything; the fields follow the last bracket.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    return { pid, parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return null
  }
}

function lookByPs(pid: number): Process | null {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  const found = /^(\d+)\s+(.*)$/.exec(line)
  return found ? { pid, parent: Number(found[1]), command: found[2] ?? '' } : null
}

main()
