import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { FLEETBASE_CITY, startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import type { RunningCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import { startMarket } from '@madruga/simulator/running-market.ts'
import type { ChaosPlatform } from './platform.ts'
import type { Random } from './random.ts'

/** A courier of a run, as the platform knows them. */
export type Courier = { email: string; password: string; platformId: string }

/** The same with our id. */
export type ChaosCourier = Courier & { id: string }

/** What a platform itself says of its couriers at the end of a run. */
export type Truth = {
  /** What couriers hold or have done: whose, which job, when. */
  held: { platformId: string; jobId: string; startAt: number; endAt: number }[]
  /** Accepts that the platform confirmed and then gave to another. */
  raced: { platformId: string; jobId: string }[]
  /** Every accept that reached the platform. `isGiven`: it was not refused. */
  accepts: { platformId: string; jobId: string; isGiven: boolean }[]
  /** How often a job was listed: so often may each courier accept it. */
  countListings(jobId: string): number
}

/** A platform that runs in this process, with its levers. */
export type StandIn = {
  url: string
  platform: ChaosPlatform
  open(name: string): Courier
  /** Lists a job, among them some that a rival fills, replaces or frees. */
  place(random: Random): void
  truth(): Truth
  stop(): Promise<void>
}

/** Starts one of them. */
export async function startStandIn(kind: string, seed: number): Promise<StandIn> {
  if (kind === 'market-couriers') return await startCouriers(seed)
  if (kind === 'coopcycle') return await startCoop(seed)
  if (kind === 'fleetbase') return await startFleet(seed)
  throw new Error(`no platform ${kind}; there are market, market-couriers, coopcycle, fleetbase`)
}

/** Each shift has its own hour, a day ahead at least, within what is published. */
function createSlots(): () => number {
  let slot = 0
  const first = Math.ceil((Date.now() + 26 * HOUR_MS) / HOUR_MS) * HOUR_MS
  return () => first + (slot++ % 250) * HOUR_MS
}

async function startCouriers(seed: number): Promise<StandIn> {
  const running = await startMarket({ scenario: 'courier', seed: `chaos-${seed}` })
  const { market } = running
  const { rules } = market
  const scenario = market.world.scenario.courier
  Object.assign(scenario, { jobsPerHour: 0, decideMs: 6_000 })
  market.world.courier.levers.refusedShare = 0.2
  const slot = createSlots()
  const places = [...market.world.stations.values()].filter(
    ({ variant, metroId }) => variant === 'courier' && metroId === 'los-angeles',
  )
  return {
    url: running.url,
    platform: { kind: 'market-couriers' },
    open(name) {
      const account = { email: `${name}@example.com`, password: name }
      const given = { ...account, variant: 'courier' as const, metro: 'los-angeles' }
      return { ...account, platformId: rules.openAccount(market.world, given).driverId }
    },
    place(random) {
      const { world } = market
      const isShift = random() < 0.5
      const start = isShift ? slot() : world.now
      const terms = {
        kind: isShift ? ('shift' as const) : ('order' as const),
        start,
        end: start + (isShift ? HOUR_MS - MINUTE_MS : 6_000),
        endEstimated: !isShift,
        ...(random() < 0.7 && { payCents: 4_000 }),
        currency: random() < 0.2 ? 'EUR' : 'USD',
        skills: random() < 0.1 ? ['cargo bike'] : [],
        needsAgreement: isShift && random() < 0.2,
      }
      const stationId = places[Math.floor(random() * places.length)]!.id
      const job = rules.placeJob(world, { stationId, terms })
      if (isShift && random() < 0.3) {
        rules.jobs.fillJob(world, job)
        if (random() < 0.5) world.queue.push(world.now + 5_000, () => rules.jobs.freeJob(world, job))
      }
    },
    truth() {
      const { world } = market
      const entries = world.ledger.list()
      return {
        held: [...world.courier.holdings.values()]
          .filter(({ state }) => state === 'held' || state === 'running' || state === 'done')
          .map(({ driverId, job, begunAt, endedAt }) => ({
            platformId: driverId,
            jobId: job.jobId,
            startAt: begunAt ?? job.terms.start,
            endAt: endedAt ?? job.terms.end,
          })),
        raced: entries
          .filter(({ action }) => action === 'replaced')
          .map(({ driverId, offerId = '' }) => ({ platformId: driverId, jobId: offerId })),
        accepts: entries
          .filter(({ action }) => action === 'accept')
          .map(({ driverId, offerId = '', status }) => ({
            platformId: driverId,
            jobId: offerId,
            isGiven: status === 200,
          })),
        countListings: (jobId) => 1 + (world.courier.jobs.get(jobId)?.listing ?? 0),
      }
    },
    stop: () => running.stop(),
  }
}

/** Of the requests in a run. */
const COOP_FAULTS = { unavailable: 0.01, dropAfter: 0.01, dropBefore: 0.01, truncate: 0.01 }

async function startCoop(seed: number): Promise<StandIn> {
  const running = await startCoopCycle({ seed: `chaos-${seed}` })
  const { levers } = running
  const slot = createSlots()
  /** The shifts in which rivals gave a place back, each as often. */
  const freed: string[] = []
  return {
    url: running.url,
    platform: { kind: 'coopcycle' },
    open(name) {
      levers.openCourier({ username: name, password: `a ${name}` })
      return { email: name, password: `a ${name}`, platformId: name }
    },
    place(random) {
      // Not before: the process that signs the couriers up asks once.
      levers.setFaults(COOP_FAULTS)
      const startsAt = slot()
      const id = levers.place({
        startsAt,
        endsAt: startsAt + HOUR_MS - MINUTE_MS,
        slots: random() < 0.3 ? 2 : 1,
        requiredSkills: random() < 0.1 ? ['cargo bike'] : [],
      })
      if (random() < 0.3) levers.fill(id)
      if (random() < 0.3) setTimeout(() => freeOne(id), 4_000)
    },
    truth() {
      const shifts = levers.shifts() as {
        id: number
        startsAt: string
        endsAt: string
        assignments: { user: { username: string } }[]
      }[]
      const held = shifts.flatMap((shift) =>
        shift.assignments.map(({ user }) => ({
          platformId: user.username,
          jobId: String(shift.id),
          startAt: Date.parse(shift.startsAt),
          endAt: Date.parse(shift.endsAt),
        })),
      )
      const ledger = levers.ledger()
      const accepts = ledger
        .filter(({ action }) => action === 'apply')
        .map(({ username, shiftId, status }) => ({
          platformId: username ?? '',
          jobId: String(shiftId),
          isGiven: status === 200,
        }))
      const given = listGivenBack(ledger)
      const countListings = (jobId: string) => 1 + [...freed, ...given].filter((id) => id === jobId).length
      return { held, raced: [], accepts, countListings }
    },
    stop: () => running.stop(),
  }

  /** A rival gives a place back; nothing where none has one, or two of our couriers might lose theirs. */
  function freeOne(id: number): void {
    const shift = (levers.shifts() as { id: number; assignments: { user: { username: string } }[] }[]).find(
      (each) => each.id === id,
    )
    const places = shift?.assignments ?? []
    const ours = places.filter(({ user }) => user.username.startsWith('courier-'))
    if (ours.length === places.length || ours.length > 1) return
    levers.free(id, ours[0]?.user.username)
    freed.push(String(id))
  }
}

/** The shifts in which couriers had a place and gave it back, each as often. */
function listGivenBack(ledger: ReturnType<RunningCoopCycle['levers']['ledger']>): string[] {
  const placed = new Set<string>()
  return ledger.flatMap(({ action, username, shiftId, result, status }) => {
    const place = `${username} ${shiftId}`
    if (action === 'promoted' || result === 'assigned') placed.add(place)
    return action === 'unapply' && status === 200 && placed.delete(place) ? [String(shiftId)] : []
  })
}

async function startFleet(seed: number): Promise<StandIn> {
  const running = await startFleetbase({
    seed: `chaos-${seed}`,
    levers: {
      cacheMs: 3_000,
      requestsPerMinute: 1_000_000,
      raceShare: 0.3,
      refusedShare: 0.15,
      pushLostPercent: 20,
      pushLateMs: 500,
    },
  })
  const { world } = running
  // The stand-in's races are won by its first driver, who is none of ours.
  world.openDriver({ email: 'rival@couriers.example', phone: '+13055559999', password: 'rival' })
  let phones = 0
  const ids = new Map<string, string>()
  return {
    url: running.url,
    platform: { kind: 'fleetbase', key: running.key, payMetaKey: running.payMetaKey },
    open(name) {
      const account = { email: `${name}@couriers.example`, password: name }
      const phone = `+1305555${String(++phones).padStart(4, '0')}`
      const { id } = world.openDriver({ ...account, phone, online: true, location: FLEETBASE_CITY })
      ids.set(id, name)
      return { ...account, platformId: id }
    },
    place() {
      for (const order of world.orders.values()) {
        const isOld = Date.now() - (order.startedAt ?? order.createdAt) > 9_000
        if (isOld && order.status === 'started') world.complete(order)
        // Whom a refused start assigned begins later.
        if (isOld && order.status === 'created' && order.driverId !== null)
          Object.assign(order, { dispatched: true, started: true, status: 'started', startedAt: Date.now() })
      }
      const at = { ...FLEETBASE_CITY, id: 'place_chaos', name: 'Main St', street: 'Main St', city: 'Miami' }
      const meta = { [running.payMetaKey]: '40.00' }
      world.place({ pickup: at, dropoff: at, distance: 1_000, time: 600, meta })
    },
    truth() {
      const notes = world.ledger.flatMap(({ at, what, driverId, orderId }) =>
        driverId !== null && orderId !== null && ids.has(driverId)
          ? [{ at, what, platformId: driverId, jobId: orderId }]
          : [],
      )
      const overAt = new Map(
        notes.filter(({ what }) => what === 'completed').map(({ jobId, at }) => [jobId, at]),
      )
      return {
        held: [...world.orders.values()]
          .filter(({ driverId }) => driverId !== null && ids.has(driverId))
          .map((order) => ({
            platformId: order.driverId!,
            jobId: order.id,
            startAt: order.startedAt ?? Date.now(),
            endAt: overAt.get(order.id) ?? Date.now(),
          })),
        raced: notes.filter(({ what }) => what === 'overwritten'),
        accepts: notes
          .filter(({ what }) => what === 'started' || what === 'refused')
          .map(({ what, ...accept }) => ({ ...accept, isGiven: what === 'started' })),
        // No order is taken from its driver to be offered again.
        countListings: () => 1,
      }
    },
    stop: () => running.stop(),
  }
}
