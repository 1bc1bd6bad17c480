import assert from 'node:assert/strict'
import type { Trouble } from '@madruga/core/events.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { pollOnce, troubleIn } from './contract.ts'
import { listOf, replyWith, wireOffer } from './testing/raw-server.ts'
import { always, hostile, ids, recovers } from './testing/stage.ts'

const GOOD = replyWith(listOf(wireOffer('a'), wireOffer('b')))
const BODY = listOf(wireOffer('a'), wireOffer('b'))

for (const [title, reply, trouble] of [
  ['JSON cut short', replyWith(BODY.slice(0, -40)), 'unexpected_reply'],
  ['JSON cut in an id', replyWith(BODY.slice(0, 20)), 'unexpected_reply'],
  ['no JSON', replyWith('<html>busy</html>'), 'unexpected_reply'],
  ['an empty body', replyWith(''), 'unexpected_reply'],
  ['no list', replyWith('{"offers":{"a":1}}'), 'unexpected_reply'],
  ['null', replyWith('null'), 'unexpected_reply'],
  [
    'nothing but wrong types',
    replyWith(listOf(wireOffer('a', { payCents: '7200' }), '17')),
    'unexpected_reply',
  ],
  ['no HTTP', 'GARBAGE / SMTP\r\n\r\n', 'unexpected_reply'],
  ['no HTTP and no end of line', '\u0000\u0001\u0002 and so on', 'unexpected_reply'],
  ['a head without a colon', 'HTTP/1.1 200 OK\r\nwhat is this\r\n\r\n', 'unexpected_reply'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ', 'unexpected_reply'],
  [
    'length and chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
    'unexpected_reply',
  ],
  ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', 'unexpected_reply'],
  ['a length over 10 MB', 'HTTP/1.1 200 OK\r\nContent-Length: 10000001\r\n\r\n{', 'unexpected_reply'],
  ['an endless head', `HTTP/1.1 200 OK\r\n${'X-Padding: x\r\n'.repeat(2_000)}`, 'unexpected_reply'],
  [
    'broken chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{"offers":[]}\r\n0\r\n\r\n',
    'unexpected_reply',
  ],
  ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n', 'unexpected_reply'],
  ['500 without words', replyWith('oops', '500 Oops'), 'unavailable'],
  ['503 in HTML', replyWith('<h1>no</h1>', '503 No', 'Retry-After: 7\r\n'), 'unavailable'],
  ['403 without a challenge', replyWith('{}', '403 Forbidden'), 'unexpected_reply'],
  ['302', replyWith('', '302 Found', 'Location: http://example.com/\r\n'), 'unexpected_reply'],
] satisfies [string, string, Trouble][]) {
  hostile(`poll: ${title} is ${trouble}`, async (stage) => {
    stage.server.behave(always(reply))
    assert.equal(troubleIn(await pollOnce(stage.feed)).trouble, trouble)
    await recovers(stage)
  })
}

hostile(
  'poll: 10 MB without a length ends as unexpected_reply, and the connection is dropped',
  async (stage) => {
    const { server, feed, platform } = stage
    server.behave((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const chunk = Buffer.alloc(1_000_000, 'x')
      const pour = () => {
        if (!socket.writable) return
        socket.write(`${chunk.length.toString(16)}\r\n`)
        socket.write(chunk)
        socket.write('\r\n', pour)
      }
      pour()
    })
    assert.equal(troubleIn(await pollOnce(feed)).trouble, 'unexpected_reply')
    assert.equal(platform.figures().open, 0)
    await recovers(stage)
  },
)

hostile('poll: of a list of 2 MB, as many as a feed remembers are read', async ({ server, feed }) => {
  const offers = Array.from({ length: 8_000 }, (_, i) => wireOffer(`offer-${i}`))
  server.behave(always(replyWith(listOf(...offers))))
  assert.equal(ids(await pollOnce(feed)).length, DEFAULT_SETTINGS.flood.idsAFeed)
  assert.equal((await pollOnce(feed)).kind, 'unchanged')
})

hostile('poll: single octets, packet by packet', async ({ server, feed }) => {
  server.behave((socket) => {
    let at = 0
    const drip = () => {
      if (at < GOOD.length) socket.write(GOOD[at++]!, () => setImmediate(drip))
    }
    drip()
  })
  assert.deepEqual(ids(await pollOnce(feed)), ['a', 'b'])
})

hostile('poll: chunks, interim replies, extensions, trailers', async ({ server, feed }) => {
  const halves = [BODY.slice(0, 50), BODY.slice(50)]
  const chunks = halves.map((half) => `${half.length.toString(16)};x=y\r\n${half}\r\n`).join('')
  server.behave(
    always(
      `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: CHUNKED\r\n\r\n${chunks}0\r\nX-T: 1\r\n\r\n`,
    ),
  )
  assert.deepEqual(ids(await pollOnce(feed)), ['a', 'b'])
  assert.equal((await pollOnce(feed)).kind, 'unchanged')
})

hostile('poll: a body that ends with the connection', async ({ server, feed }) => {
  server.behave((socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n${BODY}`))
  assert.deepEqual(ids(await pollOnce(feed)), ['a', 'b'])
})

hostile('poll: half a reply, then nothing, is unavailable', async (stage) => {
  stage.server.behave((socket) => socket.end(GOOD.slice(0, -30)))
  assert.equal(troubleIn(await pollOnce(stage.feed)).trouble, 'unavailable')
  await recovers(stage)
})

hostile('poll: a dropped connection is unavailable', async (stage) => {
  stage.server.behave((socket) => socket.resetAndDestroy())
  assert.equal(troubleIn(await pollOnce(stage.feed)).trouble, 'unavailable')
  await recovers(stage)
})

hostile(
  'poll: a kept connection that was closed in the meantime is replaced without trouble',
  async (stage) => {
    const { server, feed, platform } = stage
    server.behave((socket, _request, number) => {
      // The sixth request is the first on a socket that was used before: it goes unanswered.
      if (number === 6) socket.destroy()
      else socket.write(GOOD)
    })
    for (let poll = 0; poll < 5; poll++) await pollOnce(feed)
    assert.equal((await pollOnce(feed)).kind, 'unchanged')
    assert.equal(platform.figures().resent, 1)
  },
)

hostile('poll: "connection: close" is obeyed', async ({ server, feed, platform }) => {
  server.behave((socket) => socket.end(replyWith(BODY, '200 OK', 'Connection: close\r\n')))
  assert.deepEqual(ids(await pollOnce(feed)), ['a', 'b'])
  assert.equal(platform.figures().idle, 0)
  assert.equal((await pollOnce(feed)).kind, 'unchanged')
})

hostile(
  'poll: octets beyond the reply cost the connection, not the reply',
  async ({ server, feed, platform }) => {
    server.behave(always(`${GOOD}HTTP/1.1 200 OK\r\n`))
    assert.deepEqual(ids(await pollOnce(feed)), ['a', 'b'])
    assert.equal(platform.figures().open, 0)
  },
)

hostile('poll: silence, or a drip, is unavailable after 10 s', async (stage) => {
  const { server, feed, clock, platform } = stage
  server.behave((socket) => socket.write(GOOD.slice(0, 100)))
  const polled = pollOnce(feed)
  clock.turn(9_900)
  assert.equal(platform.figures().open, 1)
  clock.turn(100)
  assert.equal(troubleIn(await polled).trouble, 'unavailable')
  assert.equal(platform.figures().open, 0)
  await recovers(stage)
})

hostile('poll: wrong types cost the offer, not the list', async ({ server, feed, platform }) => {
  const wrong = [
    { payCents: '7200' },
    { payCents: -1 },
    { payCents: 1.5 },
    { start: 0 },
    { start: '2026-11-04' },
    { end: '2026-11-04T18:00:00.000Z' },
    { kind: 'curbside' },
    { stationId: null },
    { miles: 'far' },
    { tipCents: null },
    { expiresAt: 'soon' },
  ].map((change, index) => wireOffer(`wrong-${index}`, change))
  server.behave(always(replyWith(listOf(wireOffer('a'), ...wrong, wireOffer('b')))))
  assert.deepEqual(ids(await pollOnce(feed)), ['a', 'b'])
  assert.equal(platform.figures().skippedOffers, wrong.length)
})

hostile('poll: duplicates are reported once', async ({ server, feed }) => {
  server.behave(always(replyWith(listOf(wireOffer('a'), wireOffer('a'), wireOffer('b'), wireOffer('a')))))
  assert.deepEqual(ids(await pollOnce(feed)), ['a', 'b'])
})

hostile('poll: lists that flap between full and empty report nothing twice', async ({ server, feed }) => {
  server.behave((socket, _request, number) => socket.write(number % 2 === 1 ? GOOD : replyWith(listOf())))
  assert.deepEqual(ids(await pollOnce(feed)), ['a', 'b'])
  for (let poll = 0; poll < 6; poll++) assert.deepEqual(ids(await pollOnce(feed)), [])
})

hostile('poll: lists laid out otherwise are read', async ({ server, feed, platform }) => {
  const pretty = JSON.stringify(JSON.parse(BODY), null, 2)
  const nested = listOf(wireOffer('c', { extra: { offerId: 'not-an-offer' } }), wireOffer('d'))
  const escaped = listOf(wireOffer('e\u00e9"}'), wireOffer('f', { note: '},{"offerId":"x"' }))
  const lists = [pretty, nested, escaped]
  server.behave((socket, _request, number) => socket.write(replyWith(lists[number - 1] ?? '')))
  assert.deepEqual(ids(await pollOnce(feed)), ['a', 'b'])
  assert.deepEqual(ids(await pollOnce(feed)), ['c', 'd'])
  assert.deepEqual(ids(await pollOnce(feed)), ['e\u00e9"}', 'f'])
  assert.equal(platform.figures().fullParses, 3)
})

hostile("poll: the platform's clock does not matter", async ({ server, feed }) => {
  const skewed = wireOffer('a', { expiresAt: '1999-01-01T00:00:00.000Z' })
  server.behave(always(replyWith(listOf(skewed), '200 OK', 'Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n')))
  assert.deepEqual(ids(await pollOnce(feed)), ['a'])
})

hostile('poll: 429 says how long by body or header', async ({ server, feed }) => {
  server.behave(always(replyWith('', '429 Slow down', 'Retry-After: 90\r\n')))
  assert.equal(troubleIn(await pollOnce(feed)).retryAfterMs, 90_000)
  const body = '{"error":{"code":"aggressive_search","message":"x","retryAfterMs":1800000}}'
  server.behave(always(replyWith(body, '429 Slow down')))
  assert.equal(troubleIn(await pollOnce(feed)).retryAfterMs, 1_800_000)
})
