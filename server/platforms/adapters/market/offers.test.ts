import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { listOf, wireOffer } from '../../testing/raw-server.ts'
import { createSeenIds, parseFreshOffers, readOffer, scanFreshOffers } from './offers.ts'
import type { SeenIds } from './offers.ts'
import { anyCharacter } from '../../../kit/testing.ts'

const id = fc.stringMatching(/^[a-z0-9]{1,8}$/)
const word = fc.oneof(
  fc.constantFrom('', '"', '\\', '{"offerId":"x"', '},{"offerId":"y"}', ']}', 'é'),
  fc.string(),
)

test('scanning finds what a full parse finds, or gives up', () => {
  const lists = fc.array(
    fc.array(
      fc.record({
        id,
        note: word,
        payCents: fc.oneof(fc.integer({ min: 0, max: 9_000 }), fc.constant('72'), fc.constant(-1)),
      }),
      { maxLength: 8 },
    ),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(lists, (sequence) => {
      const scanned = createSeenIds()
      const parsed = createSeenIds()
      for (const list of sequence) {
        const text = listOf(
          ...list.map(({ id: offerId, note, payCents }) => wireOffer(offerId, { note, payCents })),
        )
        const one = scanFreshOffers(Buffer.from(text), 'amazon', scanned)
        const other = parseFreshOffers(text, 'amazon', parsed)
        if (one === null) return
        assert.deepEqual(one, other)
      }
    }),
  )
})

const scan = (...texts: string[]) =>
  scanFreshOffers(Buffer.from(listOf(...texts)), 'amazon', createSeenIds())!.fresh

test('an offer that many drivers are listed is one object that no one may change', () => {
  const [one] = scan(wireOffer('a'), wireOffer('b'))
  assert.ok(Object.isFrozen(one) && scan(wireOffer('c'), wireOffer('a'))[1] === one)
  assert.equal(scan(wireOffer('a', { payCents: 9_100 }))[0]?.payCents, 9_100)
  const long = wireOffer('a', { note: 'x'.repeat(1_000) })
  assert.notEqual(scan(long)[0], scan(long)[0], 'a text of any length is not kept')
})

test('of a list that is longer than any, this many ids are remembered, and the rest is not looked at', () => {
  const text = listOf(...Array.from({ length: 90 }, (_, n) => wireOffer(`o${n}`)))
  for (const read of [
    (seen: SeenIds) => scanFreshOffers(Buffer.from(text), 'amazon', seen),
    (seen: SeenIds) => parseFreshOffers(text, 'amazon', seen),
  ]) {
    const seen = createSeenIds(70)
    for (const fresh of [70, 0, 0]) {
      seen.turn()
      assert.equal(read(seen)?.fresh.length, fresh)
    }
  }
})

test('a list that was given up is new again for the full parse', () => {
  const seen = createSeenIds()
  const text = listOf(wireOffer('a'), wireOffer('b', { nested: { x: 1 } }))
  assert.equal(scanFreshOffers(Buffer.from(text), 'amazon', seen), null)
  assert.deepEqual(
    parseFreshOffers(text, 'amazon', seen)?.fresh.map((offer) => offer.id),
    ['a', 'b'],
  )
})

test('no document makes scanning throw, and none that is cut short passes', () => {
  const whole = listOf(wireOffer('a'), wireOffer('b'))
  for (let end = 0; end < whole.length; end++) {
    const seen = createSeenIds()
    const cut = whole.slice(0, end)
    assert.equal(scanFreshOffers(Buffer.from(cut), 'amazon', seen), null)
    assert.equal(parseFreshOffers(cut, 'amazon', seen), null)
  }
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      scanFreshOffers(Buffer.from(text), 'spark', createSeenIds())
      parseFreshOffers(text, 'spark', createSeenIds())
    }),
  )
})

test('seen ids are bounded, and what stays listed stays seen', () => {
  const seen = createSeenIds()
  for (let round = 0; round < 1_000; round++) {
    seen.turn()
    assert.equal(seen.isNew('stays'), round === 0)
    for (let n = 0; n < 10; n++) assert.ok(seen.isNew(`${round}-${n}`))
  }
})

test('a spark trip keeps stops, batch and miles', () => {
  const wire = JSON.parse(wireOffer('a', { kind: 'shopping', batched: true, stops: 3 })) as Record<
    string,
    unknown
  >
  const offer = readOffer(wire, 'spark')
  assert.deepEqual([offer?.kind, offer?.batched, offer?.stops, offer?.miles], ['shopping', true, 3, 12.5])
  assert.equal(readOffer(wire, 'amazon'), null)
})
