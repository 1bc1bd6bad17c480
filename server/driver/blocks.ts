import {
  checkInFee,
  checkInSpan,
  daysSpan,
  weekSpan,
  minutesUntil,
  refuseSkip,
} from '@madruga/core/blocks.ts'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { listUndecided } from '../bot.ts'
import type { Bots } from '../bot.ts'
import { resolvePending } from './blocks/pending.ts'
import { checkIn, readCheckInCents, recordCheckIn } from './blocks/check-in.ts'
import type { CheckedIn } from './blocks/check-in.ts'
import { writeFeed } from './blocks/feed.ts'
import { findBlock, findDriver } from './blocks/find.ts'
import { makeLink, readFeed, removeLink, showLink } from './blocks/links.ts'
import type { CalendarLink } from './blocks/links.ts'
import type { BlocksDeps, BlockView, Db } from './blocks/model.ts'
import { release } from './blocks/release.ts'
import type { Released } from './blocks/release.ts'
import { countAwards, readAhead, readStarting, viewOf, readDueReminders, setSkip } from './blocks/store.ts'
import { defineModule, own } from '../module.ts'
import type { Handlers } from '../module.ts'
import { listEncryptedColumns } from './blocks/link-store.ts'

export type { BlocksDeps, BlockView } from './blocks/model.ts'

type BlocksParts = Omit<BlocksDeps, 'readCosts'> & { recap: { readBlockCosts: BlocksDeps['readCosts'] } }

/** The declaration of blocks. */
export const blocks = defineModule({
  tables: ['calendar_links', 'check_ins', 'releases', 'reminder_skips'],
  sections: [
    {
      name: 'checkIns',
      from: 'check_ins',
      columns: 'block_id, asked_at, at, fee_cents',
      key: [['block_id', 'text']],
    },
    {
      name: 'releases',
      from: 'releases',
      columns: 'block_id, asked_at, at, late',
      key: [['block_id', 'text']],
    },
    { name: 'reminderSkips', from: 'reminder_skips', columns: 'block_id, at', key: [['block_id', 'text']] },
    {
      name: 'calendarLinks',
      from: 'calendar_links',
      columns: 'created_at, read_at',
      key: [['created_at', 'timestamptz']],
    },
  ],
  encrypted: listEncryptedColumns,
  create: ({ recap, ...parts }: BlocksParts) => ({
    blocks: createBlocks({ ...parts, readCosts: recap.readBlockCosts }),
  }),
  handlers: (parts: { blocks: Blocks; bots: Pick<Bots, 'leaveWaitList'> }): Pick<Handlers, 'blocks'> => ({
    blocks: {
      list: own(parts.blocks.listBlocks),
      arrivals: own(parts.blocks.listArrivals),
      checkIn: own(parts.blocks.checkIn),
      release: own(parts.blocks.release),
      leaveWaitList: own(parts.bots.leaveWaitList),
      skipReminder: own(parts.blocks.skipReminder),
      calendarLink: own(parts.blocks.showLink),
      makeCalendarLink: own(parts.blocks.makeLink),
      removeCalendarLink: own(parts.blocks.removeLink),
    },
  }),
  jobs: ({ blocks: { sweeps } }: { blocks: Pick<Blocks, 'sweeps'> }) => [
    { name: 'blocks.remind', everyMs: MINUTE_MS, run: sweeps.remind },
    { name: 'blocks.settle_asked', everyMs: MINUTE_MS, asksOutside: true, run: sweeps.resolvePending },
  ],
})

type In = Inputs['blocks']
type Out = Outputs['blocks']

/**
 * Blocks that drivers hold or held, and the actions around them. Every operation uses only a driver's own
 * rows.
 */
export type Blocks = {
  /**
   * Blocks that start on these days of the driver, by start. Refuses days that do not exist, or too many,
   * with `request.invalid`.
   */
  listBlocks(driverId: string, days: In['list']): Promise<Out['list']>
  /** Blocks that are open for check-in now or within a day, and its current price. */
  listArrivals(driverId: string): Promise<Out['arrivals']>
  checkIn(driverId: string, arrival: In['checkIn']): Promise<CheckedIn>
  /** Records a check-in of the past that the platform has confirmed, inside the caller's transaction. */
  recordCheckIn(tx: Db, driverId: string, arrival: { blockId: string; at: Timestamp }): Promise<void>
  release(driverId: string, input: In['release']): Promise<Released>
  skipReminder(driverId: string, input: In['skipReminder']): Promise<{ block: BlockView }>
  showLink(driverId: string): Promise<CalendarLink>
  makeLink(driverId: string): Promise<CalendarLink>
  removeLink(driverId: string): Promise<CalendarLink>
  /** One block as iCalendar text. Refuses with `blocks.not_found`. */
  writeBlock(driverId: string, id: string): Promise<string>
  /** The iCalendar text of a secret; null if it is unknown. */
  readFeed(secret: string): Promise<string | null>
  /** Jobs of the calendar; any process may run each at any time. */
  sweeps: {
    /** Reminders of blocks that start soon. */
    remind(): Promise<void>
    /** Check-ins and releases whose answer was not recorded. */
    resolvePending(): Promise<void>
  }
}

