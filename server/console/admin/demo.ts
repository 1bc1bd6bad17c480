import type { Kysely } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { InstanceKind } from '@madruga/core/instances.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Accounts } from '../../people/accounts.ts'
import type { Tables } from '../../db.ts'
import type { Bots } from '../../bot.ts'
import type { Filters } from '../../driver/filters.ts'
import type { Clock } from '../../kit/clock.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import {
  connectAccount,
  openDemoInstance,
  readAccount,
  readStations,
  saveStations,
  saveTokens,
  valueOf,
} from '../../platforms.ts'
import type { Platform, Platforms } from '../../platforms.ts'
import { enrolDriver } from './demo-market.ts'
import { DEMO_COURIERS, DEMO_DRIVERS, DEMO_OPERATOR } from './demo-drivers.ts'
import type { DemoCourier, DemoDriver } from './demo-drivers.ts'
import { asDriver, asOperator, openPerson } from './demo-people.ts'

/** How a newcomer signs in to explore. */
export type DemoSignIn = {
  driverId: string
  email: string
  /** null = not the public one: random from an earlier start, or chosen by a visitor. */
  password: string | null
  variant: Variant
  timeZone: string
}

/** Dependencies of the demo. */
export type DemoDeps = {
  accounts: Accounts
  /** Filters are saved and bots started by the same functions that the API calls. */
  filters: Filters
  bots: Bots
  db: Kysely<Tables>
  keyRing: KeyRing
  platform: Platform
  platforms: Pick<Platforms, 'byName' | 'refresh'>
  /** null = no variant that is offered needs one. */
  marketUrl: string | null
  /** The apps whose drivers the demo has. */
  variants: readonly Variant[]
  /** Platforms beside the market; a courier is opened for each. */
  standIns: readonly StandIn[]
  /** Other machines can reach the app: passwords are random. */
  secretPasswords: boolean
  clock: Clock
  say: (line: string) => void
}

/** A stand-in of a platform, as it runs now. */
export type StandIn = { kind: InstanceKind; url: string; key: string | null }

const AGAIN_MS = 20_000
/** What stands against a start and passes. */
const SOON_OVER = new Set([
  'platforms.busy',
  'platforms.unavailable',
  'bot.daily_stop',
  'bot.cooling',
  'bot.servers_recycling',
  'bot.server_unavailable',
])

/** All demo people, with their sign-in. */
export type Demo = { drivers: DemoSignIn[]; operator: Pick<DemoSignIn, 'email' | 'password'> }

/** Who opens the demo's accounts, and how. */
export type DemoPeopleDeps = Pick<
  DemoDeps,
  'accounts' | 'db' | 'clock' | 'standIns' | 'variants' | 'secretPasswords'
>

/**
 * Ensures that the accounts of the demo exist and can be signed in to: its drivers, a courier for each
 * stand-in that runs, and the operator.
 */
export async function openDemo(deps: DemoPeopleDeps): Promise<Demo> {
  const couriers = DEMO_COURIERS.filter(({ kind }) => deps.standIns.some((standIn) => standIn.kind === kind))
  const atMarket = DEMO_DRIVERS.filter(({ variant }) => deps.variants.includes(variant))
  const [drivers, { password }] = await Promise.all([
    Promise.all([...atMarket, ...couriers].map((person) => openDriver(deps, person))),
    openPerson(deps, asOperator(), deps.secretPasswords),
  ])
  return { drivers, operator: { email: DEMO_OPERATOR.email, password } }
}

async function openDriver(deps: DemoPeopleDeps, person: DemoDriver | DemoCourier): Promise<DemoSignIn> {
  const { email, variant, timeZone } = person
  const { id: driverId, password } = await openPerson(deps, asDriver(person), deps.secretPasswords)
  return { driverId, email, password, variant, timeZone }
}

/**
 * Ensures that the drivers of an opened demo have an account at their platform, stations and a filter, and
 * that their bots search, unless the driver has stopped them. Adds what is missing and changes nothing else,
 * so that it may run at every start.
 */
export async function startDemo(deps: DemoDeps, { drivers }: Demo): Promise<void> {
  const { marketUrl } = deps
  const ids = new Map(drivers.map(({ email, driverId }) => [email, driverId]))
  await Promise.all([
    ...DEMO_DRIVERS.map(async (driver) => {
      const driverId = ids.get(driver.email)
      if (driverId === undefined || marketUrl === null) return
      await beginSoon(deps, driver.email, async () => {
        await equipDriver({ ...deps, marketUrl }, driver, driverId)
        await startBot(deps, driverId)
      })
    }),
    startCouriers(deps, ids),
  ])
}

