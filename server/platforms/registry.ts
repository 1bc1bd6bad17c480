import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import { debitBudget, openBudget, readBudget, shareOfBudget } from '@madruga/core/instances.ts'
import type { BudgetGrant, BudgetRequest } from '@madruga/core/instances.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import type { KeyRing } from '../kit/encryption.ts'
import { ADAPTERS } from './adapters/kinds.ts'
import type { Adapters } from './adapters/kinds.ts'
import { closedPlatform } from './instances/closed.ts'
import { createExchange } from './instances/exchange.ts'
import type { Exchange } from './instances/exchange.ts'
import { openInstance } from './instances/open.ts'
import type { InstanceProbe, OpenDeps, OpenInstance } from './instances/open.ts'
import { followRecords } from './instances/records.ts'
import type { Records } from './instances/records.ts'
import { announceReadings, nameOfInstance, readPlatformNames } from './instances/store.ts'
import type { InstanceRow } from './instances/store.ts'
import type { Platform } from './model.ts'

/** Whose account of which variant. */
type Owner = { driverId: string; variant: Variant }

/** The platforms of this service: one market, and the instances that an operator has recorded. */
export type Platforms = {
  /** A platform by its name. One that is unknown or disabled answers `unavailable` to everything. */
  byName(name: string): Platform
  /** The platform of a variant whose drivers choose none; null where they choose an instance. */
  defaultOf(variant: Variant): Platform | null
  /** Names of the platforms of drivers' accounts, in the order of `owners`; '' without an account. */
  namesOf(owners: readonly Owner[]): Promise<string[]>
  /** The platform of a driver's account of a variant; a closed one without an account. */
  of(driverId: string, variant: Variant): Promise<Platform>
  /** Requests an hour that are a driver's fair share of a platform; null where only their own count. */
  shareOf(name: string): number | null
  /** Asks an instance within its budget whether it answers. Refuses with `instances.not_found`. */
  probe(id: string): Promise<InstanceProbe>
  /**
   * Asks an instance whether it answers by a record that is not stored; what is stored under its id lends its
   * budget.
   */
  probeDraft(row: InstanceRow): Promise<InstanceProbe>
  /** The instances now, read from the database: no later call knows less. */
  refresh(): Promise<readonly InstanceRow[]>
  close(): Promise<void>
}

export type PlatformsDeps = {
  market: Platform
  db: Kysely<Tables>
  keyRing: KeyRing
  clock: Clock
  /** Called for what stops one instance, or for the first failed reading in a row. */
  onFault(error: unknown, what: string): void
  /** By default the adapters of this release. */
  adapters?: Adapters
  /** Requests an hour of one driver at most; by default as the settings are without any change. */
  mostPerDriver?: number
  /** The time of budgets; by default the database's, which all processes share. */
  budgetTime?: () => Timestamp
  /** Of the database, over which processes tell each other what they read; without it, each reads alone. */
  databaseUrl?: string
}

/** Reads the instances and opens the platforms; each adapter is created when it is first asked for. */
export async function createPlatforms(deps: PlatformsDeps): Promise<Platforms> {
  const { market, db } = deps
  const open = new Map<string, OpenInstance>()
  const records = await followRecords({
    db,
    onRead: () => endChanged(open, (name) => records.of(name)),
    onFault: (error) => deps.onFault(error, 'the instances of platforms are not read now'),
  })
  const shareOf = (name: string): number | null => {
    const row = records.of(name)
    if (!row) return null
    const { searching } = readBudget(row.budget, deps.clock.now())
    return shareOfBudget(row.maxRequestsPerMinute, Math.max(searching, open.get(name)?.drivers() ?? 0))
  }
  const process = randomUUID()
  const exchange = openExchange(deps, process)
  const openNamed = createOpening(deps, open, (name, row) => ({
    ...deps,
    process,
    exchange,
    share: () => shareOf(name) ?? 1,
    searching: () => readBudget(records.of(name)?.budget ?? null, deps.clock.now()).searching,
    row,
  }))
  const defaultOf = (variant: Variant): Platform | null => (market.variants.includes(variant) ? market : null)
  const byName = (name: string): Platform =>
    name === market.name ? market : (open.get(name)?.platform ?? openNamed(name, records.of(name)))
  const namesOf = async (owners: readonly Owner[]): Promise<string[]> => {
    const chosen = owners.filter(({ variant }) => defaultOf(variant) === null)
    const names = chosen.length === 0 ? [] : await readPlatformNames(db, chosen)
    const byOwner = new Map(chosen.map((owner, index) => [owner, names[index] ?? '']))
    return owners.map((owner) => defaultOf(owner.variant)?.name ?? byOwner.get(owner) ?? '')
  }
  return {
    byName,
    defaultOf,
    namesOf,
    async of(driverId, variant) {
      const [name = ''] = await namesOf([{ driverId, variant }])
      return byName(name)
    },
    shareOf,
    async probe(id) {
      const row = (await records.refresh()).find((each) => each.id === id)
      if (!row) throw new AppError('instances.not_found')
      const platform = byName(nameOfInstance(row))
      const instance = open.get(platform.name)
      return instance
        ? await instance.probe()
        : { answers: false, keyRefused: false, lacks: null, detail: row.active ? 'not opened' : 'disabled' }
    },
    probeDraft: (row) => probeDraft(deps, records, row),
    refresh: records.refresh,
    async close() {
      await records.close()
      await Promise.all([...open.values()].map((instance) => instance.close()))
      await exchange?.close()
      await market.close()
    },
  }
}

