import { minutesUntil, refuseSkip } from '@madruga/core/blocks.ts'
import { AppError } from '@madruga/core/errors.ts'
import { findBlock, findDriver } from './find.ts'
import type { BlocksDeps, BlockView } from './model.ts'
import { readDueReminders, setSkip, viewOf } from './store.ts'

const AT_ONCE = 500

/**
 * Notifies drivers of blocks that start soon, once per block at the chosen minutes. After an outage late ones
 * are still sent, with the remaining minutes, until the block starts.
 */
export async function remind({ db, clock, notify, logger }: BlocksDeps): Promise<void> {
  let due
  do {
    const now = clock.now()
    due = await readDueReminders(db, now, AT_ONCE)
    for (const { driverId, event, minutes: _, ...told } of due) {
      const params = { ...told, minutes: minutesUntil(told.startAt, now) }
      await notify.announce(db, { driverId, kind: 'reminder', params, event })
    }
    if (due.length > 0) logger.debug({ count: due.length }, 'reminders told')
  } while (due.length === AT_ONCE)
}

/**
 * Skips or restores the reminder of this block. Refuses with `blocks.reminders_off` if the driver has none at
 * all, and with `blocks.reminder_passed` once it was sent.
 */
export async function skipReminder(
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
