import { createHmac } from 'node:crypto'
import { Refused } from './applications.ts'
import type { Courier, World } from './model.ts'

/** A courier's new tokens: a JWT, of which anybody can read `exp` and `iat`, and what renews it. */
export function issueTokens(world: World, courier: Courier): { token: string; refresh_token: string } {
  return { token: issueToken(world, courier), refresh_token: sealRefresh(world, courier.id, ++world.given) }
}

/** Another token; what renews it stays. */
export function issueToken(world: World, { roles, username }: Courier): string {
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
export function readToken(world: World, token: string | null): Courier {
  if (token === null) throw new Refused(401, 'JWT Token not found')
  const { courier, claims } = verify(world, token)
  if (courier === undefined) throw new Refused(401, 'Invalid JWT Token')
  const isOver = Number(claims['exp']) * 1_000 <= world.clock.now()
  if (isOver || Number(claims['number']) <= courier.endedTokens) throw new Refused(401, 'Expired JWT Token')
  return courier
}

/** The courier of a refresh token. */
export function readRefreshToken(world: World, token: string): Courier {
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
