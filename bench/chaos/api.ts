import { createInterface } from 'node:readline'
import { createBots } from '@madruga/server/bot.ts'
import type { TaskTurn } from '@madruga/server/bot.ts'
import { followClock, openDatabase, readClock } from '@madruga/server/db.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { onePlatform } from '@madruga/server/platforms.ts'
import type { ApiCalls, Asked, Answered } from './api-client.ts'
import { openNotify } from './notify.ts'
import { openChaosPlatform } from './platform.ts'
import type { ChaosPlatform } from './platform.ts'
import { SETTINGS } from './settings.ts'
import { followLines } from './wrong-clock.ts'

// The roles api and jobs of a run in a process of their own: they start and stop bots and run no search. A
// line of its input says by how many ms its clock is wrong from then on; it exits with its parent.
const STARTS_AT_ONCE = 32
const [databaseUrl, marketUrl, keyRingFile, plan, chosen] = process.argv.slice(2) as string[] &
  [string, string, string, keyof typeof SETTINGS, string]
followLines(createInterface(process.stdin))
const logger = createLogger({ level: 'info', style: 'plain' })
const database = openDatabase(databaseUrl, { max: 24 })
const { clock } = await followClock({
  read: () => readClock(database),
  onFault: (error) => logger.warn({ err: error }, "the database's time is not known now"),
})
const platform = openChaosPlatform(JSON.parse(chosen) as ChaosPlatform, marketUrl, clock)
const settings = SETTINGS[plan]
const keyRing = loadKeyRing(keyRingFile)
const notify = await openNotify({
  database,
  databaseUrl,
  clock,
  logger,
  keyRing,
  settings: settings.messages,
  sends: false,
})
const bots = await createBots({
  database,
  databaseUrl,
  clock,
  settings,
  logger,
  keyRing,
  platforms: onePlatform(platform),
  worker: null,
  // What a stop settles is told as well.
  ...(plan === 'chaos' && { notify }),
})

/** A task that is due now and that nobody else does. */
const startNow = (): TaskTurn => ({
  order: { action: 'start', mode: 'regular', liveLog: false },
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
