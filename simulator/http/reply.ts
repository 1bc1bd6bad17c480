import type { ServerResponse } from 'node:http'
import type { Refusal } from '../refusals.ts'
import type { Market } from '../market.ts'
import { skewInstants } from './faults.ts'
import type { Fate } from './faults.ts'

const DRIP_PIECES = 20
const DRIP_MS = 100

/** An answer ready to be sent. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: Buffer | string
}

/** The reply of a refusal; `Retry-After` in whole seconds if it has one. */
export function makeRefusal(refusal: Refusal): Reply {
  const { retryAfterMs } = refusal.details
  return {
    status: refusal.status,
    headers:
      typeof retryAfterMs === 'number' ? { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) } : {},
    body: JSON.stringify(refusal.toBody()),
  }
}

/** The market's date in HTTP format, shifted by the configured skew. */
export function writeDate(market: Market): string {
  return new Date(market.world.now + market.world.faults.skewMs).toUTCString()
}

/** Sends the reply, with its faults. */
export async function sendReply(
  market: Market,
  response: ServerResponse,
  reply: Reply,
  fate: Fate | undefined,
): Promise<void> {
  if (fate !== undefined && fate.delayMs > 0) await pause(fate.delayMs)
  if (fate?.drop === 'after') {
    response.destroy()
    return
  }
  const body = spoilBody(market, reply.body, fate)
  const described = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  }
  response.writeHead(reply.status, {
    ...(reply.status !== 204 && described),
    Date: writeDate(market),
    ...reply.headers,
  })
  if (fate?.drip) await drip(response, Buffer.from(body))
  else response.end(reply.status === 204 ? undefined : body)
}

function spoilBody(market: Market, body: Reply['body'], fate: Fate | undefined): Reply['body'] {
  const { skewMs } = market.world.faults
  const skewed = skewMs === 0 ? body : skewInstants(body.toString(), skewMs)
  return fate?.truncate ? skewed.toString().slice(0, Math.floor(skewed.length / 2)) : skewed
}

async function drip(response: ServerResponse, body: Buffer): Promise<void> {
  const size = Math.max(1, Math.ceil(body.length / DRIP_PIECES))
  for (let from = 0; from < body.length && !response.destroyed; from += size) {
    response.write(body.subarray(from, from + size))
    await pause(DRIP_MS)
  }
  response.end()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
