import { describeVariant } from '@madruga/core/variants.ts'
import type { Prices } from '@madruga/core/invoices.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { ErrorCode } from '@madruga/core/errors.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import type { InstantState, InstantView, Owner, Place, Said } from './instant/model.ts'
import * as store from './instant/store.ts'
import { announceJudging } from '../bot.ts'
import type { Bots } from '../bot.ts'
import type { Database } from '../db.ts'
import { createSharedLimiter } from '../kit/limits.ts'
import type { Limiter } from '../kit/limits.ts'
import { callAs, readStationsMiddle, refusalOf } from '../platforms.ts'
import type { Access, AccessDeps, PlatformReply, PlatformTrouble } from '../platforms.ts'
import { defineModule, own } from '../module.ts'
import type { Handlers } from '../module.ts'

export type { InstantView } from './instant/model.ts'

/** The declaration of instant offers. */
export const instant = defineModule({
  tables: ['instant_days', 'locations'],
  sections: [
    {
      name: 'location',
      from: 'locations',
      columns: 'latitude, longitude, label, saved_at, instant, asked_at',
      key: [['saved_at', 'timestamptz']],
    },
    { name: 'instantDays', from: 'instant_days', columns: 'day, first_at', key: [['day', 'date']] },
  ],
  create: ({ bots, database, settings, warn, ...parts }: InstantParts) => ({
    instant: createInstant({
      ...parts,
      instantChanged: bots.instantChanged,
      changeLimit: createSharedLimiter(database.pool, 'instant_change', {
        points: settings.platform.changesPerHour,
        windowS: 3600,
      }),
      onFault: (error, what) => warn(what)(error),
    }),
  }),
  handlers: (parts: { instant: Instant; map: Outputs['instant']['map'] }): Pick<Handlers, 'instant'> => ({
    instant: {
      get: own(parts.instant.read),
      map: async () => parts.map,
      saveLocation: own(parts.instant.saveLocation),
      removeLocation: own(parts.instant.removeLocation),
      toggle: ({ driverId }, { enabled }) => parts.instant.toggle(driverId, enabled),
    },
  }),
  jobs: ({ instant: { noticeChanges } }: { instant: Pick<Instant, 'noticeChanges'> }) => [
    { name: 'instant.notice_changes', everyMs: 15 * SECOND_MS, asksOutside: true, run: noticeChanges },
  ],
})

/** What instant offers need from other modules. */
type InstantParts = Omit<InstantDeps, 'instantChanged' | 'changeLimit' | 'onFault'> & {
  bots: Pick<Bots, 'instantChanged'>
  database: Database
  settings: Pick<Settings, 'platform'>
  warn(what: string): (error: unknown) => void
}

export type InstantDeps = AccessDeps & {
  /** Current prices. */
  readPrices(db: AccessDeps['db']): Promise<Prices>
  /** A running bot starts or stops searching for them now. */
  instantChanged(driverId: string, on: boolean): Promise<void>
  /** Limit of changes by a driver: each makes several platform calls. */
  changeLimit: Limiter
  onFault(error: unknown, what: string): void
}

/** Instant offers on the platform, and the location that they depend on. */
export type Instant = {
  read(driverId: string): Promise<InstantView>
  /** The saved location alone; null if there is none. */
  readPlace(driverId: string): Promise<Place | null>
  /**
   * Saves the location and, for drivers with a device, sends it to the platform. Refuses with
   * `instant.save_failed` and platform refusals that the driver can resolve.
   */
  saveLocation(driverId: string, chosen: { place: Place; label: string }): Promise<InstantView>
  /**
   * Switches instant offers off on the platform, then deletes the location. Refuses with
   * `instant.remove_failed`.
   */
  removeLocation(driverId: string): Promise<InstantView>
  /**
   * Requests instant offers on or off. On takes effect once the driver confirms it in the delivery app.
   * Refuses with `instant.not_offered`, `instant.no_device`, `instant.no_location`, `platforms.no_account`,
   * `instant.update_failed`.
   */
  toggle(driverId: string, enabled: boolean): Promise<InstantView>
  /**
   * Prepares a run that searches for instant offers: sends the location and switches them on, or returns what
   * prevented it.
   */
  ready(driverId: string, access: Access): Promise<PlatformTrouble | null>
  /**
   * Polls platforms for confirmations and changes in the delivery app; each day with them on is stored for
   * billing.
   */
  noticeChanges(): Promise<void>
}

