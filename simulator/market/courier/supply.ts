import { drawBetween, drawCount, drawOne, drawWhole, openStream } from '../random.ts'
import type { Random } from '../random.ts'
import type { Station } from '../stations.ts'
import type { World } from '../world.ts'
import { fillJob, freeJob, listJob } from './jobs.ts'
import type { JobTerms } from './model.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ORDER_LIST_MS = 2 * MINUTE_MS

/** Starts the stream of shifts and orders: every place, every minute, determined by the seed. */
export function openCourierSupply(world: World): void {
  const { jobsPerHour } = world.scenario.courier
  if (jobsPerHour === 0) return
  const places = [...world.stations.values()].filter(({ variant }) => variant === 'courier')
  const releaseMinute = () => {
    const minute = Math.floor(world.now / MINUTE_MS)
    for (const place of places) {
      const random = openStream(world.seed, 'jobs', place.id, minute)
      const count = drawCount(random, jobsPerHour / 60)
      for (let index = 0; index < count; index++) {
        const at = minute * MINUTE_MS + Math.round(random() * MINUTE_MS)
        world.queue.push(Math.max(world.now, at), () =>
          release(world, place, `${place.id}/${minute}/${index}`),
        )
      }
    }
    world.queue.push((minute + 1) * MINUTE_MS, releaseMinute)
  }
  world.queue.push(Math.ceil(world.now / MINUTE_MS) * MINUTE_MS, releaseMinute)
}

function release(world: World, station: Station, name: string): void {
  const random = openStream(world.seed, 'job', name)
  const terms = random() < 0.5 ? drawShift(random, world.now) : drawOrder(random, world.now)
  const job = listJob(world, { station, terms, name, listedMs: ORDER_LIST_MS })
  // A rival takes half of them, and gives back some shifts.
  if (random() < 0.5) {
    world.queue.push(world.now + drawWhole(random, 1_000, 60_000), () => fillJob(world, job))
    if (terms.kind === 'shift' && random() < 0.4)
      world.queue.push(world.now + drawWhole(random, 2, 30) * MINUTE_MS, () => {
        if (job.state === 'full' && job.holder === 'rival') freeJob(world, job)
      })
  }
}

function drawShift(random: Random, now: number): JobTerms {
  const start = Math.ceil((now + drawBetween(random, 1, 48) * HOUR_MS) / HOUR_MS) * HOUR_MS
  return {
    kind: 'shift',
    start,
    end: start + drawOne(random, [2, 3, 4]) * HOUR_MS,
    endEstimated: false,
    ...drawPay(random, 4_000, 12_000),
    skills: random() < 0.15 ? ['cargo bike'] : [],
    needsAgreement: random() < 0.2,
  }
}

function drawOrder(random: Random, now: number): JobTerms {
  return {
    kind: 'order',
    start: now,
    end: now + drawWhole(random, 15, 50) * MINUTE_MS,
    endEstimated: true,
    ...drawPay(random, 700, 2_500),
    skills: [],
    needsAgreement: false,
  }
}

/** A third of the jobs states no pay; some pay in another currency. */
function drawPay(random: Random, from: number, to: number): Pick<JobTerms, 'payCents' | 'currency'> {
  const currency = random() < 0.2 ? 'EUR' : 'USD'
  return random() < 0.33 ? { currency } : { currency, payCents: drawWhole(random, from, to) }
}
