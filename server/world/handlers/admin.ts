import type { Actor, Admin } from '../../admin.ts'
import type { Bots } from '../../bot.ts'
import type { Operator, Handlers } from '../../http.ts'
import type { Platform } from '../../platforms.ts'

type AdminDeps = {
  admin: Admin
  version: string
  platform: Pick<Platform, 'answers'>
  bots: Pick<Bots, 'answers' | 'readSilence'>
}

/** The operations of admin. */
export function adminHandlers({ admin, version, platform, bots }: AdminDeps): Handlers['admin'] {
  return {
    drivers: (_who, query) => admin.listDrivers(query),
    driver: (_who, { id }) => admin.readDriver(id),
    setStatus: (who, change) => admin.setStatus(actorOf(who), change),
    setDevice: (who, change) => admin.setDevice(actorOf(who), change),
    endSessions: (who, { id }) => admin.endSessions(actorOf(who), id),
    async service() {
      const [figures, market, engine, silent] = await Promise.all([
        admin.readFigures(),
        platform.answers(),
        bots.answers(),
        bots.readSilence(),
      ])
      return { ...figures, silent, version, platform: availability(market), engine: availability(engine) }
    },
    setService: (who, change) => admin.setService(actorOf(who), change),
    kill: (who, change) => admin.setKilled(actorOf(who), change),
    requests: async (_who, page) => ({ requests: await admin.listRequests(page) }),
    replyToRequest: (who, answer) => admin.reply(actorOf(who), answer),
    closeRequest: (who, { id }) => admin.close(actorOf(who), id),
    messages: (_who, page) => admin.listMessages(page),
    audit: (_who, query) => admin.listActions(query),
  }
}

function availability(answers: boolean): 'available' | 'unavailable' {
  return answers ? 'available' : 'unavailable'
}

function actorOf({ driverId, email }: Operator): Actor {
  return { id: driverId, name: email }
}
