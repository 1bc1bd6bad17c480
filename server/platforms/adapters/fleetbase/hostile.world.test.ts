import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import type { Trouble } from '@madruga/core/events.ts'
import { pollOnce, troubleIn } from '../../contract/world.ts'
import { createFleetbasePlatform } from '../fleetbase.ts'
import { openInstanceHttp } from '../../instances/fetch.ts'
import type { OfferFeed, Platform } from '../../model.ts'
import { replyWith, startRawServer } from '../../testing/raw-server.ts'
import type { Behaviour, RawServer } from '../../testing/raw-server.ts'
import { TOKENS, always } from '../../testing/stage.ts'
import { createTurnedClock } from '../../testing/turned-clock.ts'
import { orderOfEvent } from './shapes.ts'

type Stage = { server: RawServer; platform: Platform; feed: OfferFeed; signal: AbortSignal }

const ORDER = { id: 'order_a', adhoc: true, dispatched: true, started: false, driver_assigned: null }

/** The driver is read well; what goes wrong is the orders. */
function ofOrders(behaviour: Behaviour): Behaviour {
  return (socket, request, number) => {
    if (request.startsWith('GET /v1/drivers/')) socket.write(replyWith('{"currency":"USD"}'))
    else behaviour(socket, request, number)
  }
}

function hostile(title: string, play: (stage: Stage) => Promise<void>): void {
  void test(title, { timeout: 20_000 }, async ({ signal }) => {
    const server = await startRawServer()
    const http = openInstanceHttp({ baseUrl: server.url, allowPrivate: true })
    const { fetch, dispatcher } = http
    const options = {
      name: 'fleetbase:test',
      baseUrl: server.url,
      key: 'key',
      clock: createTurnedClock(),
      fetch,
      dispatcher,
      options: {},
    }
    const platform = createFleetbasePlatform(options)
    try {
      await play({ server, platform, signal, feed: platform.openFeed(TOKENS, 'courier') })
    } finally {
      await platform.close()
      await http.close()
      await server.close()
    }
  })
}

