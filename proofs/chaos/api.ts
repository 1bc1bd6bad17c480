import type { TaskTurn } from '@madruga/server/bot.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import type { ApiCalls, Asked, Answered } from './api-client.ts'
import { openRole } from './role.ts'

// The roles api and jobs of a run in their own process: they start and stop bots and run no search.
const STARTS_AT_ONCE = 32
const logger = createLogger({ level: 'info', style: 'plain' })
const { clock, bots } = await openRole(logger, { isWorker: false, connections: 24 })

/** A task that is due now and that no one else does. */
const startNow = (): TaskTurn => ({
  order: { action: 'start', mode: 'regular', liveLog: true },
  dueAt: clock.now(),
  claim: async () => true,
  settle: async () => {},
})

const calls: ApiCalls = {
  hasWorkers: bots.hasWorkers,
  start: async (driverId) => void (await bots.startBot(driverId, { mode: 'regular', liveLog: true })),
  stop: async (driverId) => void (await bots.stopBot(driverId)),
  async startByTask(driverIds) {
    const waiting = driverIds.values()
    const startNext = async (): Promise<void> => {
      for (const driverId of waiting) await bots.runTask(driverId, startNow())
    }
    await Promise.all(Array.from({ length: STARTS_AT_ONCE }, startNext))
  },
  stopDue: bots.sweeps.stopDue,
}

const answer = (answered: Answered): void => void process.send?.(answered)
process.on('message', ({ id, call, args }: Asked) => {
  const work = calls[call] as (...given: unknown[]) => Promise<unknown>
  work(...args).then(
    (value) => answer({ id, value, error: null }),
    (error: unknown) => answer({ id, value: null, error: String(error) }),
  )
})
process.send?.('up')
