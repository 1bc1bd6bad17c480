import { createLogTail, recordForMany } from '@madruga/server/log.ts'
import type { World } from '@madruga/server/world.ts'

const VIEWERS = 2_000
const STRANGERS = 200_000
const ROUNDS = 20

/** What announcing a line costs the process that serves its viewers, us of CPU. */
export type NoticeCosts = {
  /** Of a driver whom somebody watches, with the read and the delivery. */
  watched: number
  /** Of a driver whom no one watches here: most are, since every process hears every announcement. */
  unwatched: number
}

/** Opens 2,000 viewers of as many drivers, and announces a line to each. */
export async function measureNotices({ database, clock }: World): Promise<NoticeCosts> {
  const tail = createLogTail({ db: database.kysely, clock })
  const ids = Array.from({ length: VIEWERS }, (_, index) => `driver-${index}`)
  const viewers = await Promise.all(ids.map((id) => tail.openTail(id, null)))
  const data = { phase: 'running', gps: true, reason: null, dueAt: null, mode: 'regular' } as const
  const entry = { at: clock.now(), type: 'bot.state_changed', data } as const
  const lines = ids.map((driverId) => ({ driverId, entry }))
  let watched = Infinity
  // The least of some rounds: the first compiles.
  for (let round = 0; round < ROUNDS; round++) {
    const delivered = viewers.map((viewer) => viewer.next())
    await database.kysely.transaction().execute((tx) => recordForMany(tx, lines))
    const cost = await cpuOf(VIEWERS, async () => {
      for (const id of ids) tail.wake(id)
      await Promise.all(delivered)
    })
    watched = Math.min(watched, cost)
  }
  for (const viewer of viewers) void viewer.next()
  const unwatched = await cpuOf(STRANGERS, async () => {
    for (let index = 0; index < STRANGERS; index++) tail.wake(`stranger-${index}`)
  })
  tail.close()
  return { watched, unwatched }
}

async function cpuOf(count: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}
