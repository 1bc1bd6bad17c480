import type { Kysely } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { InstanceKind } from '@madruga/core/instances.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Accounts } from '../accounts.ts'
import type { Tables } from '../db.ts'
import type { Bots } from '../bot.ts'
import type { Filters } from '../filters.ts'
import type { Clock } from '../kit/clock.ts'
import type { KeyRing } from '../kit/encryption.ts'
import {
  connectAccount,
  openDemoInstance,
  readAccount,
  readStations,
  saveStations,
  saveTokens,
} from '../platforms.ts'
import type { Platform, PlatformReply, Platforms } from '../platforms.ts'
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
  marketUrl: string
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
const SOON_OVER = new Set([
  'bot.daily_stop',
  'bot.cooling',
  'bot.servers_recycling',
  'bot.server_unavailable',
])

/** All demo people, with their sign-in. */
export type Demo = { drivers: DemoSignIn[]; operator: Pick<DemoSignIn, 'email' | 'password'> }

/**
 * Ensures that the demo's people exist, its drivers with a market account, stations and a filter, and that
 * their bots search, unless the driver has stopped them. Adds what is missing and changes nothing else, so
 * that it may run at every start.
 */
export async function prepareDemo(deps: DemoDeps): Promise<Demo> {
  const [drivers, couriers, { password }] = await Promise.all([
    Promise.all(DEMO_DRIVERS.map((driver) => prepareDriver(deps, driver))),
    prepareCouriers(deps),
    openPerson(deps, asOperator(), deps.secretPasswords),
  ])
  return { drivers: [...drivers, ...couriers], operator: { email: DEMO_OPERATOR.email, password } }
}

async function prepareDriver(deps: DemoDeps, driver: DemoDriver): Promise<DemoSignIn> {
  const { email, variant, timeZone } = driver
  const { id: driverId, password } = await openPerson(deps, asDriver(driver), deps.secretPasswords)
  await equipDriver(deps, driver, driverId)
  await startBot(deps, driverId, email)
  return { driverId, email, password, variant, timeZone }
}

/** The couriers of the stand-ins that run, each connected to theirs, with a filter and a bot. */
async function prepareCouriers(deps: DemoDeps): Promise<DemoSignIn[]> {
  const { db, keyRing, platforms, standIns, clock } = deps
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  const names = new Map<InstanceKind, string>()
  for (const standIn of standIns) {
    const courier = DEMO_COURIERS.find(({ kind }) => kind === standIn.kind)
    if (courier)
      names.set(standIn.kind, await openDemoInstance(db, keyRing, { ...courier, ...standIn }, today))
  }
  await platforms.refresh()
  const made = await Promise.all(
    DEMO_COURIERS.map(async (courier) => {
      const name = names.get(courier.kind)
      return name === undefined ? null : await prepareCourier(deps, courier, platforms.byName(name))
    }),
  )
  return made.filter((each) => each !== null)
}

async function prepareCourier(
  deps: DemoDeps,
  courier: DemoCourier,
  platform: Platform,
): Promise<DemoSignIn | null> {
  const { email, identity, password: known, variant, timeZone, choose } = courier
  const { id: driverId, password } = await openPerson(deps, asDriver(courier), deps.secretPasswords)
  const there = { ...deps, platform }
  try {
    await connect(there, { email: identity, password: known, variant }, driverId)
    await giveFilter(there, { variant, timeZone }, driverId, { baseVersion: 0, choose })
    await startBot(deps, driverId, email)
  } catch (error) {
    deps.say(`${email}  does not work: ${(error as Error).message}`)
  }
  return { driverId, email, password, variant, timeZone }
}

/** Ensures that a demo driver has a market account, stations and, if they have none yet, this filter. */
export async function equipDriver(
  deps: Pick<DemoDeps, 'db' | 'filters' | 'keyRing' | 'marketUrl' | 'platform'>,
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
  const known = await readStations(db, driverId, platform.name, variant)
  if (known.length > 0) return
  const tokens = valueOf(await platform.signIn(secret))
  await saveTokens(db, keyRing, driverId, variant, tokens)
  const stations = valueOf(await platform.stations(tokens, variant))
  await saveStations(db, driverId, platform.name, variant, stations)
}

/** A bot that the driver stopped stays stopped; one that never ran, or that the service stopped, starts. */
async function startBot(deps: DemoDeps, driverId: string, email: string): Promise<void> {
  const { bots } = deps
  const { phase, reason } = await bots.readBot(driverId)
  const idle = phase === 'not_running' || phase === 'failed_to_launch' || phase === 'cooling_down'
  if (!idle || reason === 'driver_stopped' || reason === 'autostop') return
  try {
    await bots.startBot(driverId, { mode: 'regular', liveLog: true })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'bot.already_running') return
    if (!SOON_OVER.has(error.code)) throw error
    deps.say(`${email}  is not started yet (${error.code.replace('bot.', '').replaceAll('_', ' ')})`)
    deps.clock.after(AGAIN_MS, () => {
      startBot({ ...deps, say: () => {} }, driverId, email).catch((later: unknown) =>
        deps.say(`${email}  does not start: ${(later as Error).message}`),
      )
    })
  }
}

function valueOf<T>(reply: PlatformReply<T>): T {
  if (reply.ok) return reply.value
  throw new Error(
    `the platform does not serve the demo driver: ${reply.problem.trouble} ${reply.problem.detail ?? ''}`,
  )
}
