import type { Kysely } from 'kysely'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { ErrorCode } from '@madruga/core/errors.ts'
import { describeKind, isConfirmed } from '@madruga/core/instances.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../../db.ts'
import type { Limiter } from '../../kit/limits.ts'
import { isDemoInstance } from '../instances/demo.ts'
import { callAs } from './access.ts'
import type { AccessDeps } from './access.ts'
import {
  connectAccount,
  forgetAccount,
  lockAccount,
  readAccountRow,
  readVariant,
  saveTokens,
} from './store.ts'
import { nameOfInstance } from '../instances/store.ts'
import type { InstanceRow } from '../instances/store.ts'
import type { Platform, PlatformReply, PlatformSecret, PlatformTokens } from '../model.ts'
import type { Platforms } from '../registry.ts'
import { valueOf } from '../refusal.ts'
import { countStations, forgetStations, writeStations } from './station-store.ts'

type Db = Kysely<Tables>
export type AccountView = Outputs['platforms']['account']
export type SyncResult = Outputs['platforms']['sync']
export type InstanceChoice = Outputs['platforms']['instances']['instances'][number]
type ConnectInput = PlatformSecret & { byCode?: boolean; instanceId?: string | undefined }

/** What connecting needs from other modules. */
export type ConnectionsDeps = AccessDeps & {
  platforms: Platforms
  /** Whether the driver's bot is at rest, locked until the transaction ends. */
  isResting(tx: Db, driverId: string): Promise<boolean>
  /** Whether an accept of theirs at this platform is undecided, or a job without a stated end runs. */
  hasOpenWork(tx: Db, driverId: string, platform: string): Promise<boolean>
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
  /** A driver's months at a house that has set a price, the newest first. */
  readMemberMonths(db: Db, driverId: string, platform: string): Promise<AccountView['months']>
  /** Limit of sign-ins that a driver tries, against guessing a stranger's password through us. */
  connectLimit: Limiter
  syncLimit: Limiter
}

/** Drivers' accounts at the platform of their variant, and the stations that they may work from. */
export type Connections = {
  readAccount(driverId: string): Promise<AccountView>
  /**
   * Signs in at the platform and reads the stations. Only if both succeed, secret, tokens and stations
   * replace the stored ones; stations of the instance before are forgotten. Refuses with
   * `platforms.sign_in_refused`, `platforms.code_refused`, `platforms.password_refused`,
   * `platforms.human_needed`, `platforms.unavailable`, `platforms.busy`, `platforms.bot_running`,
   * `platforms.work_open`, `platforms.instance_needed`, `platforms.instance_gone` and `request.too_many`.
   */
  connect(driverId: string, input: ConnectInput): Promise<AccountView>
  /** The instances that a driver of this variant may choose; none where the variant has one platform. */
  listChoices(driverId: string): Promise<InstanceChoice[]>
  /**
   * Lets an instance send a sign-in code. Refuses like `connect`, and with `platforms.code_not_offered` and
   * `platforms.phone_unknown`.
   */
  sendCode(driverId: string, input: Inputs['platforms']['sendCode']): Promise<Record<string, never>>
  /**
   * Deletes secrets, tokens and the driver's stations. Refuses with `platforms.bot_running` and
   * `platforms.work_open`.
   */
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

    async connect(driverId, { email, password, byCode = false, instanceId }) {
      await take(deps.connectLimit, driverId)
      const before = await ownerOf(deps, driverId)
      const owner = await chooseInstance(deps, before, instanceId)
      await requireRest(deps, db, driverId)
      const secret = { email: email.trim(), password }
      const tokens = await signIn(owner.platform, secret, byCode)
      const stations = valueOf(await owner.platform.stations(tokens, owner.variant))
      const at = clock.now()
      const { variant, names } = owner
      await db.transaction().execute(async (tx) => {
        await requireRest(deps, tx, driverId)
        if (before.names.platform !== names.platform) {
          await requireNothingOpen(deps, tx, before)
          await forgetStations(tx, before.names)
        }
        // A code opens the account once: only the tokens are stored.
        const stored = { ...secret, password: byCode ? null : password }
        await connectAccount(tx, deps.keyRing, { ...names, secret: stored, at })
        await saveTokens(tx, deps.keyRing, driverId, variant, tokens)
        await writeStations(tx, names, stations, at)
      })
      return viewAccount(deps, owner)
    },

    async listChoices(driverId) {
      const variant = await readVariant(db, driverId)
      if (deps.platforms.defaultOf(variant) !== null) return []
      const rows = await deps.platforms.refresh()
      return rows.filter(({ active }) => active).map(choiceOf)
    },

    async sendCode(driverId, { instanceId, phone }) {
      await take(deps.connectLimit, driverId)
      const { platform } = await chooseInstance(deps, await ownerOf(deps, driverId), instanceId)
      if (platform.sendCode === undefined) throw new AppError('platforms.code_not_offered')
      valueUnlessRefused(await platform.sendCode(phone), 'platforms.phone_unknown')
      return {}
    },

    async disconnect(driverId) {
      const owner = await ownerOf(deps, driverId)
      await db.transaction().execute(async (tx) => {
        await requireRest(deps, tx, driverId)
        await requireNothingOpen(deps, tx, owner)
        await forgetAccount(tx, driverId, owner.variant)
        await forgetStations(tx, owner.names)
      })
      return viewAccount(deps, owner)
    },

    async sync(driverId, { confirmed }) {
      if (!confirmed) throw new AppError('platforms.not_confirmed')
      return await syncStations(deps, driverId)
    },
  }
}

