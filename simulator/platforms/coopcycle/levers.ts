import { z } from 'zod'
import type { Agenda } from '../agenda.ts'
import { assign, findShift, Refused, unapply } from './applications.ts'
import { NO_FAULTS } from './model.ts'
import type { Courier, Faults, LedgerEntry, Settings, Shift, World } from './model.ts'
import { fillShift } from './rivals.ts'
import type { Call } from './routes.ts'
import { weekOf } from './time.ts'
import { writeError, writeShift } from './wire.ts'
import { openCourier, planShift, publishWeek } from './world.ts'
import type { NewCourier, NewShift } from './world.ts'

/** Everything by which a test or an admin makes an instance behave. */
export interface Levers {
  openCourier(courier: NewCourier): void
  /** Plans a shift and, unless `published` is false, publishes its week. Answers its id. */
  place(shift: NewShift & { published?: boolean | undefined }): number
  /** Others take every free place. */
  fill(shiftId: number): void
  /** Somebody other than `username` gives a place back, and the first of the wait list gets it. */
  free(shiftId: number, username?: string): void
  /** A dispatcher moves the shift, later or earlier. */
  move(shiftId: number, ms: number): void
  /** A dispatcher takes the courier from the shift. */
  dismiss(shiftId: number, username: string): void
  /** A dispatcher puts the courier into the shift, published or not. */
  assign(shiftId: number, username: string): void
  /** The shift is no longer planned. */
  withdraw(shiftId: number): void
  publish(monday: string): void
  /** The courier's tokens end; `refresh`: those that renew them as well. */
  expireTokens(username: string, refresh?: boolean): void
  setFaults(faults: Partial<Faults>): void
  /** The operator changes what the instance says of itself, or how long its tokens live. */
  setSettings(settings: Partial<Settings>): void
  /** Only a stepped clock is advanced. */
  advance(ms: number): void
  shifts(): Record<string, unknown>[]
  ledger(since?: number): LedgerEntry[]
}

export function createLevers(world: World, agenda: Agenda): Levers {
  const shiftOf = (id: number): Shift => findShift(world, String(id))
  return {
    openCourier: (courier) => void openCourier(world, courier),
    place({ published = true, ...shift }) {
      if (published) publishWeek(world, weekOf(shift.startsAt, world.settings.timeZone))
      return planShift(world, shift).id
    },
    fill: (id) => fillShift(world, shiftOf(id)),
    free(id, username) {
      const shift = shiftOf(id)
      const giver = shift.assignments.find(({ courier }) => courier.username !== username)
      if (giver === undefined) throw new Refused(409, 'nobody holds a place')
      unapply(world, shift, giver.courier)
    },
    move(id, ms) {
      const shift = shiftOf(id)
      shift.startsAt += ms
      shift.endsAt += ms
    },
    assign: (id, username) => assign(world, shiftOf(id), courierOf(world, username)),
    dismiss: (id, username) => unapply(world, shiftOf(id), courierOf(world, username)),
    withdraw(id) {
      world.shifts.delete(shiftOf(id).id)
    },
    publish: (monday) => publishWeek(world, monday),
    expireTokens(username, refresh = false) {
      const courier = courierOf(world, username)
      courier.endedTokens = world.given
      if (refresh) courier.endedRefreshTokens = world.given
    },
    setFaults: (faults) => void (world.faults = { ...NO_FAULTS, ...faults }),
    setSettings: (settings) => void (world.settings = { ...world.settings, ...settings }),
    advance: (ms) => agenda.advance(ms),
    shifts: () => Array.from(world.shifts.values(), (shift) => writeShift(world, shift)),
    ledger: (since = 0) => world.ledger.filter(({ seq }) => seq > since),
  }
}

function courierOf(world: World, username: string): Courier {
  const courier = world.couriers.get(username)
  if (courier === undefined) throw new Refused(404, `no courier ${username}`)
  return courier
}

/** Where the levers are; they answer to this machine alone. */
export const ADMIN = '/admin/'

