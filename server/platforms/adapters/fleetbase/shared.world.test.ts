import { FLEETBASE_CITY } from '@madruga/simulator/platforms/fleetbase.ts'
import assert from 'node:assert/strict'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { until } from '../../../kit/testing.ts'
import { fresh, pollOnce, valueOf } from '../../contract/world.ts'
import { fleetbaseScene, listenTo } from './testing.ts'
import type { FleetbaseStage } from './testing.ts'

const EVERY_MS = 1_000
const FAR = { latitude: FLEETBASE_CITY.latitude + 0.5, longitude: FLEETBASE_CITY.longitude }

/** Two drivers in the middle of the city and one far from it, who share readings; each has read their own. */
async function shareReadings(stage: FleetbaseStage) {
  const { running, recordAs, answerInstead } = stage
  const platform = recordAs({ currency: 'USD' }, { readEveryMs: () => EVERY_MS })
  const email = 'sam@couriers.example'
  running.openDriver({ email, phone: '+13055550103', password: 'sam', online: true, location: FAR })
  const paths: string[] = []
  answerInstead((path) => {
    paths.push(path)
    return null
  })
  const [ana, luis, sam] = await Promise.all(
    ['ana', 'luis', 'sam'].map(async (name) => {
      const tokens = valueOf(await platform.signIn({ email: `${name}@couriers.example`, password: name }))
      const feed = platform.openFeed(tokens, 'courier')
      const ears = listenTo(feed)
      for (let poll = 0; poll < 2; poll++) assert.deepEqual(await fresh(feed), [])
      return { id: tokens.platformDriverId, feed, ears }
    }),
  )
  assert.ok(ana && luis && sam)
  /** By whose token lists were read. */
  const readers = () => paths.flatMap((path) => /nearby=(\w+)/.exec(path)?.[1] ?? [])
  const close = async () => {
    for (const { feed } of [ana, luis, sam]) feed.close()
    await platform.close()
  }
  return { ana, luis, sam, paths, readers, close }
}

fleetbaseScene(
  'drivers near each other share the reading of the newest orders, and one who is far away reads alone',
  { pushLostPercent: 100 },
  async (stage) => {
    const { ana, luis, sam, readers, close } = await shareReadings(stage)
    const before = [ana, luis].map(({ ears }) => ears.hints())
    const id = stage.place()
    await until(() => {
      stage.clock.turn(EVERY_MS)
      return [ana, luis].every(({ ears }, index) => ears.hints() > before[index]!)
    }, 'both hear of it')
    const counts = readers().length
    for (const { feed } of [ana, luis])
      assert.deepEqual(
        (await fresh(feed)).map((offer) => offer.id),
        [id],
      )
    assert.deepEqual(await fresh(sam.feed), [])
    assert.equal(readers().length, counts, 'nobody reads again what was read')
    await until(() => {
      stage.clock.turn(EVERY_MS)
      return new Set(readers().slice(counts)).size === 3
    }, 'each has turns')
    await close()
  },
)

fleetbaseScene('each driver’s own tokens read all pages within five minutes', {}, async (stage) => {
  const { ana, luis, sam, readers, close } = await shareReadings(stage)
  const counts = readers().length
  stage.clock.turn(5 * MINUTE_MS)
  for (const { feed } of [ana, luis, sam]) await pollOnce(feed)
  assert.deepEqual(new Set(readers().slice(counts)).size, 3)
  await close()
})

fleetbaseScene('an order of which drivers nearby hear at once is read once', {}, async (stage) => {
  const { ana, luis, paths, close } = await shareReadings(stage)
  const hints = [ana.ears.hint(), luis.ears.hint()]
  const id = stage.place()
  await Promise.all(hints)
  for (const { feed } of [ana, luis])
    assert.deepEqual(
      (await fresh(feed)).map((offer) => offer.id),
      [id],
    )
  assert.equal(paths.filter((path) => path === `/v1/orders/${id}`).length, 1)
  await close()
})

/** Both hear of an order, and the starts that went out. */
async function hearTogether(stage: FleetbaseStage) {
  const { ana, luis, close } = await shareReadings(stage)
  const hints = [ana.ears.hint(), luis.ears.hint()]
  const id = stage.place()
  await Promise.all(hints)
  for (const { feed } of [ana, luis]) await fresh(feed)
  const starts = () => stage.calls.filter((call) => call === `POST /v1/orders/${id}/start`).length
  return { id, ana: ana.feed, luis: luis.feed, starts, close }
}

fleetbaseScene(
  'of drivers who hear of an order at once one starts it, and no other tries',
  {},
  async (stage) => {
    const { id, ana, luis, starts, close } = await hearTogether(stage)
    const results = await Promise.all([ana, luis].map((feed) => feed.accept(id)))
    assert.deepEqual(
      [results[0]!.outcome, results[1], starts()],
      ['waiting', { outcome: 'refused', cause: 'taken' }, 1],
    )
    assert.deepEqual(await luis.accept(id), { outcome: 'refused', cause: 'taken' }, 'nor a little later')
    assert.equal(starts(), 1)
    assert.equal((await ana.accept(id)).outcome, 'unknown', 'to its driver the platform answers again')
    await close()
  },
)

fleetbaseScene('the next driver starts an order after a refusal', {}, async (stage) => {
  const { id, ana, luis, starts, close } = await hearTogether(stage)
  const refusal = { kind: 'answer', status: 401, body: '{"errors":["ended"]}', headers: {} } as const
  let refusals = 1
  stage.answerInstead((path) => (path.endsWith('/start') && refusals-- > 0 ? refusal : null))
  const results = await Promise.all([ana, luis].map((feed) => feed.accept(id)))
  assert.deepEqual([...results.map(({ outcome }) => outcome), starts()], ['troubled', 'waiting', 2])
  await close()
})