/** Connects the couriers to the stand-ins that run, and starts their bots. */
async function startCouriers(deps: DemoDeps, ids: ReadonlyMap<string, string>): Promise<void> {
  const { db, keyRing, platforms, standIns, clock } = deps
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  const accounts: { courier: DemoCourier; driverId: string; name: string }[] = []
  for (const courier of DEMO_COURIERS) {
    const standIn = standIns.find(({ kind }) => kind === courier.kind)
    const driverId = ids.get(courier.email)
    if (standIn === undefined || driverId === undefined) continue
    const name = await openDemoInstance(db, keyRing, { ...courier, ...standIn }, today)
    accounts.push({ courier, driverId, name })
  }
  await platforms.refresh()
  await Promise.all(
    accounts.map(({ courier, driverId, name }) =>
      startCourier(deps, courier, driverId, platforms.byName(name)),
    ),
  )
}

async function startCourier(
  deps: DemoDeps,
  { email, identity, password, variant, timeZone, choose }: DemoCourier,
  driverId: string,
  platform: Platform,
): Promise<void> {
  const there = { ...deps, platform }
  try {
    await beginSoon(deps, email, async () => {
      await connect(there, { email: identity, password, variant }, driverId)
      await giveFilter(there, { variant, timeZone }, driverId, { baseVersion: 0, choose })
      await startBot(deps, driverId)
    })
  } catch (error) {
    deps.say(`${email}  does not work: ${(error as Error).message}`)
  }
}

/** Ensures that a demo driver has a market account, stations and, if they have none yet, this filter. */
export async function equipDriver(
  deps: Pick<DemoDeps, 'db' | 'filters' | 'keyRing' | 'platform'> & { marketUrl: string },
  driver: DemoDriver,
  driverId: string,
  choose: DemoDriver['choose'] = driver.choose,
): Promise<void> {
  // The market loses its drivers when its own folder is deleted; enrolling again is harmless.
  await enrolDriver(deps.marketUrl, driver)
  await connect(deps, driver, driverId)
  await giveFilter(deps, driver, driverId, { baseVersion: 0, choose })
}

/** Saves a demo driver's filter, derived from the editor's proposal, unless theirs is past `baseVersion`. */
export async function giveFilter(
  { db, filters, platform }: Pick<DemoDeps, 'db' | 'filters' | 'platform'>,
  { variant, timeZone }: Pick<DemoDriver, 'variant' | 'timeZone'>,
  driverId: string,
  { baseVersion, choose }: { baseVersion: number; choose: DemoDriver['choose'] },
): Promise<void> {
  if ((await filters.readFilter(driverId, variant)).version !== baseVersion) return
  const stations = await readStations(db, driverId, platform.name, variant)
  const stationIds = stations.map((station) => station.id)
  const filter = choose(proposeFilter(variant, 'basic', timeZone, stationIds))
  await filters.saveFilter(driverId, { variant, baseVersion, filter })
}

async function connect(
  deps: Pick<DemoDeps, 'db' | 'keyRing' | 'platform'>,
  driver: Pick<DemoDriver, 'email' | 'password' | 'variant'>,
  driverId: string,
): Promise<void> {
  const { db, keyRing, platform } = deps
  const { variant } = driver
  const secret = { email: driver.email, password: driver.password }
  if ((await readAccount(db, keyRing, driverId, variant)) === null) {
    await connectAccount(db, keyRing, { driverId, variant, platform: platform.name, secret })
  }
  const storedStations = await readStations(db, driverId, platform.name, variant)
  if (storedStations.length > 0) return
  const tokens = valueOf(await platform.signIn(secret))
  await saveTokens(db, keyRing, driverId, variant, tokens)
  const stations = valueOf(await platform.stations(tokens, variant))
  await saveStations(db, driverId, platform.name, variant, stations)
}

/** A bot that the driver stopped stays stopped; one that never ran, or that the service stopped, starts. */
async function startBot({ bots }: DemoDeps, driverId: string): Promise<void> {
  const { phase, reason } = await bots.readBot(driverId)
  const idle = phase === 'not_running' || phase === 'failed_to_launch' || phase === 'cooling_down'
  if (!idle || reason === 'driver_stopped' || reason === 'autostop') return
  try {
    await bots.startBot(driverId, { mode: 'regular', liveLog: true })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'bot.already_running')) throw error
  }
}

/** Lets a driver begin, now or once what stands against it is over: platforms may answer late. */
async function beginSoon(
  { clock, say }: Pick<DemoDeps, 'clock' | 'say'>,
  email: string,
  begin: () => Promise<void>,
): Promise<void> {
  try {
    await begin()
  } catch (error) {
    if (!(error instanceof AppError && SOON_OVER.has(error.code))) throw error
    say(`${email}  is not started yet (${error.code.replace(/^\w+\./, '').replaceAll('_', ' ')})`)
    clock.after(AGAIN_MS, () => {
      beginSoon({ clock, say: () => {} }, email, begin).catch((later: unknown) =>
        say(`${email}  does not start: ${(later as Error).message}`),
      )
    })
  }
}
