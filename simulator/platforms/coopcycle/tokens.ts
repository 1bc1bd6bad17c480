import { createHmac } from 'node:crypto'
import { Refused } from './applications.ts'
import type { Courier, World } from './model.ts'

/** A courier's new tokens, as JWT: anybody can read `exp` and `iat`. */
export function issueTokens(world: World, courier: Courier): { token: string; refresh_token: string } {
  const iat = Math.floor(world.clock.now() / 1_000)
  const { roles, username } = courier
  const number = ++world.given
  return {
    token: sign(world, { iat, exp: iat + world.settings.tokenSeconds, roles, username, number }),
    refresh_token: sign(world, { username, number, refreshes: true }),
  }
}

/** The courier of a token; refused if it has ended. */
export function readToken(world: World, token: string | null): Courier {
  if (token === null) throw new Refused(401, 'JWT Token not found')
  const { courier, claims } = verify(world, token)
  if (courier === undefined || claims['refreshes'] === true) throw new Refused(401, 'Invalid JWT Token')
  const isOver = Number(claims['exp']) * 1_000 <= world.clock.now()
  if (isOver || Number(claims['number']) <= courier.endedTokens) throw new Refused(401, 'Expired JWT Token')
  return courier
}

/** The courier of a refresh token. */
export function readRefreshToken(world: World, token: string): Courier {
  const { courier, claims } = verify(world, token)
  const isEnded = courier === undefined || Number(claims['number']) <= courier.endedRefreshTokens
  if (isEnded || claims['refreshes'] !== true) throw new Refused(401, 'JWT Refresh Token Not Found')
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