const share = z.number().min(0).max(1)
const instant = z.iso.datetime({ offset: true }).transform((iso) => Date.parse(iso))
const shapes = {
  courier: z.object({
    username: z.string().min(1),
    password: z.string().min(1),
    email: z.string().optional(),
    skills: z.array(z.string()).optional(),
    roles: z.array(z.string()).optional(),
    enabled: z.boolean().optional(),
  }),
  shift: z.object({
    startsAt: instant,
    endsAt: instant,
    slots: z.int().positive().optional(),
    activity: z.string().optional(),
    breakMinutes: z.int().nonnegative().optional(),
    comment: z.string().optional(),
    requiredSkills: z.array(z.string()).optional(),
    published: z.boolean().optional(),
  }),
  one: z.object({ id: z.int() }),
  move: z.object({ id: z.int(), ms: z.int() }),
  place: z.object({ id: z.int(), username: z.string() }),
  free: z.object({ id: z.int(), username: z.string().optional() }),
  week: z.object({ monday: z.iso.date() }),
  tokens: z.object({ username: z.string(), refresh: z.boolean().optional() }),
  faults: z
    .object({
      unavailable: share,
      brokenAfter: share,
      dropBefore: share,
      dropAfter: share,
      slow: share,
      slowMs: z.number().nonnegative(),
      truncate: share,
      emptyList: share,
      doubleList: share,
      wrongTypes: share,
      maintenance: z.boolean(),
      doubleIs500: z.boolean(),
      budget: z.object({ requests: z.int().positive(), spanMs: z.number().positive() }).nullable(),
    })
    .partial(),
  settings: z
    .object({
      brandName: z.string(),
      latlng: z.string(),
      currencyCode: z.string(),
      timeZone: z.string(),
      locale: z.string(),
      tokenSeconds: z.int().positive(),
    })
    .partial(),
  clock: z.object({ ms: z.number().nonnegative() }),
  since: z.object({ since: z.coerce.number().optional() }),
}

type Lever = (levers: Levers, given: unknown) => unknown

const ROUTES: Record<string, Lever> = {
  'POST couriers': (levers, given) => levers.openCourier(shapes.courier.parse(given)),
  'POST shifts': (levers, given) => ({ id: levers.place(shapes.shift.parse(given)) }),
  'GET shifts': (levers) => ({ shifts: levers.shifts() }),
  'POST fill': (levers, given) => levers.fill(shapes.one.parse(given).id),
  'POST free': (levers, given) => {
    const { id, username } = shapes.free.parse(given)
    levers.free(id, username)
  },
  'POST move': (levers, given) => {
    const { id, ms } = shapes.move.parse(given)
    levers.move(id, ms)
  },
  'POST dismiss': (levers, given) => {
    const { id, username } = shapes.place.parse(given)
    levers.dismiss(id, username)
  },
  'POST assign': (levers, given) => {
    const { id, username } = shapes.place.parse(given)
    levers.assign(id, username)
  },
  'POST withdraw': (levers, given) => levers.withdraw(shapes.one.parse(given).id),
  'POST publish': (levers, given) => levers.publish(shapes.week.parse(given).monday),
  'POST expire-tokens': (levers, given) => {
    const { username, refresh } = shapes.tokens.parse(given)
    levers.expireTokens(username, refresh)
  },
  'PUT faults': (levers, given) => levers.setFaults(shapes.faults.parse(given) as Partial<Faults>),
  'PUT settings': (levers, given) => levers.setSettings(shapes.settings.parse(given) as Partial<Settings>),
  'POST advance': (levers, given) => levers.advance(shapes.clock.parse(given).ms),
  'GET ledger': (levers, given) => ({ entries: levers.ledger(shapes.since.parse(given).since) }),
}

/** Pulls one lever over HTTP. */
export function answerLever(
  levers: Levers,
  { method, url, body }: Call,
): { status: number; body: Record<string, unknown> } {
  const lever = ROUTES[`${method} ${url.pathname.slice(ADMIN.length)}`]
  if (lever === undefined) return { status: 404, body: writeError('Not Found') }
  try {
    const given: unknown = method === 'GET' ? Object.fromEntries(url.searchParams) : JSON.parse(body || '{}')
    const answered = lever(levers, given)
    return { status: 200, body: (answered ?? {}) as Record<string, unknown> }
  } catch (error) {
    const { message } = error as Error
    return { status: error instanceof Refused ? error.status : 400, body: writeError(message) }
  }
}
