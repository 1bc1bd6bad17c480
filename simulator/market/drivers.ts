import { createHash } from 'node:crypto'
import { Refusal } from '../refusals.ts'
import { METROS } from './metros.ts'
import { openQuota } from './quota.ts'
import { drawWait, makeId, openStream } from './random.ts'
import type { Variant } from './stations.ts'
import type { Driver, Session } from './types.ts'
import { announce, record, WAVES } from './world.ts'
import type { World } from './world.ts'
import { makeChallenge } from './verification.ts'

/** An access token is valid for 60 minutes of market time. */
export const TOKEN_MS = 60 * 60_000

export interface SignedIn {
  driverId: string
  variant: Variant
  accessToken: string
  refreshToken: string
  expiresAt: number
}

/**
 * Opens an account, or replaces password and metro of the one with this e-mail. Its variant cannot change.
 */
export function openAccount(
  world: World,
  account: {
    email: string
    password: string
    variant: Variant
    metro: string
    skills?: readonly string[] | undefined
  },
): Driver {
  const email = account.email.trim().toLowerCase()
  if (!METROS.some((metro) => metro.id === account.metro)) {
    throw new Refusal('bad_request', { issues: [`metro: there is no metro ${account.metro}`] })
  }
  const driverId = world.driverIdsByEmail.get(email) ?? makeId('dr', email)
  const known = world.drivers.get(driverId)
  if (known !== undefined && known.variant !== account.variant) {
    throw new Refusal('bad_request', { issues: [`variant: this e-mail is a ${known.variant} driver`] })
  }
  const passwordHash = hashPassword(driverId, account.password)
  const row = { driverId, email, passwordHash, variant: account.variant, metroId: account.metro }
  const driver = putDriver(world, row)
  driver.skills = account.skills ?? driver.skills
  world.journal.write({ driver: row })
  if (known === undefined) announce(world, { what: 'driver', driver })
  return driver
}

/** Adds an account to the world, or updates password and metro of an existing one. */
export function putDriver(
  world: World,
  row: Pick<Driver, 'driverId' | 'email' | 'passwordHash' | 'variant' | 'metroId'>,
): Driver {
  const known = world.drivers.get(row.driverId)
  if (known !== undefined) {
    if (known.metroId !== row.metroId) known.version++
    known.passwordHash = row.passwordHash
    known.metroId = row.metroId
    return known
  }
  const random = openStream(world.seed, 'driver', row.driverId)
  const driver: Driver = {
    ...row,
    wave: Math.floor(random() * WAVES),
    instant: { enabled: false, confirmed: true },
    challengesAsked: 0,
    searchesToQuestion: 0,
    quota: openQuota(world.quotaPerHour, world.now),
    personal: new Map(),
    declined: new Set(),
    version: 0,
    skills: [],
    blocks: [],
    searches: [],
    faultDice: openStream(world.seed, 'faults', row.driverId),
  }
  driver.searchesToQuestion = drawSearchesToQuestion(world, driver)
  world.drivers.set(driver.driverId, driver)
  world.driverIdsByEmail.set(driver.email, driver.driverId)
  return driver
}

/** Signs in with e-mail and password, in parallel with other sessions of this driver or replacing them. */
export function signIn(world: World, email: string, password: string, signOutOthers = false): SignedIn {
  const driver = world.drivers.get(world.driverIdsByEmail.get(email.trim().toLowerCase()) ?? '')
  if (driver === undefined) throw new Refusal('invalid_credentials')
  if (driver.passwordHash !== hashPassword(driver.driverId, password)) {
    record(world, driver, { action: 'sign_in', status: 401, code: 'invalid_credentials' })
    throw new Refusal('invalid_credentials')
  }
  record(world, driver, { action: 'sign_in', status: 200 })
  if (signOutOthers) {
    expireTokens(world, driver)
    forgetRefreshTokens(world, driver.driverId)
    world.journal.write({ signedOut: true, driverId: driver.driverId })
  }
  const refreshToken = makeId('rt', world.seed, driver.driverId, world.now, ++world.tokensIssued)
  world.refreshTokens.set(refreshToken, driver.driverId)
  world.journal.write({ refreshToken, driverId: driver.driverId })
  return issueToken(world, driver, refreshToken)
}

/** A new access token for a refresh token, which stays valid. */
export function refresh(world: World, refreshToken: string): SignedIn {
  const driver = world.drivers.get(world.refreshTokens.get(refreshToken) ?? '')
  if (driver === undefined) throw new Refusal('expired_token')
  record(world, driver, { action: 'refresh', status: 200 })
  return issueToken(world, driver, refreshToken)
}

/** The session of an access token; undefined if it is unknown or expired. */
export function findSession(world: World, accessToken: string): Session | undefined {
  const session = world.sessions.get(accessToken)
  return session !== undefined && session.expiresAt > world.now ? session : undefined
}

/** Expires all access tokens of the driver now. */
export function expireTokens(world: World, driver: Driver): void {
  for (const session of world.sessions.values()) {
    if (session.driver === driver) session.expiresAt = world.now
  }
}

/** Revokes all refresh tokens of the driver. */
export function forgetRefreshTokens(world: World, driverId: string): void {
  for (const [token, owner] of world.refreshTokens) {
    if (owner === driverId) world.refreshTokens.delete(token)
  }
}

/** Requires a human check from the driver; nothing is served until a person solves it. */
export function askHuman(world: World, driver: Driver): void {
  if (driver.challenge !== undefined) return
  driver.challengesAsked++
  driver.challenge = makeChallenge(world.seed, driver.driverId, driver.challengesAsked)
  driver.searchesToQuestion = drawSearchesToQuestion(world, driver)
}

function issueToken(world: World, driver: Driver, refreshToken: string): SignedIn {
  const accessToken = makeId('at', world.seed, driver.driverId, world.now, ++world.tokensIssued)
  const expiresAt = world.now + TOKEN_MS
  if (world.sessions.size > 2 * world.drivers.size + 1_000) dropOldSessions(world)
  world.sessions.set(accessToken, { driver, expiresAt })
  return { driverId: driver.driverId, variant: driver.variant, accessToken, refreshToken, expiresAt }
}

function dropOldSessions(world: World): void {
  for (const [token, session] of world.sessions) {
    if (session.expiresAt <= world.now) world.sessions.delete(token)
  }
}

function drawSearchesToQuestion(world: World, driver: Driver): number {
  const mean = world.scenario.searchesPerQuestion
  if (mean === 0) return Number.POSITIVE_INFINITY
  const random = openStream(world.seed, 'question', driver.driverId, driver.challengesAsked)
  return Math.ceil(drawWait(random, mean))
}

function hashPassword(driverId: string, password: string): string {
  return createHash('sha256').update(`${driverId}\n${password}`).digest('hex')
}