/** Poll interval without an open screen, and batch sizes of one sweep. */
const ASKING = { pendingMs: 15 * SECOND_MS, everyMs: 10 * MINUTE_MS, most: 500 }
const AT_ONCE = 8

/** Creates the instant offers. */
export function createInstant(deps: InstantDeps): Instant {
  const { db, clock } = deps
  return {
    async read(driverId) {
      const owner = await store.readOwner(db, driverId)
      return await view(deps, owner, isAsked(owner) ? await ask(deps, driverId, owner) : null)
    },

    async readPlace(driverId) {
      const location = await store.readLocation(db, driverId)
      return location && { latitude: location.latitude, longitude: location.longitude }
    },

    async saveLocation(driverId, { place, label }) {
      const owner = await begin(deps, driverId)
      if (isAsked(owner)) {
        const reply = await callAs(deps, driverId, owner.variant, ({ platform, tokens }) =>
          platform.setLocation(tokens, place),
        )
        if (reply !== null) settled(reply, 'instant.save_failed')
      }
      await store.writeLocation(db, driverId, { ...place, label }, clock.now())
      // Net pay is computed from it.
      await announceJudging(db, driverId)
      return await view(deps, owner, isAsked(owner) ? await ask(deps, driverId, owner) : null)
    },

    async removeLocation(driverId) {
      const owner = await begin(deps, driverId)
      const reply = hasInstant(owner) ? await switchOff(deps, owner, 'instant.remove_failed') : null
      await store.removeLocation(db, driverId)
      await announceJudging(db, driverId)
      return await view(deps, owner, isAsked(owner) ? reply : null)
    },

    async toggle(driverId, enabled) {
      const owner = await begin(deps, driverId)
      if (!hasInstant(owner)) throw new AppError('instant.not_offered')
      if (!enabled) {
        const off = await switchOff(deps, owner, 'instant.update_failed')
        if (off === null) throw new AppError('platforms.no_account')
        return await view(deps, owner, off)
      }
      return await view(deps, owner, await switchOnFor(deps, owner))
    },

    async ready(driverId, access) {
      const location = await store.readLocation(db, driverId)
      // Deleted since the start: without a location the platform offers nothing, which is no fault.
      if (location === null) return null
      const reply = await switchOn(access, location)
      if (!reply.ok) return reply.problem
      if (reply.value !== 'no_location') await note(deps, driverId, reply.value)
      return null
    },

    async noticeChanges() {
      const queue = (await store.takeToAsk(db, clock.now(), ASKING)).values()
      const worker = async (): Promise<void> => {
        for (const driverId of queue) {
          try {
            await ask(deps, driverId, await store.readOwner(db, driverId))
          } catch (error) {
            deps.onFault(error, `instant offers of ${driverId} are not known`)
          }
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
    },
  }
}

/**
 * A change reported by the platform goes to the bot first and is then stored: after a crash in between, it
 * is reported again.
 */
async function note(deps: InstantDeps, driverId: string, reply: Said): Promise<void> {
  const state = stateOf(reply)
  const before = await store.readState(deps.db, driverId)
  if (before === null) return
  if ((before === 'on') !== (state === 'on')) await deps.instantChanged(driverId, state === 'on')
  await deps.db.transaction().execute((tx) => store.noteState(tx, driverId, state, deps.clock.now()))
}

/** The platform's current state; null if it is not polled or does not answer. */
async function ask(deps: InstantDeps, driverId: string, owner: Owner): Promise<Said | null> {
  const reply = await callAs(deps, driverId, owner.variant, (access) => saidBy(access, null))
  if (!reply?.ok || reply.value === 'no_location') return null
  await note(deps, driverId, reply.value)
  return reply.value
}

async function view(deps: InstantDeps, owner: Owner, platform: Said | null): Promise<InstantView> {
  const [location, days, around, prices] = await Promise.all([
    store.readLocation(deps.db, owner.driverId),
    store.readWeekDays(deps.db, owner, deps.clock.now()),
    readStationsMiddle(deps.db, owner.driverId, owner.variant),
    deps.readPrices(deps.db),
  ])
  const { deviceEnabled } = owner
  return { location, deviceEnabled, platform, days, dayCents: prices.instantDayCents, around }
}

async function begin(deps: InstantDeps, driverId: string): Promise<Owner> {
  const waitMs = await deps.changeLimit.take(driverId)
  if (waitMs !== null) throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  return await store.readOwner(deps.db, driverId)
}

/**
 * Switches them off on the platform; if they were on until now, today counts. Null = the driver has no
 * account there.
 */
async function switchOff(deps: InstantDeps, owner: Owner, failure: ErrorCode): Promise<Said | null> {
  const { driverId } = owner
  await ask(deps, driverId, owner)
  const reply = await callAs(deps, driverId, owner.variant, (access) => saidBy(access, false))
  if (reply === null) return null
  const answer = settled(reply, failure)
  if (answer === 'no_location') throw new AppError(failure)
  await note(deps, driverId, answer)
  // Even if not confirmed yet, since the run was started for instant offers.
  await deps.instantChanged(driverId, false)
  return answer
}

/** Switches them on at the driver's location. Refuses as `toggle` does. */
async function switchOnFor(deps: InstantDeps, owner: Owner): Promise<Said> {
  const { driverId } = owner
  if (!owner.deviceEnabled) throw new AppError('instant.no_device')
  const location = await store.readLocation(deps.db, driverId)
  if (location === null) throw new AppError('instant.no_location')
  const reply = await callAs(deps, driverId, owner.variant, (access) => switchOn(access, location))
  if (reply === null) throw new AppError('platforms.no_account')
  const answer = settled(reply, 'instant.update_failed')
  if (answer === 'no_location') throw new AppError('instant.no_location')
  await note(deps, driverId, answer)
  return answer
}

/** Without instant offers, a driver's location serves only net pay. */
function hasInstant({ variant }: Owner): boolean {
  return describeVariant(variant).hasInstantOffers
}

/** Whether the platform is called at all. */
function isAsked(owner: Owner): boolean {
  return hasInstant(owner) && owner.deviceEnabled
}

function stateOf({ enabled, confirmation }: Said): InstantState {
  if (!enabled) return 'off'
  return confirmation === 'confirmed' ? 'on' : 'pending'
}

/**
 * The location first, since the platform switches nothing on without one; unchanged if they are already on.
 */
async function switchOn(access: Access, place: Place): Promise<PlatformReply<Said | 'no_location'>> {
  const { latitude, longitude } = place
  const reply = await access.platform.setLocation(access.tokens, { latitude, longitude })
  if (!reply.ok) return reply
  const now = await saidBy(access, null)
  if (!now.ok || (now.value !== 'no_location' && now.value.enabled)) return now
  return await saidBy(access, true)
}

/** Reads (null) or switches. `no_location` is the only platform refusal with a meaning here. */
async function saidBy(
  { platform, tokens }: Access,
  enabled: boolean | null,
): Promise<PlatformReply<Said | 'no_location'>> {
  const reply = await platform.instantOffers(tokens, enabled)
  if (!reply.ok) return reply
  const { value } = reply
  return { ok: true, value: 'refused' in value ? 'no_location' : value }
}

/** The answer; a refusal that the driver can resolve keeps its own name, all others become `failure`. */
function settled<T>(reply: PlatformReply<T>, failure: ErrorCode): T {
  if (reply.ok) return reply.value
  const refusal = refusalOf(reply.problem)
  const isPassing = refusal.code === 'platforms.unavailable' || refusal.code === 'platforms.busy'
  throw isPassing ? new AppError(failure, refusal.params) : refusal
}
