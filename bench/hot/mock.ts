import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import {
  CHANGE_MS,
  OFFERS_PER_LIST,
  REGIONS,
  STATIONS,
  UNWANTED_CENTS,
  WANTED_CENTS,
  WANTED_EVERY,
} from './scene.ts'

/** A platform with almost no cost: prebuilt replies over raw sockets, in its own process. */

type Region = { version: number; reply: Buffer; offers: string[]; wanted: boolean }

const BOT_MARK = Buffer.from('bot-')
const HOUR_MS = 3_600_000
const started = Date.now()
const GONE = reply(410, 'Gone', '{"error":{"code":"gone","message":"taken"}}')

let made = 0
let reactions: number[] = []
/** By driver: the version of the last sent list, and when a wanted offer was sent. */
const sentVersions: number[] = []
const sentAt: number[] = []

function reply(status: number, reason: string, body: string): Buffer {
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n`
  const date = `Date: ${new Date(started).toUTCString()}\r\n`
  return Buffer.from(`${head}${date}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

function makeOffer(wanted: boolean): string {
  made++
  const start = Math.ceil(started / HOUR_MS) * HOUR_MS + (3 + (made % 90)) * HOUR_MS
  return JSON.stringify({
    offerId: `of${made.toString(16).padStart(24, '0')}`,
    stationId: STATIONS[made % STATIONS.length],
    kind: 'block',
    start: new Date(start).toISOString(),
    end: new Date(start + 2 * HOUR_MS).toISOString(),
    payCents: wanted ? WANTED_CENTS : UNWANTED_CENTS,
    tipCents: 0,
    miles: 12.5,
    expiresAt: new Date(start - HOUR_MS).toISOString(),
  })
}

function change(region: Region): void {
  region.version++
  region.wanted = region.version % WANTED_EVERY === 0
  region.offers = [...region.offers.slice(1 - OFFERS_PER_LIST), makeOffer(region.wanted)]
  region.reply = reply(200, 'OK', `{"offers":[${region.offers.join(',')}]}`)
}

const regions = Array.from({ length: REGIONS }, (_, index): Region => {
  const offers = Array.from({ length: OFFERS_PER_LIST }, () => makeOffer(false))
  const region = { version: index, reply: Buffer.alloc(0), offers, wanted: false }
  change(region)
  return region
})
let turn = 0
setInterval(() => change(regions[turn++ % REGIONS]!), CHANGE_MS / REGIONS)

function readDriver(request: Buffer): number {
  const at = request.indexOf(BOT_MARK) + 4
  let driver = 0
  for (let i = at; i < at + 6; i++) driver = driver * 10 + request[i]! - 48
  return driver
}

function serve(socket: Socket, request: Buffer): void {
  const driver = readDriver(request)
  if (request[0] === 80) {
    const since = sentAt[driver]
    if (since !== undefined && since > 0) reactions.push(performance.now() - since)
    sentAt[driver] = 0
    socket.write(GONE)
    return
  }
  const region = regions[driver % REGIONS]!
  socket.write(region.reply)
  const last = sentVersions[driver]
  if (last !== region.version) {
    sentVersions[driver] = region.version
    if (region.wanted && last !== undefined) sentAt[driver] = performance.now()
  }
}

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('data', (request) => serve(socket, request as Buffer))
  socket.on('error', () => socket.destroy())
})
server.listen(0, '127.0.0.1', 4_096, () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('message', (message) => {
  if (message === 'forget') reactions = []
  else process.send?.({ reactions })
})
process.on('disconnect', () => process.exit())
