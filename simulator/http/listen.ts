import type { Server as HttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import type { Market } from '../market.ts'
import { Refusal } from '../refusals.ts'
import { makeRefusal, writeDate } from './reply.ts'

/**
 * Listens for connections. Each begins in the fast lane, which answers plain searches; with its first other
 * request it moves to the HTTP server permanently.
 */
export async function listenOn(
  http: HttpServer,
  host: string,
  port: number,
  getMarket: () => Market,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client may disconnect at any moment; 'close' follows and nothing else is needed.
    socket.on('error', () => socket.destroy())
    enterFastLane(getMarket(), socket, () => http.emit('connection', socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      http.close()
      await closed
    },
  }
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error
  const reason = error.code === 'EADDRINUSE' ? 'is taken' : 'may not be opened by this user'
  const plain = new Error(`the market's port ${host}:${port} ${reason}; choose another with MARKET_PORT`)
  return Object.assign(plain, { code: error.code })
}

const SEARCH = 'GET /v1/offers HTTP/1.1\r\n'
const END = '\r\n\r\n'
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: '

/**
 * Answers plain searches directly from the socket: most calls are the same few bytes that request a prepared
 * answer. Anything else (another call, a partial request, active faults) moves the connection to `leave`,
 * with the read bytes put back.
 */
function enterFastLane(market: Market, socket: Socket, leave: () => void): void {
  const onData = (chunk: Buffer) => {
    try {
      const text = chunk.toString('latin1')
      const answers = text.endsWith(END) && !market.hasFaults() ? answerAll(market, text) : undefined
      if (answers === undefined) moveOn(chunk)
      else send(socket, answers)
    } catch (error) {
      console.error('market: a search failed:', error)
      socket.destroy()
    }
  }
  const moveOn = (chunk: Buffer) => {
    socket.off('data', onData)
    socket.off('end', onEnd)
    socket.pause()
    leave()
    socket.unshift(chunk)
    socket.resume()
  }
  const onEnd = () => socket.end()
  socket.on('data', onData)
  socket.on('end', onEnd)
}

function send(socket: Socket, answers: Buffer[]): void {
  socket.cork()
  for (const bytes of answers) socket.write(bytes)
  socket.uncork()
}

/** The answers to every request of a chunk, or undefined if one of them is not a plain search. */
function answerAll(market: Market, text: string): Buffer[] | undefined {
  const requests = text.split(END)
  requests.pop()
  const tokens: string[] = []
  for (const request of requests) {
    const token = readToken(request)
    if (token === undefined) return undefined
    tokens.push(token)
  }
  return tokens.map((token) => answer(market, token))
}

/** The token of a plain search; undefined if the request is anything more. */
function readToken(request: string): string | undefined {
  if (!request.startsWith(SEARCH)) return undefined
  const headers = request.toLowerCase()
  if (headers.includes('\nconnection: close') || headers.includes('\ncontent-length:')) return undefined
  if (headers.includes('\nexpect:') || headers.includes('\ntransfer-encoding:')) return undefined
  const at = headers.indexOf('\nauthorization: bearer ')
  if (at < 0) return undefined
  const from = at + '\nauthorization: bearer '.length
  const to = request.indexOf('\r', from)
  return request.slice(from, to < 0 ? undefined : to).trim()
}

function answer(market: Market, token: string): Buffer {
  try {
    const { world } = market
    const list = market.rules.search(world, market.authenticate(token))
    if (list instanceof Refusal) return writeRefusal(market, list)
    return findReady(market, list, world.now)
  } catch (error) {
    if (error instanceof Refusal) return writeRefusal(market, error)
    throw error
  }
}

/** A complete answer is built once per list and second of the market's clock. */
interface Ready {
  second: number
  bytes: Buffer
}

const ready = new WeakMap<Buffer, Ready>()

function findReady(market: Market, list: { body: Buffer }, now: number): Buffer {
  const second = Math.floor(now / 1000)
  const known = ready.get(list.body)
  if (known?.second === second) return known.bytes
  const head = `${HEAD}${list.body.length}\r\nDate: ${writeDate(market)}${END}`
  const bytes = Buffer.concat([Buffer.from(head), list.body])
  ready.set(list.body, { second, bytes })
  return bytes
}

function writeRefusal(market: Market, refusal: Refusal): Buffer {
  const { status, headers, body } = makeRefusal(refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(
    `HTTP/1.1 ${status} ${refusal.code}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nDate: ${writeDate(market)}\r\n${lines.join('')}\r\n${body}`,
  )
}
