import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import { trouble } from '../adapters/rest.ts'
import type { PlatformTokens } from '../model.ts'
import { createSharedReadings } from './shared-readings.ts'
import type { OtherProcesses, ReadingNews, SharedReadingsOptions } from './shared-readings.ts'

const EVERY_MS = 1_000
type Read = SharedReadingsOptions<string>['read']
type Answer = (token: string) => ReturnType<Read>
const NO_LIST = trouble('unexpected_reply', 'no list')
const parse = (text: string) => (text === 'no list' ? null : text.toUpperCase())
const listOf = (text: string) => ({ kind: 'list', text, receivedAtMs: 0 }) as const
const readFirst: Answer = async () => listOf('first')

/** Shared readings by a clock that is moved by hand, and who read by them. */
function stage(everyMs: (() => number) | null = () => EVERY_MS, others?: OtherProcesses) {
  let now = 0
  let due: { at: number; call: () => void } | null = null
  const clock: Clock = {
    now: () => now,
    after(ms, call) {
      due = { at: now + ms, call }
      return () => (due = null)
    },
  }
  const readers: string[] = []
  let answer = readFirst
  const read: Read = (tokens) => {
    readers.push(tokens.accessToken)
    return answer(tokens.accessToken)
  }
  const readings = createSharedReadings({
    clock,
    everyMs: everyMs ?? undefined,
    others,
    read,
    parse,
    noList: NO_LIST,
  })
  return {
    readers,
    behave: (next: Answer) => void (answer = next),
    /** A driver, the hints that they got, and a poll of theirs. */
    join(name: string, placeOf?: () => string) {
      const tokens = tokensOf(name)
      const member = readings.join(tokens, placeOf)
      const one = { member, hints: 0, poll: () => member.read(tokens) }
      member.listen?.(() => one.hints++)
      return one
    },
    /** Lets time pass, with every turn that is due. */
    async pass(ms: number) {
      const until = now + ms
      while (due !== null && due.at <= until) {
        const { at, call } = due as { at: number; call: () => void }
        now = at
        due = null
        call()
        await new Promise(setImmediate)
      }
      now = until
    },
  }
}

function tokensOf(accessToken: string): PlatformTokens {
  return { accessToken, refreshToken: '', expiresAt: 0, platformDriverId: accessToken }
}

test('a list is read by turns, and a change is handed to all without another request', async () => {
  const { readers, behave, join, pass } = stage()
  const drivers = ['ana', 'luis', 'sam'].map((name) => join(name))
  await pass(3 * EVERY_MS)
  assert.deepEqual(readers, ['ana', 'luis', 'sam'])
  behave(async () => listOf('second'))
  await pass(EVERY_MS)
  for (const driver of drivers) {
    assert.equal(driver.hints, 2, 'of the first list and of the second')
    const found = await driver.poll()
    assert.equal(found.kind === 'list' && found.value, 'SECOND')
  }
  assert.deepEqual(readers.slice(3), ['ana'])
  await pass(EVERY_MS)
  assert.equal(drivers[0]!.hints, 2, 'the same list again is no change')
})

test('what a driver’s turn meets is told to them alone, and the others continue', async () => {
  const { readers, behave, join, pass } = stage()
  const [ana, luis] = [join('ana'), join('luis')]
  await pass(2 * EVERY_MS)
  behave(async (token) =>
    token === 'ana' ? { kind: 'troubled', problem: trouble('sign_in_refused') } : listOf('second'),
  )
  await pass(3 * EVERY_MS)
  assert.deepEqual(readers.slice(2), ['ana', 'luis', 'luis'])
  const told = await ana.poll()
  assert.equal(told.kind === 'troubled' && told.problem.trouble, 'sign_in_refused')
  const found = await luis.poll()
  assert.equal(found.kind === 'list' && found.value, 'SECOND')
})

test('however many share a list, each driver’s own tokens read it within five minutes', async () => {
  const { readers, join, pass } = stage()
  const drivers = Array.from({ length: 600 }, (_, index) => join(`driver ${index}`))
  for (const { poll } of drivers) await poll()
  for (let half = 0; half < 20; half++) {
    await pass(MINUTE_MS / 2)
    for (const { poll } of drivers) await poll()
  }
  const first = readers.indexOf('driver 599', 600)
  assert.ok(first > 0 && readers.filter((name) => name === 'driver 599').length >= 3)
  assert.ok(readers.length < 600 * 4, 'and not at each poll')
})

