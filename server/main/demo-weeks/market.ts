import { Pool } from 'undici'
import type { Offer, Variant } from '@madruga/core/offers.ts'
import { toIso } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { readMarketBlocks, readMarketOffer } from '../../platforms.ts'
import type { AcceptResult, HeldBlock } from '../../platforms.ts'

/** A listing of the past as a driver saw it. */
export type Listing = {
  offer: Offer
  shownAt: Timestamp
  hiddenAt: Timestamp
  /** The listing before it of the same block or trip; null if it was the first. */
  follows: string | null
}

/** A span of the past; end exclusive. */
export type Span = { from: Timestamp; until: Timestamp }

/** What the market tells of a driver's past, and lets them have done in it. */
export type PastMarket = {
  /** By when they were listed. */
  recall(marketId: string, variant: Variant, span: Span): Promise<Listing[]>
  accept(marketId: string, span: Span, offerId: string, at: Timestamp): Promise<AcceptResult>
  checkIn(marketId: string, blockId: string, at: Timestamp): Promise<void>
  /** Every block that the driver holds or held. */
  listBlocks(marketId: string): Promise<HeldBlock[]>
  close(): Promise<void>
}

const TIMEOUT_MS = 30_000
const CONNECTIONS = 4

const pathOf = (marketId: string): string => `/admin/drivers/${encodeURIComponent(marketId)}/past`

/** Opens the market's admin calls. Each throws on an answer that the market never gives. */
export function openPastMarket(url: string): PastMarket {
  const pool = new Pool(new URL(url).origin, {
    connections: CONNECTIONS,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  })

  async function ask(method: 'GET' | 'POST', path: string, body?: object) {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const reply = await pool.request({
      method,
      path,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const value = (await reply.body.json()) as Record<string, unknown>
    return { status: reply.statusCode, value }
  }

  async function require(method: 'GET' | 'POST', path: string, body?: object) {
    const { status, value } = await ask(method, path, body)
    if (status !== 200) throw new Error(`the market answers ${path} with ${status}`)
    return value
  }

  return {
    async recall(marketId, variant, { from, until }) {
      const query = new URLSearchParams({ from: toIso(from), to: toIso(until) })
      const { offers } = await require('GET', `${pathOf(marketId)}?${query}`)
      return (offers as Record<string, unknown>[]).map((each) => toListing(each, variant))
    },
    async accept(marketId, { from, until }, offerId, at) {
      const body = { from: toIso(from), to: toIso(until), offerId, at: toIso(at) }
      const { status, value } = await ask('POST', `${pathOf(marketId)}/accept`, body)
      if (status === 200) return { outcome: 'accepted', blockId: String(value['blockId']) }
      const { code } = value['error'] as { code: string }
      const cause = CAUSES[code]
      if (cause === undefined) throw new Error(`the market answers an accept of the past with ${code}`)
      return { outcome: 'refused', cause }
    },
    async checkIn(marketId, blockId, at) {
      await require('POST', `${pathOf(marketId)}/check-in`, { blockId, at: toIso(at) })
    },
    async listBlocks(marketId) {
      const { blocks } = await require('GET', '/admin/blocks')
      const own = (blocks as { driverId: string; state: string }[]).filter(
        ({ driverId, state }) => driverId === marketId && state !== 'released',
      )
      return readMarketBlocks(own)
    },
    close: () => pool.close(),
  }
}

const CAUSES: Record<string, Extract<AcceptResult, { outcome: 'refused' }>['cause']> = {
  gone: 'taken',
  conflict: 'conflict',
  hour_limit: 'hour_limit',
}

function toListing(value: Record<string, unknown>, variant: Variant): Listing {
  const offer = readMarketOffer(value, variant)
  if (offer === null) throw new Error('the market tells of an offer that cannot be read')
  const { shownAt, hiddenAt, follows } = value
  return {
    offer,
    shownAt: Date.parse(String(shownAt)),
    hiddenAt: Date.parse(String(hiddenAt)),
    follows: typeof follows === 'string' ? follows : null,
  }
}
