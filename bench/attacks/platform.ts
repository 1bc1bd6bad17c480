import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * A proxy between the product and the market that measures the time from sending an offer to receiving its
 * accept.
 */
export type TimedPlatform = {
  url: string
  /** Reactions (ms) since the last call: from the list's last byte written to the accept's head read. */
  takeReactions(): number[]
  stop(): Promise<void>
}

const OFFER_ID = /"offerId":"([^"]+)"/g
const ACCEPT = /^\/v1\/offers\/([^/]+)\/accept$/

/** Starts one in front of a market; it passes everything on unchanged. */
export async function startTimedPlatform(marketUrl: string): Promise<TimedPlatform> {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(marketUrl)
  /** When an offer was first sent to a bot, by the bot's token and the offer; NaN once it reacted. */
  const shown = new Map<string, number>()
  let reactions: number[] = []

  const note = (bot: string, list: string): void => {
    const now = performance.now()
    for (const [, offer] of list.matchAll(OFFER_ID)) {
      const key = `${bot} ${offer}`
      if (!shown.has(key)) shown.set(key, now)
    }
  }

  const noteAccept = (bot: string, offer: string): void => {
    const key = `${bot} ${offer}`
    const since = shown.get(key)
    if (since === undefined || Number.isNaN(since)) return
    reactions.push(performance.now() - since)
    shown.set(key, Number.NaN)
  }

  async function pass(given: IncomingMessage, reply: ServerResponse): Promise<void> {
    const bot = given.headers.authorization ?? ''
    const accepted = ACCEPT.exec(given.url ?? '')?.[1]
    if (accepted !== undefined) noteAccept(bot, decodeURIComponent(accepted))
    const { method = 'GET', url: path = '/', headers } = given
    const asked = request({ agent, hostname, port, method, path, headers })
    asked.end(await buffer(given))
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.once('response', resolve).once('error', reject)
    })
    const body = await buffer(answer)
    const { 'transfer-encoding': _, connection: __, ...rest } = answer.headers
    reply.writeHead(answer.statusCode ?? 502, { ...rest, 'content-length': body.length })
    reply.end(body)
    if (method === 'GET' && path.startsWith('/v1/offers')) note(bot, body.toString())
  }

  const server = createServer((given, reply) => {
    pass(given, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeReactions() {
      const taken = reactions
      reactions = []
      return taken
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}
