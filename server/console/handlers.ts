import type { Admin } from '../admin.ts'
import type { Console } from './operations.ts'
import type { Bots } from '../bot.ts'
import type { Platform } from '../platforms.ts'
import type { RuntimePart } from '../version.ts'
import { acted, asked } from '../module.ts'
import type { Handlers } from '../module.ts'

type AdminParts = {
  admin: Admin
  console: Console
  version: string
  runtime: readonly RuntimePart[]
  platform: Pick<Platform, 'answers'>
  bots: Pick<Bots, 'readSilence' | 'countAdopted'>
  /** How often each job runs, ms. */
  intervals: ReadonlyMap<string, number>
}

/** The operations of admin. */
export function adminHandlers({
  admin,
  console,
  version,
  runtime,
  platform,
  bots,
  intervals,
}: AdminParts): Pick<Handlers, 'admin'> {
  /** A section of a driver's page: that it was opened is written to the audit log. */
  const opened = <In extends { id: string }, Out>(read: (input: In) => Promise<Out>) =>
    acted(async (actor, input: In) => {
      await admin.noteRead(actor, input.id)
      return await read(input)
    })
  /** A search among drivers, by a text: that is written to the audit log too. */
  const searched = <In extends { text?: string | undefined }, Out>(read: (input: In) => Promise<Out>) =>
    acted(async (actor, input: In) => {
      if (input.text?.trim()) await admin.noteSearch(actor, input.text)
      return await read(input)
    })
  const operations: Handlers['admin'] = {
    overview: asked(console.readOverview),
    find: searched(console.find),
    steerIncident: acted(console.steerIncident),
    testAlert: acted(console.testAlert),
    drivers: searched(admin.listDrivers),
    driver: opened(({ id }: { id: string }) => admin.readDriver(id)),
    driverLog: opened(console.readLog),
    driverBlocks: opened(console.readBlocks),
    driverNews: opened(console.readNews),
    driverAccess: opened(console.readAccess),
    setStatus: acted(admin.setStatus),
    setDevice: acted(admin.setDevice),
    endSessions: acted((actor, { id }: { id: string }) => admin.endSessions(actor, id)),
    async service() {
      const [figures, market, silence, adopted] = await Promise.all([
        admin.readFigures(),
        platform.answers(),
        bots.readSilence(),
        bots.countAdopted(),
      ])
      const jobs = figures.jobs.map((job) => ({ ...job, everyMs: intervals.get(job.job) ?? null }))
      const { count, bots: silentBots } = silence
      return {
        ...figures,
        jobs,
        silent: { count, bots: silentBots },
        adopted,
        version,
        runtime: [...runtime],
        platform: availability(market),
      }
    },
    setService: acted(admin.setService),
    kill: acted(admin.setKilled),
    requests: async (_who, page) => ({ requests: await admin.listRequests(page) }),
    replyToRequest: acted(admin.reply),
    closeRequest: acted((actor, { id }: { id: number }) => admin.close(actor, id)),
    messages: asked(admin.listMessages),
    retryJobs: acted(admin.retryJobs),
    retryMessages: acted(admin.retryMessages),
    audit: asked(admin.listActions),
  }
  return { admin: operations }
}

function availability(answers: boolean): 'available' | 'unavailable' {
  return answers ? 'available' : 'unavailable'
}
