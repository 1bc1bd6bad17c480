import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Trouble } from '@madruga/core/events.ts'
import { pollOnce, troubleIn } from './contract.ts'
import { createMarketPlatform } from './adapters/market.ts'
import { listOf, replyWith, startRawServer, wireOffer } from './testing/raw-server.ts'
import type { Behaviour } from './testing/raw-server.ts'
import { TOKENS, always, hostile } from './testing/stage.ts'
import type { Stage } from './testing/stage.ts'
import { createTurnedClock } from './testing/turned-clock.ts'

/** Only the call's own limit ends these. */
const ENDLESS = new Set(['silence', 'a drip'])
const GOOD = replyWith(listOf(wireOffer('a')))

hostile('accept: goes out ahead of polls that wait', async ({ server, platform, feed }) => {
  server.behave((socket, request) => {
    if (request.startsWith('POST')) socket.write(replyWith('{"blockId":"bl","offerId":"a"}'))
  })
  const polls = Array.from({ length: 100 }, () => pollOnce(platform.openFeed(TOKENS, 'amazon')))
  assert.ok(platform.figures().waiting > 0)
  assert.deepEqual(await feed.accept('a'), { outcome: 'accepted', blockId: 'bl' })
  server.behave(always(GOOD))
  await platform.close()
  await Promise.all(polls)
})

hostile('close: a poll that waits for a socket, or would be sent again, stays at home', async (stage) => {
  const { server, platform } = stage
  const told: string[] = []
  const handlers = {
    unchanged: () => void told.push('unchanged'),
    unasked: () => void told.push('unasked'),
    offers: () => void told.push('offers'),
    troubled: () => void told.push('troubled'),
  }
  const reading = Promise.withResolvers<void>()
  server.behave(() => {
    if (server.requests.length === 64) reading.resolve()
  })
  const feeds = Array.from({ length: 80 }, () => platform.openFeed(TOKENS, 'amazon'))
  for (const feed of feeds) feed.poll(handlers)
  await reading.promise
  assert.equal(platform.figures().waiting, 16)
  for (const feed of feeds) feed.close()
  assert.equal(platform.figures().waiting, 0)
  server.behave(always(GOOD))
  // One more request on its own socket: by its answer all that could have gone out has.
  assert.equal((await platform.openFeed(TOKENS, 'amazon').accept('a')).outcome, 'unknown')
  assert.deepEqual([server.requests.length, told], [65, []])
})

hostile('accept: whatever leaves the outcome open is unknown', async ({ server, feed, clock }) => {
  const open: [string, Behaviour][] = [
    ['cut short', always(replyWith('{"blockId":"b'))],
    ['another offer', always(replyWith('{"blockId":"bl","offerId":"z"}'))],
    ['no body', always('HTTP/1.1 204 No Content\r\n\r\n')],
    ['500', always(replyWith('', '500 Oops'))],
    ['reset', (socket) => socket.resetAndDestroy()],
    ['half', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n{"blo')],
    ['garbage', always('nothing of the kind\r\n\r\n')],
    ['already ours', always(replyWith('{"error":{"code":"conflict","offerId":"a"}}', '409 Conflict'))],
  ]
  for (const [name, behaviour] of open) {
    server.behave(behaviour)
    assert.equal((await feed.accept('a')).outcome, 'unknown', name)
  }
  const reading = Promise.withResolvers<void>()
  server.behave(() => reading.resolve())
  const silent = feed.accept('a')
  await reading.promise
  clock.turn(3_000)
  assert.deepEqual(await silent, { outcome: 'unknown', detail: 'no answer in time' })
  assert.equal(server.requests.filter((request) => request.startsWith('POST')).length, open.length + 1)
})

test('accept: nothing listens, so nothing was sent', async () => {
  const server = await startRawServer()
  await server.close()
  const platform = createMarketPlatform({ url: server.url, clock: createTurnedClock() })
  const feed = platform.openFeed(TOKENS, 'amazon')
  const result = await feed.accept('a')
  assert.equal(result.outcome === 'troubled' && result.problem.trouble, 'unavailable')
  assert.equal(troubleIn(await pollOnce(feed)).trouble, 'unavailable')
  assert.equal(await platform.answers(), false)
  await platform.close()
})

for (const [title, behaviour, trouble] of [
  ['JSON cut short', always(replyWith('{"blocks":[')), 'unexpected_reply'],
  ['wrong types', always(replyWith('{"blocks":[{"blockId":1}]}')), 'unexpected_reply'],
  ['no HTTP', always('GARBAGE\r\n\r\n'), 'unexpected_reply'],
  ['10 MB', always(replyWith(`{"blocks":"${'x'.repeat(10_000_001)}"}`)), 'unexpected_reply'],
  ['a drop', (socket) => socket.destroy(), 'unavailable'],
  ['half a reply', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'), 'unavailable'],
  ['silence', () => undefined, 'unavailable'],
  [
    'a drip',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
      const drip = setInterval(() => socket.write(' '), 20)
      socket.on('close', () => clearInterval(drip))
    },
    'unavailable',
  ],
] satisfies [string, Behaviour, Trouble][]) {
  const play = async ({ server, platform }: Stage): Promise<void> => {
    server.behave(behaviour)
    assert.equal(troubleIn(await platform.heldBlocks(TOKENS)).trouble, trouble)
    server.behave(always(replyWith('{"blocks":[]}')))
    assert.deepEqual(await platform.heldBlocks(TOKENS), { ok: true, value: [] })
  }
  hostile(`cold calls: ${title} is ${trouble}`, play, ENDLESS.has(title) ? 300 : undefined)
}
