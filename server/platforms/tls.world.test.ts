import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServer } from 'node:tls'
import { pollOnce, troubleIn } from './contract.ts'
import { createMarketPlatform } from './adapters/market.ts'
import { TEST_CERTIFICATE, TEST_KEY } from './testing/certificate.ts'
import { listOf, replyWith, startRawServer, wireOffer } from './testing/raw-server.ts'
import { TOKENS, ids } from './testing/stage.ts'
import { createTurnedClock } from './testing/turned-clock.ts'

test('polls, accepts and cold calls over TLS, and only to whom the certificate belongs', async () => {
  const server = await startRawServer(createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }))
  const trusting = createMarketPlatform({ url: server.url, clock: createTurnedClock(), ca: TEST_CERTIFICATE })
  const strict = createMarketPlatform({ url: server.url, clock: createTurnedClock() })
  try {
    // Larger than one TLS record, so that it comes in several reads.
    const offers = Array.from({ length: 200 }, (_, index) => wireOffer(`offer-${index}`))
    server.behave((socket, request) => {
      if (request.startsWith('POST')) socket.write(replyWith('{"blockId":"bl","offerId":"offer-1"}'))
      else if (request.includes('/v1/blocks')) socket.write(replyWith('{"blocks":[]}'))
      else socket.write(replyWith(listOf(...offers)))
    })
    const feed = trusting.openFeed(TOKENS, 'amazon')
    assert.equal(ids(await pollOnce(feed)).length, 200)
    assert.equal((await pollOnce(feed)).kind, 'unchanged')
    assert.deepEqual(await feed.accept('offer-1'), { outcome: 'accepted', blockId: 'bl' })
    assert.deepEqual(await trusting.heldBlocks(TOKENS), { ok: true, value: [] })

    const before = server.requests.length
    const distrusted = strict.openFeed(TOKENS, 'amazon')
    assert.equal(troubleIn(await pollOnce(distrusted)).trouble, 'unavailable')
    assert.equal((await distrusted.accept('offer-1')).outcome, 'troubled', 'nothing was sent')
    assert.equal(server.requests.length, before)
  } finally {
    await trusting.close()
    await strict.close()
    await server.close()
  }
})
