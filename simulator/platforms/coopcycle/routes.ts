import { apply, findShift, Refused, unapply } from './applications.ts'
import type { Courier, Shift, World } from './model.ts'
import { startOfDay, weekdayOf } from './time.ts'
import { writeCollection, writeSettings, writeShiftDocument, writeUser } from './wire.ts'
import { isOf, isPublished, record } from './world.ts'
import { createHmac } from 'node:crypto'

/** One request of the wire. */
export interface Call {
  method: string
  url: URL
  contentType: string
  body: string
  bearer: string | null
}

type Answer = { status: 200; body: Record<string, unknown> }

/** The wire's operations, by method and path; `{id}` stands for a number. */
const ROUTES: Record<string, (world: World, call: Call, id: string) => Answer> = {
  'POST /api/login_check': signIn,
  'POST /api/token/refresh': refresh,
  'GET /api/settings': (world) => {
    record(world, { username: null, action: 'settings', status: 200 })
    return { status: 200, body: writeSettings(world.settings) }
  },
  'GET /api/shifts/open': (world, call) => {
    const courier = admit(world, call)
    record(world, { username: courier.username, action: 'list', status: 200 })
    return list(world, call, (shift) => isPublished(world, shift))
  },
  'GET /api/me/shifts': (world, call) => {
    const courier = admit(world, call)
    record(world, { username: courier.username, action: 'mine', status: 200 })
    return list(world, call, ({ assignments }) => assignments.some(isOf(courier)))
  },
  'PUT /api/shifts/{id}/apply': (world, call, id) => change(world, call, id, 'apply'),
  'PUT /api/shifts/{id}/unapply': (world, call, id) => change(world, call, id, 'unapply'),
}

/** Answers one request; throws what it is refused by. */
export function answer(world: World, call: Call): Answer {
  const id = /\/(\d+)\//.exec(call.url.pathname)?.[1] ?? ''
  const path = call.url.pathname.replace(`/${id}/`, '/{id}/')
  const name = id === '' ? call.url.pathname : path
  const route = ROUTES[`${call.method} ${name}`]
  if (route !== undefined) return route(world, call, id)
  const others = Object.keys(ROUTES).filter((each) => each.endsWith(` ${name}`))
  if (others.length === 0) throw new Refused(404, 'Not Found')
  const allowed = others.map((each) => each.split(' ', 1)[0]).join(', ')
  const asked = `${call.method} ${call.url.href}`
  throw new Refused(405, `No route found for "${asked}": Method Not Allowed (Allow: ${allowed})`)
}

function signIn(world: World, { contentType, body }: Call): Answer {
  if (!contentType.startsWith('application/x-www-form-urlencoded')) {
    throw new Refused(400, 'The key "_username" must be provided.')
  }
  const form = new URLSearchParams(body)
  const name = (form.get('_username') ?? '').toLowerCase()
  const courier = [...world.couriers.values()].find(
    ({ username, email }) => username.toLowerCase() === name || email.toLowerCase() === name,
  )
  const isRight = courier !== undefined && courier.password === form.get('_password')
  record(world, { username: form.get('_username'), action: 'sign_in', status: isRight ? 200 : 401 })
  // In the instance's language.
  const refused = world.settings.locale === 'fr' ? 'Identifiants invalides.' : 'Invalid credentials.'
  if (!isRight) throw new Refused(401, refused)
  return { status: 200, body: { ...issueTokens(world, courier), ...writeUser(courier) } }
}

function refresh(world: World, { contentType, body }: Call): Answer {
  const isForm = contentType.startsWith('application/x-www-form-urlencoded')
  const given = isForm ? new URLSearchParams(body).get('refresh_token') : readObject(body)['refresh_token']
  if (typeof given !== 'string' || given === '') throw new Refused(404, 'Not Found')
  const courier = readRefreshToken(world, given)
  record(world, { username: courier.username, action: 'refresh', status: 200 })
  const token = issueToken(world, courier)
  return { status: 200, body: { token, ...writeUser(courier), refresh_token: given } }
}

/** A dispatcher has no courier's role by name, and all of its rights. */
const RIDES = ['ROLE_COURIER', 'ROLE_DISPATCHER', 'ROLE_ADMIN']

/** A signed-in courier. */
function admit(world: World, { bearer }: Call): Courier {
  const courier = readToken(world, bearer)
  if (!courier.roles.some((role) => RIDES.includes(role))) throw new Refused(403, 'Access Denied.')
  return courier
}

