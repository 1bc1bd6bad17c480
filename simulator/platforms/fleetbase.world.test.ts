import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FLEETBASE_CITY, startFleetbase } from './fleetbase.ts'
import type { FleetbaseLevers, RunningFleetbase } from './fleetbase.ts'

const START = Date.UTC(2026, 10, 4, 16)
const MINUTE_MS = 60_000
const NEARBY = 'adhoc=1&unassigned=1&dispatched=1&limit=-1&sort=-created_at'

type Reply = { status: number; body: unknown; headers: Headers }
type Stage = {
  running: RunningFleetbase
  call(method: string, path: string, bearer?: string, body?: object): Promise<Reply>
  admin(method: string, path: string, body?: object): Promise<Record<string, string>>
  /** A driver near the middle of the city, with a token. */
  enter(name: string, online?: boolean): Promise<{ id: string; token: string }>
  place(order?: object): Promise<string>
}

function scene(title: string, levers: Partial<FleetbaseLevers>, play: (stage: Stage) => Promise<void>): void {
  void test(title, async () => {
    const running = await startFleetbase({ clock: 'stepped', startAt: START, levers })
    const call: Stage['call'] = async (method, path, bearer, body) => {
      const reply = await fetch(running.url + path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: reply.status, body: await reply.json(), headers: reply.headers }
    }
    const admin: Stage['admin'] = async (method, path, body) => {
      const { status, body: said } = await call(method, `/admin${path}`, undefined, body)
      assert.equal(status, 200, JSON.stringify(said))
      return said as Record<string, string>
    }
    const stage: Stage = {
      running,
      call,
      admin,
      async enter(name, online = true) {
        const email = `${name}@couriers.example`
        const phone = `+1305555${String(100 + running.world.drivers.size).padStart(4, '0')}`
        await admin('POST', '/drivers', { email, phone, password: name, online, location: FLEETBASE_CITY })
        const said = await call('POST', '/v1/drivers/login', running.key, { identity: email, password: name })
        return said.body as { id: string; token: string }
      },
      place: async (order = {}) =>
        (await admin('POST', '/orders', { pickup: FLEETBASE_CITY, ...order }))['id'] ?? '',
    }
    try {
      await play(stage)
    } finally {
      await running.stop()
    }
  })
}

const idsOf = ({ body }: Reply) => (body as { id: string }[]).map(({ id }) => id)

scene('signs drivers in by password and by a code, and stumbles over strangers', {}, async (stage) => {
  const { running, call, admin, enter } = stage
  const ana = await enter('ana')
  const login = (identity: string, password: string, key = running.key) =>
    call('POST', '/v1/drivers/login', key, { identity, password })
  assert.equal((await login('ana@couriers.example', 'wrong')).status, 401)
  assert.equal((await login('nobody@couriers.example', 'ana')).status, 500)
  assert.equal((await login('ana@couriers.example', 'ana', 'another key')).status, 401)
  const { phone } = await admin('GET', `/drivers/${ana.id}`)
  assert.equal((await call('POST', '/v1/drivers/login-with-sms', running.key, { phone })).status, 200)
  const { code } = await admin('GET', `/codes/${encodeURIComponent(phone!)}`)
  const verify = () => call('POST', '/v1/drivers/verify-code', running.key, { identity: phone, code })
  const verified = await verify()
  assert.equal((verified.body as { id: string }).id, ana.id)
  assert.equal((await verify()).status, 200, 'a code serves again')
  running.advance(40 * 1_440 * MINUTE_MS)
  assert.equal((await call('GET', `/v1/drivers/${ana.id}`, ana.token)).status, 200, 'a token does not end')
  const stranger = await call('GET', `/v1/drivers/${ana.id}`, 'another')
  const why = 'Oops! The api credentials provided were not valid'
  assert.deepEqual([stranger.status, stranger.body], [401, { errors: [why] }])
})

scene('lists orders to drivers who are near, online or not', {}, async ({ call, enter, place }) => {
  const [ana, luis] = [await enter('ana'), await enter('luis', false)]
  const near = await place()
  await place({ pickup: { latitude: 26.5, longitude: -80.2 } })
  await place({ dispatched: false })
  const list = ({ id, token }: typeof ana) => call('GET', `/v1/orders?nearby=${id}&${NEARBY}`, token)
  assert.deepEqual(idsOf(await list(ana)), [near])
  assert.deepEqual(idsOf(await list(luis)), [near])
  await call('POST', `/v1/drivers/${luis.id}/track`, luis.token, { latitude: 40, longitude: -74 })
  assert.deepEqual(idsOf(await list(luis)), [])
})

scene('two starts at once both get 200, and the last write wins', { holdStarts: true }, async (stage) => {
  const { running, call, admin, enter, place } = stage
  const [ana, luis] = [await enter('ana'), await enter('luis')]
  const id = await place()
  const start = (driver: typeof ana) =>
    call('POST', `/v1/orders/${id}/start`, driver.token, { assign: driver.id })
  const both = Promise.all([start(ana), start(luis)])
  await admin('POST', '/starts/release', { count: 2 })
  const replies = await both
  assert.deepEqual(
    replies.map(({ status, body }) => [
      status,
      (body as { driver_assigned: { id: string } }).driver_assigned.id,
    ]),
    [
      [200, ana.id],
      [200, luis.id],
    ],
  )
  const holder = running.world.orders.get(id)?.driverId
  const overwritten = running.world.ledger.filter(({ what }) => what === 'overwritten')
  assert.deepEqual([overwritten.length, overwritten[0]?.driverId === holder], [1, false])
  const repeated = await start(ana)
  assert.deepEqual([repeated.status, repeated.body], [400, { error: 'Order has already started.' }])
})

scene('counts the calls of an address before it asks who calls', { requestsPerMinute: 2 }, async (stage) => {
  const { running, call } = stage
  assert.equal((await call('GET', '/v1/orders')).status, 401)
  assert.equal((await call('GET', '/v1/orders')).headers.get('x-ratelimit-remaining'), '0')
  const over = await call('GET', '/v1/orders', running.key)
  assert.deepEqual([over.status, over.body], [429, { errors: ['Too many requests.'] }])
  assert.equal(over.headers.get('retry-after'), null)
  running.advance(MINUTE_MS)
  assert.equal((await call('GET', '/v1/orders', running.key)).status, 200)
})

scene(
  'a list may be 300 s old, an order never',
  { cacheMs: 300_000 },
  async ({ running, call, enter, place }) => {
    const ana = await enter('ana')
    const list = () => call('GET', `/v1/orders?nearby=${ana.id}&${NEARBY}`, ana.token)
    assert.deepEqual(idsOf(await list()), [])
    const id = await place()
    running.advance(299_000)
    assert.deepEqual(idsOf(await list()), [])
    assert.equal((await call('GET', `/v1/orders/${id}`, ana.token)).status, 200)
    running.advance(1_000)
    assert.deepEqual(idsOf(await list()), [id])
  },
)

async function playHalfAnHour() {
  const running = await startFleetbase({ clock: 'stepped', startAt: START, scenario: 'contested' })
  running.advance(30 * MINUTE_MS)
  const { ledger } = running.world
  await running.stop()
  return ledger
}

void test('the same seed makes the same city, in which rivals take orders', async () => {
  const [one, other] = [await playHalfAnHour(), await playHalfAnHour()]
  assert.deepEqual(one, other)
  for (const what of ['dispatched', 'started', 'completed', 'overwritten'] as const)
    assert.ok(
      one.some((entry) => entry.what === what),
      what,
    )
})
