import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import type { Clock } from '../../kit/clock.ts'
import { readLatest } from '../../driver/log.ts'
import type { Notify } from '../../notify.ts'
import type { Referrals } from '../../money/subscriptions.ts'
import type { Db } from './model.ts'
import * as store from './store/driver-page.ts'

type In = Inputs['admin']
type Out = Outputs['admin']
type Paged<Q> = Omit<Q, 'limit' | 'before'> & { limit: number; before?: number | undefined }

/** The sections of a driver's page, for operators. */
export type DriverPage = {
  /** Lines of the driver's log, newest first. */
  readLog(query: Paged<In['driverLog']>): Promise<Out['driverLog']>
  readBlocks(query: Paged<In['driverBlocks']>): Promise<Out['driverBlocks']>
  /** What the driver was told in the app: kinds and times, no content. */
  readNews(query: Paged<In['driverNews']>): Promise<Out['driverNews']>
  readAccess(query: In['driverAccess']): Promise<Out['driverAccess']>
}

export type DriverPageDeps = {
  db: Db
  clock: Clock
  notify: Pick<Notify, 'readInbox'>
  referrals: Pick<Referrals, 'read'>
}

/** Filter versions shown. */
const MOST_FILTERS = 20

/** Creates the sections of a driver's page. */
export function createDriverPage({ db, clock, notify, referrals }: DriverPageDeps): DriverPage {
  return {
    async readLog({ id, limit, before }) {
      const { entries } = await readLatest(db, id, { limit, before })
      return { entries, next: entries.length < limit ? null : entries.at(-1)!.seq }
    },
    async readBlocks({ id, limit, before }) {
      const blocks = await store.readBlocks(db, id, { limit, before })
      return { blocks, next: blocks.length < limit ? null : blocks.at(-1)!.startAt }
    },
    async readNews({ id, limit, before }) {
      const { notifications, more } = await notify.readInbox(id, { limit, before })
      const news = notifications.map(({ id: number, kind, at, readAt }) => ({ id: number, kind, at, readAt }))
      return { news, more }
    },
    async readAccess({ id }) {
      const [sessions, filters, { credits }] = await Promise.all([
        store.readSessions(db, id, clock.now()),
        store.readFilters(db, id, MOST_FILTERS),
        referrals.read(id),
      ])
      const { earned, used, available } = credits
      return { sessions, filters, credits: { earned, used, available } }
    },
  }
}
