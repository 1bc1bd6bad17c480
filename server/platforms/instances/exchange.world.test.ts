import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { testDatabase } from '../../db/testing.ts'
import type { TestDatabase } from '../../db/testing.ts'
import { systemClock } from '../../kit/clock.ts'
import { until } from '../../kit/testing.ts'
import { createExchange } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import type { ReadingNews } from './shared-readings.ts'
import { announceReadings } from './store.ts'

let fresh: TestDatabase
const exchanges: Exchange[] = []
before(async () => void (fresh = await testDatabase()))
after(async () => {
  await Promise.all(exchanges.map((exchange) => exchange.close()))
  await fresh.drop()
})

function open(process: string): Exchange {
  const exchange = createExchange({
    process,
    clock: systemClock,
    databaseUrl: fresh.url,
    announce: (payloads) => announceReadings(fresh.database.kysely, payloads),
    onFault: (error) => assert.fail(String(error)),
  })
  exchanges.push(exchange)
  return exchange
}

test('a list reaches the other processes whole and in order, and not those of another instance', async () => {
  const [one, other] = [open('one'), open('other')]
  const heard: ReadingNews[] = []
  const apart: ReadingNews[] = []
  const own: ReadingNews[] = []
  other.listen('riders', (news) => heard.push(news))
  other.listen('bikes', (news) => apart.push(news))
  one.listen('riders', (news) => own.push(news))
  // What goes out before both listen is not heard.
  await until(() => {
    one.tell('riders', { place: 'north', begunAt: 1, text: null })
    return heard.length > 0
  })
  await until(() => own.length > 0 || (other.tell('riders', { place: '', begunAt: 2, text: null }), false))
  heard.length = 0
  // It does not become smaller when it is packed.
  const long = randomBytes(40_000).toString('base64')
  one.tell('riders', { place: 'north', begunAt: 3, text: long })
  one.tell('riders', { place: 'ñandú', begunAt: 4, text: '' })
  await until(() => heard.some(({ place }) => place === 'ñandú') && heard.some(({ text }) => text === long))
  assert.deepEqual(
    heard.filter(({ begunAt }) => begunAt === 3),
    [{ place: 'north', begunAt: 3, text: long }],
  )
  assert.deepEqual(apart, [])
  assert.ok(
    own.every(({ begunAt }) => begunAt === 2),
    'nobody hears themselves',
  )
})
