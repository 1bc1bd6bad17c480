import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { createListFeed } from './list-feed.ts'

test('of a list that is longer than any, this many offers are remembered, and the rest is not looked at', async () => {
  const most = DEFAULT_SETTINGS.flood.idsAFeed
  let text = 0
  const offers = Array.from({ length: most + 500 }, (_, n) => ({ id: `o${n}` }) as Offer)
  const feed = createListFeed({
    tokens: { accessToken: 'a', refreshToken: 'r', expiresAt: 0, platformDriverId: 'p' },
    clock: { now: () => 0, after: () => () => {} },
    read: async () => ({ kind: 'list', offers, text: String(++text), receivedAtMs: 0 }),
    accept: async () => ({ outcome: 'refused', cause: 'taken' }),
  })
  const poll = () =>
    new Promise<number>((resolve, reject) => {
      feed.poll({
        offers: (fresh) => resolve(fresh.length),
        unchanged: () => reject(new Error('unchanged')),
        unasked: () => reject(new Error('unasked')),
        troubled: ({ trouble }) => reject(new Error(trouble)),
      })
    })
  assert.deepEqual([await poll(), await poll(), await poll()], [most, 0, 0])
})
