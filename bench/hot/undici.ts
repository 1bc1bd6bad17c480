import { Pool } from 'undici'
import { emptyFigures, MarketFeed } from '@madruga/server/platforms/adapters/market/feed.ts'
import type { RequestWriter } from '@madruga/server/platforms/adapters/market/feed.ts'
import type { ConnectionPool, Exchange } from '@madruga/server/platforms/adapters/wire/connections.ts'
import { serveSearches } from './searches.ts'

/**
 * The product's hot path over undici's `dispatch` in place of our client, for the exit rule of ADR 3. The
 * adapter compares bodies and parses as always.
 */

const SOCKETS = 64

/** What the adapter hands to the pool below, in place of the octets of a request. */
const write: RequestWriter = (method, path, accessToken) => `${method} ${path} ${accessToken}`

class UndiciPool {
  #pool: Pool

  constructor(url: string) {
    this.#pool = new Pool(url, { connections: SOCKETS, pipelining: 1 })
  }

  send(exchange: Exchange): void {
    const [method, path, token] = exchange.request.split(' ') as ['GET' | 'POST', string, string]
    let status = 0
    let body: Buffer | null = null
    this.#pool.dispatch(
      { method, path, headers: { authorization: `Bearer ${token}` } },
      {
        onRequestStart() {},
        onResponseStart(_controller, code) {
          status = code
        },
        onResponseData(_controller, chunk) {
          body = body === null ? chunk : Buffer.concat([body, chunk])
        },
        onResponseEnd() {
          const bytes = body ?? Buffer.alloc(0)
          exchange.reply(status, bytes, 0, bytes.length, performance.now(), Number.NaN)
        },
        onResponseError: (_controller, error) => exchange.failed('unavailable', true, error.message),
      },
    )
  }
}

serveSearches((url) => {
  const pool = new UndiciPool(url) as unknown as ConnectionPool
  const figures = emptyFigures()
  return (tokens) => new MarketFeed(pool, write, 'amazon', figures, tokens)
})
