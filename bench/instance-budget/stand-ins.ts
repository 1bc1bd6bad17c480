import type { CourierFilter } from '@madruga/core/filters.ts'
import type { InstanceInput } from '@madruga/core/instances.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import { FLEETBASE_CITY, startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'

/** A request that arrived at a stand-in. `listedBy`: it is a list of offers, read by that driver's token. */
type Arrival = { at: number; listedBy: string | null }

/** A platform that runs in this process. Its drivers have names; those of a job are numbers of `open`. */
export type StandIn = {
  record: Pick<InstanceInput, 'kind' | 'baseUrl' | 'key' | 'options'>
  /** The zone of its place. */
  timeZone: string
  /** Opens the account of a driver, the first one with index 0; answers how they sign in. */
  open(index: number): { email: string; password: string }
  /** The name under which that driver reads lists. */
  nameOf(index: number): string
  /** What of a filter lets a driver take the jobs that fit them alone. */
  own(index: number, filter: CourierFilter): CourierFilter
  /** Places one job, which fits one driver alone or all of them (null); answers its id. */
  place(index: number | null): string
  /** When a job was first taken; null = it was not. */
  takenAt(id: string): number | null
  arrivals(): Arrival[]
  stop(): Promise<void>
}

/** Starts the stand-in of a platform. */
export async function startStandIn(kind: string): Promise<StandIn> {
  return kind === 'fleetbase' ? await startOrders() : await startShifts()
}

/** Shifts of one place, an hour each, which require a skill that one courier has. */
async function startShifts(): Promise<StandIn> {
  const { url, levers, stop } = await startCoopCycle()
  const first = Math.ceil((Date.now() + DAY_MS) / HOUR_MS) * HOUR_MS
  let count = 0
  return {
    record: { kind: 'coopcycle', baseUrl: url, key: null, options: {} },
    timeZone: 'Europe/Paris',
    open(index) {
      const username = courierOf(index)
      levers.openCourier({ username, password: username, skills: [skillOf(index)] })
      return { email: username, password: username }
    },
    nameOf: courierOf,
    own: (index, filter) => ({ ...filter, skills: [skillOf(index)] }),
    place(index) {
      const startsAt = first + count++ * HOUR_MS
      const requiredSkills = index === null ? [] : [skillOf(index)]
      return String(
        levers.place({ startsAt, endsAt: startsAt + HOUR_MS - MINUTE_MS, slots: 1, requiredSkills }),
      )
    },
    takenAt: (id) =>
      levers.ledger().find((one) => one.shiftId === Number(id) && one.result === 'assigned')?.at ?? null,
    arrivals: () =>
      levers
        .ledger()
        .map(({ at, action, username }) => ({ at, listedBy: action === 'list' ? (username ?? null) : null })),
    stop,
  }
}

const courierOf = (index: number): string => `courier-${index}`
const skillOf = (index: number): string => `the bike of ${courierOf(index)}`

/** Orders that take five seconds, in an hour of which one driver's filter knows. All drivers are nearby. */
async function startOrders(): Promise<StandIn> {
  const running = await startFleetbase({ levers: { requestsPerMinute: 100_000 } })
  const { world } = running
  const first = Math.ceil((Date.now() + 26 * HOUR_MS) / HOUR_MS) * HOUR_MS
  const hourOf = (index: number): number => first + index * HOUR_MS
  const ids: string[] = []
  let count = 0
  const spot = { id: 'place_1', name: 'Casa Verde', street: '1 Bay St', city: 'Miami', ...FLEETBASE_CITY }
  return {
    record: {
      kind: 'fleetbase',
      baseUrl: running.url,
      key: running.key,
      options: { payMetaKey: running.payMetaKey, currency: 'USD', timeZone: 'UTC' },
    },
    timeZone: 'UTC',
    open(index) {
      const [email, password] = [`driver-${index}@couriers.example`, `driver-${index}`]
      const phone = `+1305555${String(1_000 + index)}`
      const driver = world.openDriver({ email, phone, password, online: true, location: FLEETBASE_CITY })
      ids[index] = driver.id
      return { email, password }
    },
    nameOf: (index) => ids[index]!,
    own(index, filter) {
      const at = new Date(hourOf(index))
      const startMinute = at.getUTCHours() * 60
      const ranges = [{ startMinute, endMinute: startMinute + 60 }]
      const isDay = (day: number): boolean => day % 7 === at.getUTCDay()
      const days = filter.schedule.days.filter(({ day }) => isDay(day))
      const schedule = { ...filter.schedule, days: days.map((day) => ({ ...day, allDay: false, ranges })) }
      return { ...filter, schedule }
    },
    place(index) {
      // Ten minutes apart: a job that is done still occupies the time for which it was scheduled.
      const minutes = 5 + 10 * (Math.floor(count++ / 10) % 5)
      const scheduledAt = index === null ? null : hourOf(index) + minutes * MINUTE_MS
      const terms = { distance: 4_830, time: 5, transactionAmount: 2_500, currency: 'USD', meta: {} }
      return world.place({ pickup: spot, dropoff: spot, ...terms, scheduledAt }).id
    },
    takenAt: (id) => world.ledger.find((one) => one.orderId === id && one.what === 'started')?.at ?? null,
    arrivals: () =>
      running.requests.map(({ at, query }) => ({ at, listedBy: new URLSearchParams(query).get('nearby') })),
    stop: () => running.stop(),
  }
}
