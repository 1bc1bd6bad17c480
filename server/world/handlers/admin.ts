import type { Admin } from '../../admin.ts'
import type { Bots } from '../../bot.ts'
import type { Handlers } from '../../http.ts'
import type { Platform } from '../../platforms.ts'
import { acted, asked } from './own.ts'

type AdminDeps = {
  admin: Admin
  version: string
  platform: Pick<Platform, 'answers'>
  bots: Pick<Bots, 'readSilence'>
}

/** The operations of admin. */
export function adminHandlers({ admin, version, platform, bots }: AdminDeps): Handlers['admin'] {
  return {
    drivers: asked(admin.listDrivers),
    driver: (_who, { id }) => admin.readDriver(id),
    setStatus: acted(admin.setStatus),
    setDevice: acted(admin.setDevice),
    endSessions: acted((actor, { id }: { id: string }) => admin.endSessions(actor, id)),
    async service() {
      const [figures, market, silent] = await Promise.all([
        admin.readFigures(),
        platform.answers(),
        bots.readSilence(),
      ])
      return { ...figures, silent, version, platform: availability(market) }
    },
    setService: acted(admin.setService),
    kill: acted(admin.setKilled),
    requests: async (_who, page) => ({ requests: await admin.listRequests(page) }),
    replyToRequest: acted(admin.reply),
    closeRequest: acted((actor, { id }: { id: number }) => admin.close(actor, id)),
    messages: asked(admin.listMessages),
    audit: asked(admin.listActions),
  }
}

function availability(answers: boolean): 'available' | 'unavailable' {
  return answers ? 'available' : 'unavailable'
}