test('drivers of two places have two lists, which take turns', async () => {
  const { readers, behave, join, pass } = stage()
  const [ana, luis, sam] = [
    join('ana', () => 'north'),
    join('luis', () => 'north'),
    join('sam', () => 'south'),
  ]
  behave(async (token) => listOf(token === 'sam' ? 'south' : 'north'))
  await pass(6 * EVERY_MS)
  assert.deepEqual(readers, ['ana', 'sam', 'luis', 'sam', 'ana', 'sam'])
  assert.deepEqual([ana!.hints, luis!.hints, sam!.hints], [1, 1, 1])
  const found = await luis!.poll()
  assert.equal(found.kind === 'list' && found.value, 'NORTH')
})

test('a list that nothing confirms any more is read by who asks; an unreadable one is a trouble', async () => {
  const { readers, behave, join, pass } = stage()
  const ana = join('ana')
  await pass(EVERY_MS)
  behave(async () => ({ kind: 'nothing', retryAfterMs: MINUTE_MS }))
  await pass(EVERY_MS)
  await pass(20_000)
  behave(async () => listOf('no list'))
  const before = readers.length
  assert.equal((await ana.poll()).kind, 'troubled')
  assert.equal(readers.length, before + 1)
})

test('a reading that ends after a later one changes nothing', async () => {
  const { behave, join } = stage()
  const [ana, luis] = [join('ana'), join('luis')]
  const slow = Promise.withResolvers<Awaited<ReturnType<Read>>>()
  behave((token) => (token === 'ana' ? slow.promise : Promise.resolve(listOf('new'))))
  const late = ana.poll()
  await luis.poll()
  slow.resolve(listOf('old'))
  const found = await late
  assert.equal(found.kind === 'list' && found.value, 'NEW')
})

test('nothing is read once no one listens', async () => {
  const { readers, join, pass } = stage()
  const ana = join('ana')
  await pass(EVERY_MS)
  ana.member.leave()
  await pass(MINUTE_MS)
  assert.equal(readers.length, 1)
})

test('without a pace each driver reads alone', async () => {
  const { readers, join } = stage(null)
  const [ana, luis] = [join('ana'), join('luis')]
  assert.equal(ana.member.listen, undefined)
  for (const { poll } of [ana, luis, ana]) await poll()
  assert.deepEqual(readers, ['ana', 'luis', 'ana'])
})

/** Two processes whose couriers share a list; `tell` hands what one says to the other. */
function stageTwo() {
  const hears: ((news: ReadingNews) => void)[] = []
  const told: ReadingNews[] = []
  const [one, other] = [0, 1].map((index) =>
    stage(() => 2 * EVERY_MS, {
      gapMs: () => EVERY_MS,
      tell(news) {
        told.push(news)
        hears[1 - index]?.(news)
      },
      listen(hear) {
        hears[index] = hear
        return () => {}
      },
    }),
  ) as [ReturnType<typeof stage>, ReturnType<typeof stage>]
  return { one, other, told }
}

test('a change that one process reads is handed to the others, without a request of theirs', async () => {
  const { one, other, told } = stageTwo()
  const [ana, luis] = [one.join('ana'), other.join('luis')]
  await ana.poll()
  await luis.poll()
  one.behave(async () => listOf('second'))
  const before = other.readers.length
  await one.pass(2 * EVERY_MS)
  assert.ok(luis.hints > 0)
  const found = await luis.poll()
  assert.equal(found.kind === 'list' && found.value, 'SECOND')
  assert.equal(other.readers.length, before)
  const texts = told.flatMap(({ text }) => text ?? [])
  assert.deepEqual(texts, ['first', 'second'], 'a change is told once, and only where it was read')
})

test('a list that was handed over late changes nothing', async () => {
  const { one, other } = stageTwo()
  const [ana, luis] = [one.join('ana'), other.join('luis')]
  const slow = Promise.withResolvers<Awaited<ReturnType<Read>>>()
  one.behave(() => slow.promise)
  const late = ana.poll()
  await other.pass(1)
  other.behave(async () => listOf('new'))
  await luis.poll()
  slow.resolve(listOf('old'))
  await late
  const found = await luis.poll()
  assert.equal(found.kind === 'list' && found.value, 'NEW')
})

test('processes that began at once read in turn from then on', async () => {
  const { one, other, told } = stageTwo()
  one.join('ana')
  other.join('luis')
  for (let ms = 0; ms < 20 * EVERY_MS; ms += 10) {
    await one.pass(10)
    await other.pass(10)
  }
  const begun = told.flatMap(({ begunAt, text }) => (text === null ? begunAt : []))
  const gaps = begun.slice(-8).map((at, index, all) => at - (all[index - 1] ?? at))
  for (const gap of gaps.slice(1)) assert.ok(Math.abs(gap - EVERY_MS) <= 20, gaps.join(' '))
})
