import type { Accounts } from '../accounts.ts'
import type { Limiter } from '../kit/limits.ts'
import { createGuard } from './guard.ts'
import type { Streams } from './streams.ts'
import type { Words } from './words.ts'

type RouterDeps = { accounts: Accounts; words: Words; streams: Streams; driverLimit: Limiter }

/** Every operation of the contract; one that is missing does not compile. */
export function createRouter({ accounts, words, streams, driverLimit }: RouterDeps) {
  const { base, anyone, driver } = createGuard({ accounts, driverLimit })
  return base.router({
    health: anyone.health.handler(() => words.readHealth()),
    accounts: {
      signIn: anyone.accounts.signIn.handler(async ({ input, context: { call } }) => {
        const session = await accounts.signIn(input, call.caller)
        call.cookies.push(...session.cookies)
        return { driver: session.driver }
      }),
      signOut: anyone.accounts.signOut.handler(async ({ context: { call } }) => {
        const { sessionId, cookies } = await accounts.signOut(call.caller)
        call.cookies.push(...cookies)
        if (sessionId) streams.endSession(sessionId)
        return {}
      }),
      session: anyone.accounts.session.handler(async ({ context: { call } }) => {
        const session = await accounts.readSession(call.caller)
        call.cookies.push(...session.cookies)
        return { driver: session.id === null ? null : session.driver }
      }),
      setLanguage: driver.accounts.setLanguage.handler(async ({ input, context: { driverId } }) => ({
        driver: await accounts.setLanguage(driverId, input.language),
      })),
    },
    platforms: {
      stations: driver.platforms.stations.handler(({ context: { driverId } }) =>
        words.platforms.readStations(driverId),
      ),
      status: driver.platforms.status.handler(({ context: { driverId } }) =>
        words.platforms.readStatus(driverId),
      ),
    },
    filters: {
      get: driver.filters.get.handler(({ input, context: { driverId } }) =>
        words.filters.readFilter(driverId, input.variant),
      ),
      save: driver.filters.save.handler(({ input, context: { driverId } }) =>
        words.filters.saveFilter(driverId, input),
      ),
    },
    bot: {
      get: driver.bot.get.handler(({ context: { driverId } }) => words.bot.readBot(driverId)),
      start: driver.bot.start.handler(({ input, context: { driverId } }) =>
        words.bot.startBot(driverId, input),
      ),
      stop: driver.bot.stop.handler(({ context: { driverId } }) => words.bot.stopBot(driverId)),
      today: driver.bot.today.handler(({ context: { driverId } }) => words.bot.readToday(driverId)),
    },
    log: {
      latest: driver.log.latest.handler(({ input, context: { driverId } }) =>
        words.log.readLatest(driverId, input),
      ),
      live: driver.log.live.handler(({ input, context: { driverId, sessionId }, signal, lastEventId }) =>
        streams.stream({ driverId, sessionId, signal }, () =>
          words.log.openTail(driverId, resumeAfter(lastEventId) ?? input.after ?? null),
        ),
      ),
    },
  })
}

/** The number after which a reconnecting browser goes on; null when it names none. */
function resumeAfter(lastEventId: string | undefined): number | null {
  return /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : null
}