for (const [title, behaviour, trouble] of [
  ['JSON cut short', always(replyWith('[{"id":')), 'unexpected_reply'],
  ['an object for a list', always(replyWith('{"data":[]}')), 'unexpected_reply'],
  ['orders that cannot be read', always(replyWith('[{"id":1},null]')), 'unexpected_reply'],
  ['a page for people', always(replyWith('<html>', '404 Not Found')), 'unexpected_reply'],
  ['no HTTP', always('GARBAGE\r\n\r\n'), 'unavailable'],
  ['10 MB', always(replyWith(`["${'x'.repeat(10_000_000)}"]`)), 'unavailable'],
  ['a drop', (socket) => socket.destroy(), 'unavailable'],
  ['half a reply', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n['), 'unavailable'],
  ['a redirect', always(replyWith('', '302 Found', 'Location: http://127.0.0.1/\r\n')), 'unexpected_reply'],
] satisfies [string, Behaviour, Trouble][])
  hostile(
    `a list: ${title} is ${trouble}, and the next good list is read`,
    async ({ server, platform, feed }) => {
      server.behave(ofOrders(behaviour))
      assert.equal(troubleIn(await pollOnce(feed)).trouble, trouble)
      assert.equal(troubleIn(await platform.heldBlocks(TOKENS)).trouble, trouble)
      server.behave(ofOrders(always(replyWith(JSON.stringify([ORDER])))))
      const polled = await pollOnce(feed)
      assert.deepEqual(polled.kind === 'offers' && polled.offers.map(({ id }) => id), ['order_a'])
    },
  )

/** The order is listed, so that its accept goes out at once. */
async function listOrder({ server, feed }: Stage): Promise<void> {
  server.behave(ofOrders(always(replyWith(JSON.stringify([ORDER])))))
  assert.equal((await pollOnce(feed)).kind, 'offers')
}

hostile('an accept whose outcome stays open is unknown', async (stage) => {
  const { server, feed } = stage
  await listOrder(stage)
  const open: [string, Behaviour][] = [
    ['cut short', always(replyWith('{"id":"order_a"'))],
    ['another order', always(replyWith(JSON.stringify({ ...ORDER, id: 'order_b' })))],
    ['no body', always(replyWith(''))],
    ['500', always(replyWith('', '500 Oops'))],
    ['reset', (socket) => socket.resetAndDestroy()],
    [
      'ours already, as far as anyone can read',
      always(replyWith('{"error":"Order has already started."}', '400 Bad Request')),
    ],
  ]
  for (const [name, behaviour] of open) {
    server.behave(behaviour)
    assert.equal((await feed.accept('order_a')).outcome, 'unknown', name)
  }
})

hostile('an accept that names another driver is taken, one that names no one is read back', async (stage) => {
  const { server, feed } = stage
  await listOrder(stage)
  server.behave(always(replyWith(JSON.stringify({ ...ORDER, driver_assigned: { id: 'driver_b' } }))))
  assert.deepEqual(await feed.accept('order_a'), { outcome: 'refused', cause: 'taken' })
  server.behave(always(replyWith(JSON.stringify(ORDER))))
  assert.equal((await feed.accept('order_a')).outcome, 'waiting')
  server.behave(always(replyWith('{"error":"Order has not been dispatched yet."}', '400 Bad Request')))
  const refused = await feed.accept('order_a')
  assert.ok(refused.outcome === 'refused' && refused.cause === 'not_eligible' && refused.isDoubtful)
  assert.equal(refused.detail, 'Order has not been dispatched yet.')
})

hostile(
  'an accept of what was not listed just now reads it, and nothing goes out without its answer',
  async (stage) => {
    const { server, feed } = stage
    const starts: string[] = []
    const answer =
      (body: unknown, status = '200 OK'): Behaviour =>
      (socket, request) => {
        if (request.startsWith('POST')) starts.push(request)
        socket.write(replyWith(JSON.stringify(body), status))
      }
    for (const [behaviour, outcome] of [
      [answer({ ...ORDER, status: 'canceled' }), 'refused'],
      [answer({ ...ORDER, tracking_statuses: [{ code: 'CANCELED' }, { code: 'STARTED' }] }), 'refused'],
      [answer({ ...ORDER, driver_assigned: { id: TOKENS.platformDriverId } }), 'unknown'],
      [answer({}, '500 Oops'), 'unknown'],
      [answer({ errors: ['Oops!'] }, '401 Unauthorized'), 'troubled'],
    ] satisfies [Behaviour, string][]) {
      server.behave(behaviour)
      assert.equal((await feed.accept('order_a')).outcome, outcome)
    }
    assert.deepEqual(starts, [])
  },
)

hostile('an order is no offer before it is known in what its driver is paid', async ({ server, feed }) => {
  server.behave(always(replyWith(JSON.stringify([ORDER]))))
  assert.equal(troubleIn(await pollOnce(feed)).trouble, 'unexpected_reply')
  server.behave(ofOrders(always(replyWith(JSON.stringify([ORDER])))))
  assert.equal((await pollOnce(feed)).kind, 'offers', 'it is asked again')
})

hostile('only what the platform itself does not find is gone', async ({ server, feed }) => {
  server.behave(always(replyWith('{"error":"Order resource not found."}', '404 Not Found')))
  assert.deepEqual(await feed.accept('order_a'), { outcome: 'refused', cause: 'taken' })
  server.behave(always(replyWith('{"errors":["There is nothing to see here."]}', '404 Not Found')))
  assert.equal(troubleIn(await feed.accept('order_a')).trouble, 'unexpected_reply')
})

hostile('a held order that cannot be read is no order that is gone', async ({ server, platform }) => {
  server.behave(
    always(replyWith(JSON.stringify([{ ...ORDER, driver_assigned: { id: 'driver' } }, { id: 7 }]))),
  )
  assert.equal(troubleIn(await platform.heldBlocks(TOKENS)).trouble, 'unexpected_reply')
})

/** A frame of a message; `length` is what it claims, of which nothing follows. */
function frame(opcode: number, length: number, isLast = true): Buffer {
  const head = Buffer.alloc(10)
  head[0] = (isLast ? 0x80 : 0) | opcode
  head[1] = 127
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

const TEXT = 1
const CONTINUED = 0

/** Takes the handshake of a socket and sends this after it. `events`: `gone` once the other side has left. */
function upgrade(sends: Buffer[]): { behaviour: Behaviour; events: EventEmitter } {
  const events = new EventEmitter()
  const behaviour: Behaviour = (socket, request) => {
    const key = /sec-websocket-key: (\S+)/i.exec(request)?.[1]
    if (key === undefined) return
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
    socket.once('close', () => events.emit('gone'))
    socket.write([...lines, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'))
    for (const bytes of sends) socket.write(bytes)
  }
  return { behaviour, events }
}

const KB = 1024
for (const [title, sends] of [
  ['of 100 MB ends at its first octets', [frame(TEXT, 100 * KB * KB)]],
  [
    'in parts ends with the part that is too much',
    [
      Buffer.concat([frame(TEXT, 40 * KB, false), Buffer.alloc(40 * KB, ' ')]),
      frame(CONTINUED, 40 * KB, false),
    ],
  ],
  [
    'in very many parts ends too',
    [frame(TEXT, 1, false), ...Array.from({ length: 100 }, () => frame(CONTINUED, 1, false))].map((part) =>
      Buffer.concat([part, Buffer.from(' ')]),
    ),
  ],
] satisfies [string, Buffer[]][])
  hostile(`a socket's message ${title}, and the search is polled again`, async ({ server, feed, signal }) => {
    const { behaviour, events } = upgrade(sends)
    const gone = once(events, 'gone', { signal })
    server.behave(behaviour)
    const lives: boolean[] = []
    feed.listen?.(
      () => {},
      (isLive) => lives.push(isLive),
    )
    await gone
    assert.deepEqual(lives, [false])
  })

/** A message in one frame. */
function say(message: object): Buffer {
  const text = JSON.stringify(message)
  return Buffer.concat([frame(TEXT, text.length), Buffer.from(text)])
}

hostile('a channel that the server takes away is polled at the usual pace', async ({ server, feed }) => {
  const channel = `driver.${TOKENS.platformDriverId}`
  const { behaviour } = upgrade([
    say({ rid: 1, data: {} }),
    say({ rid: 2 }),
    say({ event: '#publish', data: { channel, data: {} } }),
    say({ event: '#kickOut', data: { channel, message: 'not yours' } }),
  ])
  server.behave(behaviour)
  const lives: boolean[] = []
  await new Promise<void>((resolve) =>
    feed.listen?.(
      () => {},
      (isLive) => {
        lives.push(isLive)
        if (!isLive) resolve()
      },
    ),
  )
  assert.deepEqual(lives, [true, false])
  feed.close()
})

test('only an event that names an order is heard', () => {
  const event = { id: 'event_1', event: 'order.ping', created_at: 'now', data: { id: 'order_a' } }
  assert.deepEqual(orderOfEvent(event), { orderId: 'order_a', eventId: 'event_1' })
  for (const data of [
    null,
    7,
    'order_a',
    [],
    {},
    { ...event, data: null },
    { ...event, data: { id: '../x' } },
  ])
    assert.equal(orderOfEvent(data), null)
  assert.equal(orderOfEvent({ ...event, data: { id: 'driver_a' } }), null)
})