/** A year and a month at each end: more than any screen shows at once. */
const MOST_DAYS_MS = 430 * DAY_MS
const SOON_MS = DAY_MS

/** Creates the module. */
export function createBlocks(deps: BlocksDeps): Blocks {
  const { db, clock, settings } = deps
  return {
    async listBlocks(driverId, { from, to }) {
      const driver = await findDriver(db, driverId)
      const { timeZone, reminderMinutes, variant } = driver
      const span = daysSpan(timeZone, from, to)
      if (span === null || span.to - span.from > MOST_DAYS_MS) throw new AppError('request.invalid')
      // Read first: one that is won meanwhile is in both lists, not in neither.
      const undecided = await listUndecided(db, driverId, span)
      const rows = await readStarting(db, driverId, span.from, span.to)
      const waiting = undecided.filter(({ id }) => rows.every((row) => row.id !== id))
      const { lateMs } = settings.release
      const canRelease = (await deps.platforms.of(driverId, variant)).capabilities.release
      const costs = await deps.readCosts(driverId, rows)
      return { blocks: rows.map(viewOf), waiting, costs, timeZone, reminderMinutes, lateMs, canRelease }
    },

    async listArrivals(driverId) {
      const { timeZone, status, variant } = await findDriver(db, driverId)
      const now = clock.now()
      const week = weekSpan(timeZone, now)
      const awardsThisWeek = await countAwards(db, driverId, week.from, week.to)
      const cents = checkInFee(awardsThisWeek, await readCheckInCents(deps, db, variant))
      const rows = await readAhead(db, driverId, now, now + SOON_MS)
      return {
        blocks: rows.map((row) => ({ ...viewOf(row), ...checkInSpan(row, settings.checkIn) })),
        fee: { cents, applies: cents > 0, awardsThisWeek },
        opensMs: settings.checkIn.opensMs,
        accountActive: status === 'active',
        canCheckIn: (await deps.platforms.of(driverId, variant)).capabilities.checkIn,
        timeZone,
      }
    },

    checkIn: (driverId, arrival) => checkIn(deps, driverId, arrival),
    recordCheckIn: (tx, driverId, arrival) => recordCheckIn(deps, tx, driverId, arrival),
    release: (driverId, input) => release(deps, driverId, input),
    skipReminder: (driverId, input) => skipReminder(deps, driverId, input),
    showLink: (driverId) => showLink(deps, driverId),
    makeLink: (driverId) => makeLink(deps, driverId),
    removeLink: (driverId) => removeLink(deps, driverId),
    async writeBlock(driverId, id) {
      return writeFeed([viewOf(await findBlock(db, driverId, id))], await findDriver(db, driverId))
    },
    readFeed: (secret) => readFeed(deps, secret),
    sweeps: { remind: () => remind(deps), resolvePending: () => resolvePending(deps) },
  }
}

const AT_ONCE = 500

/**
 * Notifies drivers of blocks that start soon, once per block at the chosen minutes. After an outage late ones
 * are still sent, with the remaining minutes, until the block starts.
 */
async function remind({ db, clock, notify, logger }: BlocksDeps): Promise<void> {
  let reminders
  do {
    const now = clock.now()
    reminders = await readDueReminders(db, now, AT_ONCE)
    for (const { driverId, event, minutes: _, ...reminder } of reminders) {
      const params = { ...reminder, minutes: minutesUntil(reminder.startAt, now) }
      await notify.announce(db, { driverId, kind: 'reminder', params, event })
    }
    if (reminders.length > 0) logger.debug({ count: reminders.length }, 'reminders told')
  } while (reminders.length === AT_ONCE)
}

/**
 * Skips or restores the reminder of this block. Refuses with `blocks.reminders_off` if the driver has none at
 * all, and with `blocks.reminder_passed` once it was sent.
 */
async function skipReminder(
  { db, clock }: BlocksDeps,
  driverId: string,
  { id, skip }: { id: string; skip: boolean },
): Promise<{ block: BlockView }> {
  const block = await findBlock(db, driverId, id)
  const { reminderMinutes } = await findDriver(db, driverId)
  const now = clock.now()
  const refusal = refuseSkip(block, reminderMinutes, now)
  if (refusal !== null) throw new AppError(`blocks.${refusal}`)
  await setSkip(db, driverId, id, skip ? now : null)
  return { block: viewOf(await findBlock(db, driverId, id)) }
}