/** The shifts that overlap the days asked for; by default those of this week. */
function list(world: World, { url }: Call, isListed: (shift: Shift) => boolean): Answer {
  const { timeZone } = world.settings
  const now = world.clock.now()
  const monday = now - (weekdayOf(now, timeZone) - 1) * 86_400_000
  const after = readDay(url, 'date[after]') ?? new Date(monday).toISOString().slice(0, 10)
  const before = readDay(url, 'date[before]')
  const from = startOfDay(after, timeZone)
  const until = startOfDay(before ?? after, timeZone, before === null ? 7 : 1)
  const found = [...world.shifts.values()]
    .filter((shift) => shift.endsAt > from && shift.startsAt < until && isListed(shift))
    .toSorted((a, b) => a.startsAt - b.startsAt || a.id - b.id)
  return { status: 200, body: writeCollection(world, found, url.pathname, url.pathname + url.search) }
}

function readDay(url: URL, name: string): string | null {
  const day = url.searchParams.get(name)
  if (day !== null && !/^\d{4}-\d\d-\d\d$/.test(day)) throw new Refused(500, 'Internal Server Error')
  return day
}

function change(world: World, call: Call, id: string, action: 'apply' | 'unapply'): Answer {
  if (call.contentType === '') throw new Refused(415, 'The "Content-Type" header must exist.')
  if (!/^application\/(ld\+)?json/.test(call.contentType)) {
    throw new Refused(415, `The content-type "${call.contentType}" is not supported.`)
  }
  readObject(call.body)
  const courier = admit(world, call)
  const line = { username: courier.username, action, shiftId: Number(id) }
  try {
    const shift = findShift(world, id)
    if (action === 'apply') {
      record(world, { ...line, status: 200, result: apply(world, shift, courier) })
    } else {
      unapply(world, shift, courier)
      record(world, { ...line, status: 200 })
    }
    return { status: 200, body: writeShiftDocument(world, shift, call.url.pathname) }
  } catch (error) {
    if (error instanceof Refused) record(world, { ...line, status: error.status })
    throw error
  }
}

function readObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    throw new Refused(400, 'Syntax error')
  }
  throw new Refused(400, 'Syntax error')
}

/** A courier's new tokens: a JWT, of which anybody can read `exp` and `iat`, and what renews it. */
function issueTokens(world: World, courier: Courier): { token: string; refresh_token: string } {
  return { token: issueToken(world, courier), refresh_token: sealRefresh(world, courier.id, ++world.given) }
}

/** Another token; what renews it stays. */
function issueToken(world: World, { roles, username }: Courier): string {
  const iat = Math.floor(world.clock.now() / 1_000)
  const exp = iat + world.settings.tokenSeconds
  return sign(world, { iat, exp, roles, username, number: ++world.given })
}

/** 128 hexadecimal digits: courier, number, and their seal. */
function sealRefresh(world: World, courierId: number, number: number): string {
  const claims = Buffer.alloc(32)
  claims.writeUInt32BE(courierId, 0)
  claims.writeUInt32BE(number, 4)
  return claims.toString('hex') + createHmac('sha256', world.seed).update(claims).digest('hex')
}

/** The courier of a token; refused if it has ended. */
function readToken(world: World, token: string | null): Courier {
  if (token === null) throw new Refused(401, 'JWT Token not found')
  const { courier, claims } = verify(world, token)
  if (courier === undefined) throw new Refused(401, 'Invalid JWT Token')
  const isOver = Number(claims['exp']) * 1_000 <= world.clock.now()
  if (isOver || Number(claims['number']) <= courier.endedTokens) throw new Refused(401, 'Expired JWT Token')
  return courier
}

/** The courier of a refresh token. */
function readRefreshToken(world: World, token: string): Courier {
  const claims = Buffer.from(/^[0-9a-f]{128}$/.test(token) ? token : '00'.repeat(64), 'hex')
  const [id, number] = [claims.readUInt32BE(0), claims.readUInt32BE(4)]
  const courier = [...world.couriers.values()].find((each) => each.id === id)
  const isOurs = sealRefresh(world, id, number) === token
  if (courier === undefined || !isOurs || number <= courier.endedRefreshTokens)
    throw new Refused(401, 'JWT Refresh Token Not Found')
  return courier
}

type Claims = Record<string, unknown>

function sign(world: World, claims: Claims): string {
  const text = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode(claims)}`
  return `${text}.${seal(world, text)}`
}

function verify(world: World, token: string): { courier: Courier | undefined; claims: Claims } {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, end)
  if (end < 0 || seal(world, text) !== token.slice(end + 1)) return { courier: undefined, claims: {} }
  const claims = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()) as Claims
  return { courier: world.couriers.get(String(claims['username'])), claims }
}

function seal(world: World, text: string): string {
  return createHmac('sha256', world.seed).update(text).digest('base64url')
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
