import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { testDatabase } from '../db/testing.ts'
import type { Notification } from '../notify/news.ts'
import { marketWorld } from './testing-market.ts'
import type { MarketLedger, MarketWorld } from './testing-market.ts'
import { isAtWork } from './store/bots.ts'

const START = { mode: 'regular', liveLog: true } as const

/** Ten in the morning and half past three at night in New York. */
const MORNING = Date.UTC(2026, 10, 20, 15)
const BEFORE_DAILY_STOP = Date.UTC(2026, 10, 20, 8, 30)

async function inMarket(
  startAt: number,
  walk: (world: MarketWorld, read: ReadRows) => Promise<void>,
): Promise<void> {
  const fresh = await testDatabase()
  const world = await marketWorld(fresh, { startAt, seed: 'a day in Miami' })
  try {
    await world.addDriver('ana', 'America/New_York')
    await walk(world, async () => {
      const db = fresh.database.kysely
      const blocks = await db
        .selectFrom('blocks')
        .selectAll()
        .where('driver_id', '=', 'ana')
        .orderBy('start_at')
        .execute()
      const attempts = await db.selectFrom('attempts').selectAll().where('driver_id', '=', 'ana').execute()
      const { notifications: news } = await world.news.readInbox('ana', { limit: 100 })
      const messages = await db.selectFrom('outbox').select('event').where('channel', '=', 'email').execute()
      return { blocks, attempts, news, emails: messages.map((message) => message.event) }
    })
  } finally {
    await world.close()
    await fresh.drop()
  }
}
type ReadRows = () => Promise<{
  blocks: { id: string; platform_block_id: string; start_at: number; end_at: number }[]
  attempts: { state: string; rules: unknown }[]
  news: Notification[]
  /** Names of the e-mails in the outbox. */
  emails: string[]
}>

function searchesBetween(ledger: MarketLedger, from: number, to: number): number {
  return [...ledger.searches].reduce(
    (sum, [minute, count]) => (minute >= from && minute + MINUTE_MS <= to ? sum + count : sum),
    0,
  )
}

test('two and a half hours in the market: our rows are its ledger, nothing is asked for while the bot sleeps', async () => {
  await inMarket(MORNING, async (world, readRows) => {
    await world.bots.startBot('ana', START)
    await world.advance(2.5 * HOUR_MS)

    const ledger = await world.ledgerOf('ana')
    const { blocks, attempts, news, emails } = await readRows()
    assert.ok(blocks.length > 0, 'some were won')
    assert.deepEqual(
      blocks.map((block) => block.platform_block_id).toSorted(),
      ledger.blocks.map((block) => block.blockId).toSorted(),
    )
    // Wins within a minute of one that was told are one message.
    const wins = news.filter((each) => each.kind === 'block_won')
    const wonIds = new Set(blocks.map((block) => block.id))
    assert.ok(
      wins.every(({ params }) => wonIds.has(String(params['blockId']))),
      'every message is about a block that was won',
    )
    const winCount = wins.reduce((sum, { params }) => sum + Number(params['count'] ?? 1), 0)
    assert.equal(winCount, blocks.length, 'each won block is announced once')
    assert.deepEqual(emails.toSorted(), news.map((each) => `news:${each.id}:0:email`).toSorted())
    for (const [index, block] of blocks.entries()) {
      const next = blocks[index + 1]
      if (next) assert.ok(block.end_at <= next.start_at, 'no two overlap')
    }
    assert.deepEqual(
      attempts.filter((attempt) => attempt.state === 'intent'),
      [],
    )
    for (const { rules } of attempts)
      assert.ok(
        (rules as { passed: boolean }[]).every((rule) => rule.passed),
        'nothing outside the filter was tried',
      )

    // 1X searches for 60 minutes and sleeps for 70; the first minutes of each go to preparing and to whole
    // minutes.
    assert.ok(searchesBetween(ledger, MORNING, MORNING + HOUR_MS) > 100)
    assert.equal(
      searchesBetween(ledger, MORNING + HOUR_MS + 2 * MINUTE_MS, MORNING + 2 * HOUR_MS + 8 * MINUTE_MS),
      0,
    )
    assert.ok(
      searchesBetween(ledger, MORNING + 2 * HOUR_MS + 13 * MINUTE_MS, MORNING + 2.5 * HOUR_MS) > 20,
      'it wakes again',
    )
    assert.ok(searchesBetween(ledger, MORNING, MORNING + HOUR_MS) <= DEFAULT_SETTINGS.budget.perHour)
  })
})

test('at the daily stop the bot ends, asks for nothing more, and may not start until it is over', async () => {
  await inMarket(BEFORE_DAILY_STOP, async (world) => {
    await world.bots.startBot('ana', START)
    await world.advance(20 * MINUTE_MS)
    assert.equal((await world.bots.readBot('ana')).phase, 'running')
    await world.advance(13 * MINUTE_MS)

    const { phase } = await world.bots.readBot('ana')
    assert.equal(phase, 'not_running')
    const ledger = await world.ledgerOf('ana')
    const stopAt = BEFORE_DAILY_STOP + 30 * MINUTE_MS
    assert.equal(searchesBetween(ledger, stopAt + MINUTE_MS, stopAt + HOUR_MS), 0)
    await assert.rejects(world.bots.startBot('ana', START), { code: 'bot.daily_stop' })
    await world.advance(8 * MINUTE_MS)
    assert.ok(isAtWork((await world.bots.startBot('ana', START)).phase))
  })
})
