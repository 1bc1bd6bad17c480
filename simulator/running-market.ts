import { openPort } from './http.ts'
import { createClock, createForgetfulJournal, openJournal, openMarket } from './market.ts'
import type { ClockChoice, Market } from './market.ts'
import type { ScenarioName } from './scenarios.ts'

/** Options of a market; the defaults suit tests. */
export interface MarketOptions {
  /** 0 (the default): any free port. */
  port?: number
  /** Default 127.0.0.1. Admin calls are answered only to this machine, on any host. */
  host?: string
  /** Default `quiet`: only placed offers exist. */
  scenario?: ScenarioName
  /** Default: the scenario's own. */
  seed?: string
  /** Default `real`. */
  clock?: ClockChoice
  /** Start time of the clock, epoch ms. Default: now. */
  startAt?: number
  /** Folder of the journal that survives this process. Without it nothing is stored. */
  dataFolder?: string
}

/** A market that runs in this process. */
export interface RunningMarket {
  /** `http://host:port`, without a trailing slash. */
  url: string
  port: number
  market: Market
  /** Advances a stepped clock by this many ms: everything due happens before it returns. */
  advance(ms: number): void
  /** Closes the port and every connection. */
  stop(): Promise<void>
}

/** Starts the market. A taken port rejects with an Error of code EADDRINUSE and one plain line. */
export async function startMarket(options: MarketOptions = {}): Promise<RunningMarket> {
  const { port = 0, host = '127.0.0.1', scenario = 'quiet', seed, clock: choice = 'real' } = options
  let market: Market | undefined
  const open = await openPort(host, port, () => {
    if (market === undefined) throw new Error('the market is not open yet')
    return market
  })
  try {
    const { dataFolder } = options
    const journal = dataFolder === undefined ? createForgetfulJournal() : openJournal(dataFolder)
    market = openMarket(scenario, seed, createClock(choice, options.startAt), journal)
  } catch (error) {
    await open.close()
    throw error
  }
  const running = market
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${open.port}`,
    port: open.port,
    market: running,
    advance: (ms) => running.advance(ms),
    async stop() {
      running.close()
      await open.close()
    },
  }
}
