import type { Kysely } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../db.ts'
import type { Limiter } from '../kit/limits.ts'
import { callAs } from './access.ts'
import type { AccessDeps } from './access.ts'
import {
  connectAccount,
  forgetAccount,
  lockAccount,
  readAccountRow,
  readVariant,
  saveTokens,
} from './account-store.ts'
import type { Platform, PlatformSecret } from './model.ts'
import { valueOf } from './refusal.ts'
import { countStations, forgetStations, writeStations } from './station-store.ts'

type Db = Kysely<Tables>
export type AccountView = Outputs['platforms']['account']
export type SyncResult = Outputs['platforms']['sync']

/** What connecting needs from other modules. */
export type ConnectionsDeps = AccessDeps & {
  /** Whether the driver's bot is at rest, locked until the transaction ends. */
  isResting(tx: Db, driverId: string): Promise<boolean>
  /**
   * Checks the driver's filter against the remaining stations; deletes it, restorably, if none of its own
   * remains.
   */
  checkStations(
    tx: Db,
    driverId: string,
    variant: Variant,
    known: ReadonlySet<string>,
  ): Promise<{ gone: number; removed: boolean }>
  /** Limit of sign-ins that a driver tries, against guessing a stranger's password through us. */
  connectLimit: Limiter
  syncLimit: Limiter
}

/** Drivers' accounts at the platform of their variant, and the stations that they may work from. */
export type Connections = {
  readAccount(driverId: string): Promise<AccountView>
  /**
   * Signs in at the platform and reads the stations. Only if both succeed, secret, tokens and stations
   * replace the stored ones. Refuses with `platforms.sign_in_refused`, `platforms.human_needed`,
   * `platforms.unavailable`, `platforms.bot_running` and `request.too_many`.
   */
  connect(driverId: string, secret: PlatformSecret): Promise<AccountView>
  /** Deletes secrets, tokens and the driver's stations. Refuses with `platforms.bot_running`. */
  disconnect(driverId: string): Promise<AccountView>
  /**
   * Reads the stations again and checks the filter against them in one transaction: it stays unless none of
   * its stations remains. Refuses like `connect`, and with `platforms.not_confirmed` and
   * `platforms.no_account`.
   */
  sync(driverId: string, input: { confirmed: boolean }): Promise<SyncResult>
}

/** Creates the connections. */
export function createConnections(deps: ConnectionsDeps): Connections {
  const { db, clock } = deps

  return {
    readAccount: async (driverId) => viewAccount(deps, await ownerOf(deps, driverId)),

    async connect(driverId, { email, password }) {
      await take(deps.connectLimit, driverId)
      const owner = await ownerOf(deps, driverId)
      await requireRest(deps, db, driverId)
      const secret = { email: email.trim(), password }
      const tokens = valueOf(await owner.platform.signIn(secret))
      const stations = valueOf(await owner.platform.stations(tokens, owner.variant))
      const at = clock.now()
      const { variant, names } = owner
      await db.transaction().execute(async (tx) => {
        await requireRest(deps, tx, driverId)
        await connectAccount(tx, deps.keyRing, { ...names, secret, at })
        await saveTokens(tx, deps.keyRing, driverId, variant, tokens)
        await writeStations(tx, names, stations, at)
      })
      return viewAccount(deps, owner)
    },

    async disconnect(driverId) {
      const owner = await ownerOf(deps, driverId)
      await db.transaction().execute(async (tx) => {
        await requireRest(deps, tx, driverId)
        await forgetAccount(tx, driverId, owner.variant)
        await forgetStations(tx, owner.names)
      })
      return viewAccount(deps, owner)
    },

    async sync(driverId, { confirmed }) {
      if (!confirmed) throw new AppError('platforms.not_confirmed')
      const owner = await ownerOf(deps, driverId)
      const { variant, names } = owner
      const account = await readAccountRow(db, driverId, variant)
      if (account === null) throw new AppError('platforms.no_account')
      await requireRest(deps, db, driverId)
      await take(deps.syncLimit, driverId)
      const stations = await readAfresh(deps, driverId, variant)
      const done = await db.transaction().execute(async (tx) => {
        await requireRest(deps, tx, driverId)
        // The stations belong to the account that was read; the driver may have connected another one
        // meanwhile.
        const now = await lockAccount(tx, driverId, variant)
        if (now === null) throw new AppError('platforms.no_account')
        if (now.connectedAt !== account.connectedAt) throw new AppError('platforms.unavailable')
        const changed = await writeStations(tx, names, stations, clock.now())
        const known = new Set(stations.map(({ id }) => id))
        const { gone, removed } = await deps.checkStations(tx, driverId, variant, known)
        return { ...changed, filterGone: gone, filterRemoved: removed }
      })
      return { account: await viewAccount(deps, owner), ...done }
    },
  }
}

type Owner = {
  variant: Variant
  platform: Platform
  names: { driverId: string; platform: string; variant: Variant }
}

async function ownerOf({ db, platformOf }: ConnectionsDeps, driverId: string): Promise<Owner> {
  const variant = await readVariant(db, driverId)
  const platform = platformOf(variant)
  return { variant, platform, names: { driverId, platform: platform.name, variant } }
}

async function viewAccount({ db }: ConnectionsDeps, { names }: Owner): Promise<AccountView> {
  const account = await readAccountRow(db, names.driverId, names.variant)
  if (account === null) {
    const nothing = { email: null, connectedAt: null, stations: 0, syncedAt: null }
    return { platform: names.platform, connected: false, state: 'none', ...nothing }
  }
  const { email, connectedAt, syncedAt } = account
  const connected = account.state === 'connected'
  return {
    platform: names.platform,
    connected,
    state: connected ? 'connected' : 'refused',
    email,
    connectedAt,
    stations: await countStations(db, names),
    syncedAt,
  }
}

async function requireRest({ isResting }: ConnectionsDeps, tx: Db, driverId: string): Promise<void> {
  if (!(await isResting(tx, driverId))) throw new AppError('platforms.bot_running')
}

async function take(limiter: Limiter, driverId: string): Promise<void> {
  const waitMs = await limiter.take(driverId)
  if (waitMs !== null) throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** Reads the stations with the stored sign-in. */
async function readAfresh(deps: ConnectionsDeps, driverId: string, variant: Variant): Promise<Station[]> {
  const reply = await callAs(deps, driverId, variant, ({ platform, tokens }) =>
    platform.stations(tokens, variant),
  )
  if (reply === null) throw new AppError('platforms.no_account')
  return valueOf(reply)
}
