import type { JsonAnswer, JsonRequest } from '../json-server.ts'
import type { Order } from './model.ts'
import type { Caller, SignIns } from './sign-in.ts'
import type { StartRefusal, World } from './world.ts'
import {
  currentJob,
  writeCompany,
  writeDriver,
  writeDriverAlone,
  writeOrder,
  writeOrders,
  writeStarted,
} from './wire.ts'
import type { Company } from './wire.ts'

export interface WireDeps {
  world: World
  signIns: SignIns
  company: Company
}

type Handler = (
  deps: WireDeps,
  request: JsonRequest,
  caller: Caller,
  id: string,
) => JsonAnswer | Promise<JsonAnswer>

/** The wire: method, path with `:id`, and who may call. */
const ROUTES: { method: string; path: RegExp; who: 'operator' | 'both'; answer: Handler }[] = [
  { method: 'POST', path: /^\/v1\/drivers\/login$/, who: 'operator', answer: login },
  { method: 'POST', path: /^\/v1\/drivers\/login-with-sms$/, who: 'operator', answer: loginWithSms },
  { method: 'POST', path: /^\/v1\/drivers\/verify-code$/, who: 'operator', answer: verifyCode },
  { method: 'GET', path: /^\/v1\/drivers\/([^/]+)$/, who: 'both', answer: readDriver },
  { method: 'GET', path: /^\/v1\/drivers\/([^/]+)\/current-organization$/, who: 'both', answer: readCompany },
  {
    method: 'GET',
    path: /^\/v1\/organizations\/current$/,
    who: 'both',
    answer: ({ company }) => ok(writeCompany(company)),
  },
  { method: 'POST', path: /^\/v1\/drivers\/([^/]+)\/track$/, who: 'both', answer: track },
  { method: 'POST', path: /^\/v1\/drivers\/([^/]+)\/toggle-online$/, who: 'both', answer: toggleOnline },
  { method: 'GET', path: /^\/v1\/orders$/, who: 'both', answer: listOrders },
  { method: 'GET', path: /^\/v1\/orders\/([^/]+)$/, who: 'both', answer: readOrder },
  { method: 'POST', path: /^\/v1\/orders\/([^/]+)\/start$/, who: 'both', answer: startOrder },
]

/** Answers a call of the wire. */
export async function answerWire(deps: WireDeps, request: JsonRequest): Promise<JsonAnswer> {
  const caller = deps.signIns.identify(request.bearer)
  if (caller === null)
    return refused(request.bearer === null ? 'Oops! No api credentials found with this request' : NOT_VALID)
  for (const { method, path, who, answer } of ROUTES) {
    const match = request.method === method ? path.exec(request.path) : null
    if (match === null) continue
    if (who !== 'both' && who !== caller.kind) return refused(NOT_VALID)
    return await answer(deps, request, caller, decodeURIComponent(match[1] ?? ''))
  }
  return { status: 404, body: { errors: ['There is nothing to see here.'] } }
}

const NOT_VALID = 'Oops! The api credentials provided were not valid'
const FAILED: JsonAnswer = { status: 500, body: { errors: ['Server Error'] } }

/** A refusal of the framework; those of the platform itself say `error`. */
function refused(why: string): JsonAnswer {
  return { status: 401, body: { errors: [why] } }
}

function error(status: number, text: string): JsonAnswer {
  return { status, body: { error: text } }
}

const ok = (body: unknown): JsonAnswer => ({ status: 200, body })
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function login({ signIns, company }: WireDeps, { body }: JsonRequest): JsonAnswer {
  const driver = signIns.find(text(body['identity']))
  // The wire stumbles over an identity that it does not know.
  if (driver === undefined) return FAILED
  if (driver.password !== text(body['password']))
    return error(401, 'Authentication failed using password provided.')
  return ok(writeDriver(driver, company, signIns.open(driver)))
}

function loginWithSms({ signIns }: WireDeps, { body }: JsonRequest): JsonAnswer {
  const driver = signIns.find(text(body['phone']))
  if (driver === undefined) return error(400, 'No driver with this phone # found.')
  signIns.makeCode(driver)
  return ok({ status: 'OK', method: 'sms' })
}

