import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { POLL_MS, tokenOf } from './scene.ts'
import type { VisitPlan } from './scene.ts'
import { serveVisits } from './visit.ts'

/** The cost of Node's sockets alone: the same requests, with replies read and discarded. */

const SOCKETS = 64
const TURN_MS = 2
let polls = 0

function open(url: URL, buffer: Buffer, free: Socket[]): void {
  const socket = connect({
    host: url.hostname,
    port: Number(url.port),
    noDelay: true,
    onread: {
      buffer,
      callback() {
        polls++
        free.push(socket)
        return true
      },
    },
  })
  socket.on('connect', () => free.push(socket))
}

function start({ url, drivers }: VisitPlan): void {
  const free: Socket[] = []
  const buffer = Buffer.allocUnsafeSlow(262_144)
  for (let index = 0; index < SOCKETS; index++) open(new URL(url), buffer, free)
  const request = `GET /v1/offers HTTP/1.1\r\nHost: market\r\nAuthorization: Bearer ${tokenOf(0)}\r\n\r\n`
  const startedAt = performance.now()
  let sent = 0
  setInterval(() => {
    const due = ((performance.now() - startedAt) / POLL_MS) * drivers
    for (let socket = free.shift(); sent < due && socket !== undefined; socket = free.shift()) {
      sent++
      socket.write(request, 'latin1')
      if (sent >= due) break
    }
  }, TURN_MS)
}

serveVisits({ start, polls: () => polls, takeReactions: () => [] })
