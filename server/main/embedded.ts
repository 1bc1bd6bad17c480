import { join } from 'node:path'
import { describeVariant, needsMarket } from '@madruga/core/variants.ts'
import type { StandIn } from '../console/admin.ts'
import type { GatewayAccess } from '../money/payments.ts'
import type { Config } from '../config.ts'
import { startPostgres } from '../kit/postgres.ts'
import type { KeyRing } from '../kit/encryption.ts'
import { StartError } from '../kit/start-error.ts'
import { requireCards, startCardsThread } from './cards.ts'
import type { CardsThread } from './cards.ts'
import { openChecked } from './database.ts'
import { requireFolder } from './folder.ts'
import { startMarketThread } from './market.ts'
import { requirePort } from './ports.ts'
import { startStandIns } from './stand-ins.ts'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The servers that this process works with, its own or others'. */
export type Embedded = {
  databaseUrl: string
  /** null = no variant that is offered needs one. */
  marketUrl: string | null
  /** null = this process started none. */
  gateway: GatewayAccess | null
  /** Platforms of the demo beside the market, once they run; none without the demo. */
  standIns: Promise<readonly StandIn[]>
  /** Resolves when the web app is built; the other servers run by then. */
  webBuilt: Promise<void>
  /** Sets where the app receives the gateway's webhooks, once it listens. */
  sendWebhooksTo(url: string): void
  /** Ends the servers that this process started. */
  stop(): Promise<void>
}

type Part = { stop(): Promise<void> }

/**
 * Checks ports, folder and database, then starts what is not configured elsewhere: PostgreSQL, the market,
 * the card gateway and the demo's stand-ins, beside the build of the web app. Rejects with the
 * first failure's one line; `onLost` is called when one of them ends for good later.
 */
export async function startEmbedded(
  config: Config,
  say: (line: string) => void,
  onLost: (why: StartError) => void,
): Promise<Embedded> {
  const { role, dataDir } = config
  const serves = role === 'all' || role === 'api'
  await requirePorts(config)
  requireFolder(dataDir, say)
  const started: Part[] = []
  const keep = async <T extends Part>(part: Promise<T>): Promise<T> => {
    started.push(await part)
    return await part
  }
  const startRest = async (keyRing: KeyRing) =>
    await Promise.all([
      hasOwnMarket(config)
        ? keep(startMarketThread(marketOptions(config), say)).then(({ url }) => url)
        : null,
      startGateway(config, keyRing, say, keep),
    ])
  const startAll = async () => {
    // PostgreSQL first: its lock keeps a second start away from the folders of the others.
    const postgres =
      config.databaseUrl ??
      (await keep(startPostgres({ dataDir: join(dataDir, 'postgres'), say, onExit: onLost }))).url
    const keyRing = await checkDatabase(config, postgres)
    return [postgres, ...(await startRest(keyRing))] as const
  }
  const webBuilt = serves ? buildWeb(say) : Promise.resolve()
  // A failed build is reported by the code that waits for it.
  webBuilt.catch(() => {})
  // They need no database, and start while it does.
  const standIns =
    config.demo && role === 'all' && config.variants.some((variant) => describeVariant(variant).hasInstances)
      ? keep(startStandIns(join(config.dataDir, 'stand-ins'), say))
      : null
  const [postgres, market, cards] = await startAll()
  return {
    databaseUrl: postgres,
    marketUrl: needsMarket(config.variants) ? (config.marketUrl ?? market) : null,
    gateway: cards?.access ?? null,
    standIns: standIns === null ? Promise.resolve([]) : standIns.then(({ all }) => all),
    webBuilt,
    sendWebhooksTo: (url) => cards?.sendWebhooksTo(url),
    async stop() {
      await Promise.all(started.map((part) => part.stop()))
    },
  }
}

/** Whether this process runs the market itself. */
function hasOwnMarket({ role, marketUrl, variants }: Config): boolean {
  return role === 'all' && marketUrl === null && needsMarket(variants)
}

async function requirePorts(config: Config): Promise<void> {
  const { role, host, port, health, market, cards } = config
  if (role === 'all' || role === 'api') await requirePort(host, port, 'PORT')
  else if (health.port !== null) await requirePort(health.host, health.port, 'HEALTH_PORT')
  if (hasOwnMarket(config)) await requirePort('127.0.0.1', market.port, 'MARKET_PORT')
  if (cards?.gateway === 'embedded') await requireCards(cards, host)
}

/**
 * The key ring of a database that this process may start on; its own server is migrated. The check holds
 * locks of its session, which a pooler in transaction mode does not keep.
 */
async function checkDatabase(config: Config, url: string): Promise<KeyRing> {
  const { databaseUrl, databaseDirectUrl, keyRingFile } = config
  const isOurs = databaseUrl === null
  const { database, keyRing } = await openChecked(databaseDirectUrl ?? url, { keyRingFile, isOurs, max: 1 })
  await database.close()
  return keyRing
}

async function startGateway(
  { cards, host, dataDir }: Config,
  keyRing: KeyRing,
  say: (line: string) => void,
  keep: (part: Promise<CardsThread>) => Promise<CardsThread>,
): Promise<CardsThread | null> {
  if (cards?.gateway !== 'embedded') return null
  return await keep(startCardsThread(cards, { host, dataFolder: join(dataDir, 'cards'), keyRing }, say))
}

function marketOptions({ market, dataDir }: Config): Parameters<typeof startMarketThread>[0] {
  const seed = market.seed === null ? {} : { seed: market.seed }
  return { port: market.port, scenario: market.scenario, dataFolder: join(dataDir, 'market'), ...seed }
}

const ROOT = join(import.meta.dirname, '../..')

/**
 * Builds the web app when it is missing or older than its sources, in its own process, whose memory is
 * freed afterwards. A release carries the built app without its sources: nothing is done.
 */
async function buildWeb(say: (line: string) => void): Promise<void> {
  if (!existsSync(join(ROOT, 'web/vite.config.ts')) && existsSync(join(ROOT, 'web/dist/index.html'))) return
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/build.ts', '--tied'],
    { cwd: ROOT, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  let said = ''
  child.stdout.on('data', (text) => (said += String(text)))
  child.stderr.on('data', (text) => (said += String(text)))
  const code = await new Promise((done) => {
    child.once('exit', done)
    child.once('error', (error) => done(error.message))
  })
  const last = said.trim().split('\n').at(-1) ?? ''
  if (code !== 0) throw new StartError(last || `The web app does not build (${String(code)})`)
  if (last !== '') say(last)
}
