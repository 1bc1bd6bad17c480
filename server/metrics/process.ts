import type { Registry } from 'prom-client'
import type { Pool } from 'pg'
import type { BotFigures } from '../bot.ts'
import { gauge } from './read.ts'

/** What is read of a process whenever its metrics are read. */
export type WatchedProcess = {
  bots(): BotFigures
  /** Connections to the database by their use, besides those of the bots. */
  pools: Record<string, Pool>
  /** Waiting tasks by queue, besides those of the bots. */
  queues(): Record<string, number>
}

const POOL = 'db_client_connection_pool_name'
const STATE = 'db_client_connection_state'

/** Registers the gauges of a process. */
export function watchProcess(register: Registry, { bots, pools, queues }: WatchedProcess): void {
  gauge(register, 'madruga_searches', 'Searches of this process', [], (set) => set(bots().searches))
  gauge(
    register,
    'madruga_lease_age_seconds',
    "Since the database last confirmed this worker's searches; none go on after 5 s",
    [],
    (set) => {
      const { leaseAgeMs } = bots()
      if (leaseAgeMs !== null) set(leaseAgeMs / 1000)
    },
  )
  gauge(register, 'madruga_queue_waiting', 'Tasks that wait for their turn', ['queue'], (set) => {
    for (const [queue, waiting] of Object.entries({ ...queues(), ...bots().queues })) set(waiting, { queue })
  })
  gauge(
    register,
    'db_client_connection_count',
    'Connections to PostgreSQL by pool and state',
    [POOL, STATE],
    (set) => {
      for (const [pool, { totalCount, idleCount }] of Object.entries({ ...pools, ...bots().pools })) {
        set(idleCount, { [POOL]: pool, [STATE]: 'idle' })
        set(totalCount - idleCount, { [POOL]: pool, [STATE]: 'used' })
      }
    },
  )
  gauge(
    register,
    'db_client_connection_pending_requests',
    'Queries that wait for a connection, by pool',
    [POOL],
    (set) => {
      for (const [pool, { waitingCount }] of Object.entries({ ...pools, ...bots().pools }))
        set(waitingCount, { [POOL]: pool })
    },
  )
}
