import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { contract } from '@madruga/core/contract.ts'
import { recordEntries } from '../driver/log.ts'
import { createBrowser, startTestHttp } from './testing.ts'
import { until } from '../kit/testing.ts'

const http = await startTestHttp({ limits: { streamsPerDriver: 2, sessionRecheckMs: 50 } })
after(() => http.stop())

/** oRPC's own client over the contract, as another program would use it. */
function clientOf(browser: ReturnType<typeof createBrowser>): ContractRouterClient<typeof contract> {
  const link = new OpenAPILink(contract, {
    url: `${http.url}/api`,
    headers: browser.headers,
    fetch: (request, init) => fetch(new Request(browser.nameDriver(request.url), request), init),
  })
  return createORPCClient(link)
}

async function enter() {
  const driver = await http.addDriver()
  const browser = createBrowser(http.url)
  await browser.signIn(driver)
  return { id: driver.id, browser, client: clientOf(browser) }
}

const untilStreams = (count: number) => until(() => http.world.tail.size() === count, `${count} streams`)

const line = (version: number) => ({
  at: version,
  type: 'filter.saved' as const,
  data: { variant: 'amazon' as const, version, edition: 'basic' as const },
})

/**
 * Writes `count` lines in transactions of one to three that overlap in time; every fifth is rolled back and
 * retried.
 */
async function writeLines(driverId: string, count: number): Promise<void> {
  const db = http.database.database.kysely
  let left = count
  let turn = 0
  const worker = async (): Promise<void> => {
    while (left > 0) {
      const mine = Math.min(left, 1 + (turn % 3))
      const rolledBack = ++turn % 5 === 0
      if (!rolledBack) left -= mine
      await db
        .transaction()
        .execute(async (tx) => {
          await recordEntries(
            tx,
            driverId,
            Array.from({ length: mine }, (_, index) => line(index + 1)),
          )
          if (turn % 4 === 0) await new Promise((resolve) => setImmediate(resolve))
          if (rolledBack) throw new Error('rolled back')
        })
        .catch((error: Error) => assert.equal(error.message, 'rolled back'))
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}

test('no line is lost or doubled over many reconnects while transactions overlap', async () => {
  const [ana, eva] = [await enter(), await enter()]
  const total = 600
  const writing = Promise.all([writeLines(ana.id, total), writeLines(eva.id, 50)])
  const seen: number[] = []
  let connections = 0
  while (seen.length < total) {
    const stopper = new AbortController()
    const last = seen.at(-1) ?? 0
    const options = { signal: stopper.signal, lastEventId: String(last) }
    const take = 1 + ((connections++ * 37) % 60)
    let taken = 0
    for await (const entry of await ana.client.log.live({ after: 0 }, options)) {
      seen.push(entry.seq)
      if (++taken === take || seen.length === total) break
    }
    stopper.abort()
  }
  await writing
  assert.deepEqual(
    seen,
    Array.from({ length: total }, (_, index) => index + 1),
  )
  assert.ok(connections > 10, `${connections} connections`)
})

test('a stream starts at the end of the log, shows only its own driver, and is woken at once', async () => {
  const [ana, eva] = [await enter(), await enter()]
  await writeLines(ana.id, 3)
  const stream = await ana.client.log.live({})
  const next = stream.next()
  await writeLines(eva.id, 1)
  await untilStreams(1)
  await writeLines(ana.id, 1)
  http.world.tail.wake(ana.id)
  const first = await next
  assert.equal(first.done ? null : first.value.seq, 4)
  await stream.return?.()
  await untilStreams(0)
})

test('a number beyond the end counts as the end', async () => {
  const ana = await enter()
  await writeLines(ana.id, 2)
  const stream = await ana.client.log.live({ after: 5_000 })
  const next = stream.next()
  await untilStreams(1)
  await writeLines(ana.id, 1)
  const first = await next
  assert.equal(first.done ? null : first.value.seq, 3)
  await stream.return?.()
})

test('a driver has this many streams at most: one more ends the oldest', async () => {
  const ana = await enter()
  const first = await ana.client.log.live({})
  const ended = first.next()
  const second = await ana.client.log.live({})
  const kept = second.next()
  await untilStreams(2)
  const third = await ana.client.log.live({})
  const newest = third.next()
  assert.equal((await ended).done, true)
  await writeLines(ana.id, 1)
  for (const each of [await kept, await newest]) assert.equal(each.done ? null : each.value.seq, 1)
  await Promise.all([second.return?.(), third.return?.()])
  await untilStreams(0)
})

test('a stream ends with its session, whether it is signed out here or gone from the database', async () => {
  const ana = await enter()
  const first = await ana.client.log.live({})
  const ended = first.next()
  await untilStreams(1)
  await ana.browser.send('POST', '/api/accounts/sign-out')
  assert.equal((await ended).done, true)

  const eva = await enter()
  const second = await eva.client.log.live({})
  const over = second.next()
  await http.database.database.kysely.deleteFrom('sessions').where('driver_id', '=', eva.id).execute()
  assert.equal((await over).done, true)
  await untilStreams(0)
})