function verifyCode({ signIns, company }: WireDeps, { body }: JsonRequest): JsonAnswer {
  const driver = signIns.find(text(body['identity']))
  if (driver === undefined) return error(400, 'Unable to verify code.')
  if (!signIns.useCode(driver, text(body['code']))) return error(400, 'Invalid verification code!')
  return ok(writeDriver(driver, company, signIns.open(driver)))
}

const noDriver = error(404, 'Driver resource not found.')

function readDriver({ world, company }: WireDeps, _: JsonRequest, __: Caller, id: string): JsonAnswer {
  const driver = world.drivers.get(id)
  if (driver === undefined) return noDriver
  return ok(writeDriverAlone(driver, company, currentJob(world.orders.values(), id)))
}

function readCompany({ world, company }: WireDeps, _: JsonRequest, __: Caller, id: string): JsonAnswer {
  return world.drivers.has(id) ? ok(writeCompany(company)) : noDriver
}

/** Any credential of the company acts for any of its drivers. */
function track({ company, world }: WireDeps, { body }: JsonRequest, _: Caller, id: string): JsonAnswer {
  const driver = world.drivers.get(id)
  if (driver === undefined) return noDriver
  const [latitude, longitude] = [Number(body['latitude']), Number(body['longitude'])]
  // Without a place, nothing is changed.
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return ok(writeDriver(driver, company, null))
  driver.location = { latitude, longitude }
  world.onDriver(driver)
  return ok(writeDriver(driver, company, null))
}

function toggleOnline(
  { company, world }: WireDeps,
  { body }: JsonRequest,
  _: Caller,
  id: string,
): JsonAnswer {
  const driver = world.drivers.get(id)
  if (driver === undefined) return noDriver
  const wanted = body['online']
  driver.online = wanted === undefined || wanted === null ? !driver.online : isTrue(wanted)
  world.onDriver(driver)
  return ok(writeDriver(driver, company, null))
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

function listOrders({ world, company }: WireDeps, { query }: JsonRequest): JsonAnswer {
  const nearby = query.get('nearby')
  const assigned = query.get('driver_assigned')
  const found = nearby === null ? assignedTo(world, assigned, query.get('active')) : near(world, nearby)
  const offset = Number(query.get('offset') ?? 0)
  const orders = found.slice(offset, offset + readLimit(query.get('limit')))
  return ok(writeOrders(orders, world.drivers, company))
}

/** -1 has no end, and an empty limit is 1. */
function readLimit(said: string | null): number {
  if (said === null) return 30
  const limit = Number(said)
  return limit < 0 ? Number.POSITIVE_INFINITY : Math.min(100, Math.max(1, limit))
}

function near(world: World, driverId: string): Order[] {
  const driver = world.drivers.get(driverId)
  return driver === undefined ? [] : world.nearby(driver)
}

function assignedTo(world: World, driverId: string | null, active: string | null): Order[] {
  return [...world.orders.values()]
    .filter((order) => driverId === null || order.driverId === driverId)
    .filter(({ status }) => active === null || status === 'dispatched' || status === 'started')
    .sort((one, other) => other.createdAt - one.createdAt)
}

const noOrder = error(404, 'Order resource not found.')

function readOrder({ world, company }: WireDeps, _: JsonRequest, __: Caller, id: string): JsonAnswer {
  const order = world.orders.get(id)
  return order === undefined ? noOrder : ok(writeOrder(order, world.drivers, company))
}

const REFUSED: Record<StartRefusal, JsonAnswer> = {
  not_found: noOrder,
  already_started: error(400, 'Order has already started.'),
  not_dispatched: error(400, 'Order has not been dispatched yet and cannot be started.'),
  no_driver: error(400, 'You must send driver to accept adhoc order.'),
}

async function startOrder(
  { world, company }: WireDeps,
  { body }: JsonRequest,
  _: Caller,
  id: string,
): Promise<JsonAnswer> {
  const assign = text(body['assign'])
  // The wire stumbles over a driver that it does not know.
  if (assign !== '' && world.orders.has(id) && !world.drivers.has(assign)) return FAILED
  const order = await world.start(id, assign)
  if (typeof order === 'string') return REFUSED[order]
  // The driver who wrote last need not be the one who reads this answer: it names the driver of this call.
  return ok(writeStarted({ ...order, driverId: assign }, world.drivers, company))
}