/** Asks an instance whether it answers by a record that is not stored (`Platforms.probeDraft`). */
async function probeDraft(
  deps: PlatformsDeps,
  records: Pick<Records, 'of'>,
  row: InstanceRow,
): Promise<InstanceProbe> {
  const adapter = (deps.adapters ?? ADAPTERS)[row.kind]
  const nothing = { answers: false, keyRefused: false, lacks: null }
  if (!adapter) return { ...nothing, detail: 'no adapter' }
  const stored = records.of(nameOfInstance(row))
  if (stored?.active === false) return { ...nothing, detail: 'disabled' }
  const draft = openInstance({
    ...deps,
    process: randomUUID(),
    adapter,
    row,
    ...DRAFT_SHARE,
    ...(stored === null && { debit: spendOnce(row, deps.clock) }),
  })
  try {
    return await draft.probe()
  } finally {
    await draft.close()
  }
}

/** No one searches at a draft. */
const DRAFT_SHARE = { share: () => 1, searching: () => 0, mostPerDriver: 1 }

/** Its own budget, in memory: within the limit that the record says. */
function spendOnce({ maxRequestsPerMinute }: InstanceRow, clock: Clock) {
  let state = openBudget(maxRequestsPerMinute, clock.now())
  return async (asked: BudgetRequest): Promise<BudgetGrant> => {
    const grant = debitBudget(state, maxRequestsPerMinute, asked, clock.now())
    state = grant.state
    return grant
  }
}

function openExchange({ db, clock, databaseUrl, onFault }: PlatformsDeps, process: string): Exchange | null {
  const announce = (payloads: readonly string[]) => announceReadings(db, payloads)
  return databaseUrl === undefined ? null : createExchange({ process, clock, databaseUrl, announce, onFault })
}

/** Opens an instance by its record; one that cannot be opened answers nothing. */
function createOpening(
  { adapters = ADAPTERS, onFault, mostPerDriver = DEFAULT_SETTINGS.budget.perHour }: PlatformsDeps,
  open: Map<string, OpenInstance>,
  depsOf: (name: string, row: InstanceRow) => Omit<OpenDeps, 'adapter' | 'mostPerDriver'>,
): (name: string, row: InstanceRow | null) => Platform {
  return (name, row) => {
    if (!row?.active) return closedPlatform(name, 'turned_off', 'no active instance')
    const adapter = adapters[row.kind]
    if (!adapter) return closedPlatform(name, 'unavailable', 'no adapter')
    try {
      const instance = openInstance({ ...depsOf(name, row), adapter, mostPerDriver })
      open.set(name, instance)
      return instance.platform
    } catch (error) {
      onFault(error, `the platform ${name} cannot be opened`)
      return closedPlatform(name, 'unavailable', 'not opened')
    }
  }
}

/** Ends the instances whose record is gone, disabled or another one. */
function endChanged(open: Map<string, OpenInstance>, recordOf: (name: string) => InstanceRow | null): void {
  for (const [name, instance] of open) {
    const row = recordOf(name)
    if (row?.active && instance.isOf(row)) continue
    open.delete(name)
    instance.end()
  }
}

/** One platform for every variant, without instances. */
export function onePlatform(platform: Platform): Platforms {
  const ask = async () => ({
    answers: await platform.answers(),
    keyRefused: false,
    lacks: null,
    detail: null,
  })
  return {
    byName: () => platform,
    defaultOf: () => platform,
    namesOf: async (owners) => owners.map(() => platform.name),
    of: async () => platform,
    shareOf: () => null,
    probe: ask,
    probeDraft: ask,
    refresh: async () => [],
    close: () => platform.close(),
  }
}