async function syncStations(deps: ConnectionsDeps, driverId: string): Promise<SyncResult> {
  const { db, clock } = deps
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
}

type Owner = {
  variant: Variant
  platform: Platform
  names: { driverId: string; platform: string; variant: Variant }
}

async function ownerOf({ db, platforms }: ConnectionsDeps, driverId: string): Promise<Owner> {
  const variant = await readVariant(db, driverId)
  const platform = await platforms.of(driverId, variant)
  return { variant, platform, names: { driverId, platform: platform.name, variant } }
}

/** The same driver at the instance that they choose; unchanged where the variant has one platform. */
async function chooseInstance(
  { platforms }: ConnectionsDeps,
  owner: Owner,
  instanceId: string | undefined,
): Promise<Owner> {
  if (platforms.defaultOf(owner.variant) !== null) return owner
  if (instanceId === undefined) throw new AppError('platforms.instance_needed')
  const row = (await platforms.refresh()).find(({ id }) => id === instanceId)
  if (!row?.active) throw new AppError('platforms.instance_gone')
  const platform = platforms.byName(nameOfInstance(row))
  return { ...owner, platform, names: { ...owner.names, platform: platform.name } }
}

async function signIn(platform: Platform, secret: PlatformSecret, byCode: boolean): Promise<PlatformTokens> {
  const offersCodes = platform.sendCode !== undefined
  if (byCode && !offersCodes) throw new AppError('platforms.code_not_offered')
  // Where a code does too, the password may be one that was never stored.
  const refusal = byCode ? 'code' : offersCodes ? 'password' : 'sign_in'
  return valueUnlessRefused(await platform.signIn(secret, { byCode }), `platforms.${refusal}_refused`)
}

/** The answer; a sign-in that was refused is named by what was refused of it. */
function valueUnlessRefused<T>(reply: PlatformReply<T>, refusal: ErrorCode): T {
  if (!reply.ok && reply.problem.trouble === 'sign_in_refused') throw new AppError(refusal)
  return valueOf(reply)
}

function choiceOf(row: InstanceRow): InstanceChoice {
  const { id, kind, name, baseUrl, authorisedBy, authorisedOn, confirmation, active } = row
  const { houseRules, memberPrices } = row
  const { isDraft, identity, byCode } = describeKind(kind)
  return {
    id,
    kind,
    name,
    authorisedBy,
    authorisedOn,
    isConfirmed: isConfirmed(confirmation, baseUrl),
    isDraft,
    isStandIn: isDemoInstance(id),
    identity,
    byCode,
    active,
    houseRules,
    memberPrices,
  }
}

async function viewAccount(
  { db, platforms, readMemberMonths }: ConnectionsDeps,
  { names, variant }: Owner,
): Promise<AccountView> {
  const account = await readAccountRow(db, names.driverId, names.variant)
  if (account === null) {
    const nothing = { email: null, byCode: false, connectedAt: null, stations: 0, syncedAt: null, months: [] }
    return { platform: names.platform, instance: null, connected: false, state: 'none', ...nothing }
  }
  const isChosen = platforms.defaultOf(variant) === null
  const row = isChosen && (await platforms.refresh()).find((each) => nameOfInstance(each) === names.platform)
  const { email, byCode, connectedAt, syncedAt } = account
  const connected = account.state === 'connected'
  return {
    platform: names.platform,
    instance: row ? choiceOf(row) : null,
    connected,
    state: connected ? 'connected' : 'refused',
    email,
    byCode,
    connectedAt,
    stations: await countStations(db, names),
    syncedAt,
    months: row ? await readMemberMonths(db, names.driverId, names.platform) : [],
  }
}

async function requireRest({ isResting }: ConnectionsDeps, tx: Db, driverId: string): Promise<void> {
  if (!(await isResting(tx, driverId))) throw new AppError('platforms.bot_running')
}

/**
 * Refuses to leave a platform where something is open, which could not be read any more. A platform that the
 * operator turned off cannot be read anyway.
 */
async function requireNothingOpen(
  { hasOpenWork, platforms }: ConnectionsDeps,
  tx: Db,
  { names: { driverId, platform }, variant }: Owner,
): Promise<void> {
  if (!(await hasOpenWork(tx, driverId, platform))) return
  const isHosted = platforms.defaultOf(variant) === null
  const row = isHosted && (await platforms.refresh()).find((each) => nameOfInstance(each) === platform)
  if (!isHosted || (row && row.active)) throw new AppError('platforms.work_open')
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
