import type { JsonAnswer, JsonRequest } from '../json-server.ts'
import { isLocal } from '../open-port.ts'
import { LEVERS } from './model.ts'
import type { Driver, Levers, Order, Point } from './model.ts'
import type { Push } from './push.ts'
import type { SignIns } from './sign-in.ts'
import type { World } from './world.ts'
import { placeAt, undispatch } from './world.ts'

export interface AdminDeps {
  world: World
  signIns: SignIns
  push: Push
  /** Advances a stepped clock. */
  advance(ms: number): void
}

type Handler = (deps: AdminDeps, request: JsonRequest, id: string) => unknown

/** The levers, for this machine alone. */
const ROUTES: { method: string; path: RegExp; answer: Handler }[] = [
  { method: 'PUT', path: /^\/admin\/levers$/, answer: setLevers },
  { method: 'POST', path: /^\/admin\/drivers$/, answer: openDriver },
  { method: 'GET', path: /^\/admin\/drivers\/([^/]+)$/, answer: showDriver },
  { method: 'POST', path: /^\/admin\/drivers\/([^/]+)\/end-tokens$/, answer: endTokens },
  { method: 'GET', path: /^\/admin\/codes\/([^/]+)$/, answer: showCode },
  { method: 'POST', path: /^\/admin\/orders$/, answer: placeOrder },
  { method: 'POST', path: /^\/admin\/orders\/([^/]+)\/overwrite$/, answer: overwrite },
  { method: 'POST', path: /^\/admin\/orders\/([^/]+)\/cancel$/, answer: cancel },
  { method: 'POST', path: /^\/admin\/orders\/([^/]+)\/start$/, answer: start },
  { method: 'POST', path: /^\/admin\/orders\/([^/]+)\/unassign$/, answer: unassign },
  { method: 'POST', path: /^\/admin\/orders\/([^/]+)\/reset$/, answer: reset },
  {
    method: 'POST',
    path: /^\/admin\/orders\/([^/]+)\/undispatch$/,
    answer: ({ world }, _, id) => undispatch(known(world.orders.get(id))),
  },
  { method: 'POST', path: /^\/admin\/orders\/([^/]+)\/announce$/, answer: announce },
  { method: 'POST', path: /^\/admin\/orders\/([^/]+)\/complete$/, answer: complete },
  {
    method: 'POST',
    path: /^\/admin\/starts\/release$/,
    answer: ({ world }, { body }) => world.releaseStarts(Number(body['count'])),
  },
  { method: 'POST', path: /^\/admin\/sockets\/drop$/, answer: ({ push }) => push.drop() },
  {
    method: 'POST',
    path: /^\/admin\/clock\/advance$/,
    answer: ({ advance }, { body }) => advance(Number(body['ms'])),
  },
  { method: 'GET', path: /^\/admin\/ledger$/, answer: ({ world }) => world.ledger },
  { method: 'GET', path: /^\/admin\/orders$/, answer: ({ world }) => [...world.orders.values()] },
]

/** Answers a lever; null if the path is none. */
export async function answerAdmin(deps: AdminDeps, request: JsonRequest): Promise<JsonAnswer | null> {
  if (!request.path.startsWith('/admin/')) return null
  if (!isLocal(request.address))
    return { status: 403, body: { error: 'Levers answer to this machine only.' } }
  for (const { method, path, answer } of ROUTES) {
    const match = request.method === method ? path.exec(request.path) : null
    if (match === null) continue
    try {
      return { status: 200, body: (await answer(deps, request, decodeURIComponent(match[1] ?? ''))) ?? {} }
    } catch (error) {
      return { status: 400, body: { error: error instanceof Error ? error.message : String(error) } }
    }
  }
  return { status: 404, body: { error: 'no such lever' } }
}

function setLevers({ world }: AdminDeps, { body }: JsonRequest): Levers {
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(LEVERS, name) || typeof value !== typeof LEVERS[name as keyof Levers])
      throw new Error(`no lever: ${name}`)
  }
  Object.assign(world.levers, body)
  if (!world.levers.holdLists) world.freeLists()
  return world.levers
}

function openDriver({ world }: AdminDeps, { body }: JsonRequest): Driver {
  const { email, phone, password } = body
  if (typeof email !== 'string' || typeof phone !== 'string' || typeof password !== 'string')
    throw new Error('a driver has an email, a phone and a password')
  const location = body['location'] === undefined ? null : readPoint(body['location'])
  return world.openDriver({ email, phone, password, online: body['online'] === true, location })
}

function known<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('there is none')
  return found
}

function showDriver({ world }: AdminDeps, _: JsonRequest, id: string): Omit<Driver, 'password'> {
  const { password: _password, ...driver } = known(world.drivers.get(id))
  return driver
}

function endTokens({ signIns }: AdminDeps, _: JsonRequest, id: string): void {
  signIns.end(id)
}

/** The code that a text message would have brought. */
function showCode({ signIns }: AdminDeps, _: JsonRequest, identity: string): { code: string | null } {
  return { code: signIns.readCode(known(signIns.find(identity)).id) }
}

function placeOrder({ world }: AdminDeps, { body }: JsonRequest): Order {
  const pickup = readPoint(body['pickup'])
  const dropoff = body['dropoff'] === undefined ? pickup : readPoint(body['dropoff'])
  const wanted = {
    pickup: placeAt(pickup, 'Pickup'),
    dropoff: placeAt(dropoff, 'Dropoff'),
    distance: Number(body['distance'] ?? 4_830),
    time: Number(body['time'] ?? 875),
    transactionAmount: Number(body['transactionAmount'] ?? 2_500),
    currency: typeof body['currency'] === 'string' ? body['currency'] : 'USD',
    scheduledAt: typeof body['scheduledAt'] === 'string' ? Date.parse(body['scheduledAt']) : null,
    meta: (body['meta'] ?? {}) as Record<string, unknown>,
  }
  return world.place(wanted, body['dispatched'] !== false)
}

function overwrite({ world }: AdminDeps, { body }: JsonRequest, id: string): void {
  world.overwrite(known(world.orders.get(id)), String(body['driver']), Number(body['lateMs'] ?? 0))
}

function cancel({ world }: AdminDeps, _: JsonRequest, id: string): void {
  world.cancel(known(world.orders.get(id)))
}

/** Starts an order for a driver without a call of theirs. */
async function start({ world }: AdminDeps, { body }: JsonRequest, id: string): Promise<void> {
  const order = await world.start(id, String(body['driver']))
  if (typeof order === 'string') throw new Error(order)
}

function unassign({ world }: AdminDeps, _: JsonRequest, id: string): void {
  world.unassign(known(world.orders.get(id)))
}

function reset({ world }: AdminDeps, _: JsonRequest, id: string): void {
  world.reset(known(world.orders.get(id)))
}

/** Announces an order to a driver once more, even if it is gone. */
function announce({ world, push }: AdminDeps, { body }: JsonRequest, id: string): void {
  push.announce(known(world.orders.get(id)), [known(world.drivers.get(String(body['driver'])))])
}

function complete({ world }: AdminDeps, _: JsonRequest, id: string): void {
  world.complete(known(world.orders.get(id)))
}

function readPoint(value: unknown): Point {
  const { latitude, longitude } = (value ?? {}) as Partial<Record<keyof Point, unknown>>
  if (typeof latitude !== 'number' || typeof longitude !== 'number') throw new Error('no point')
  return { latitude, longitude }
}
