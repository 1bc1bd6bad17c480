import { leaveDriver, rememberDriver } from '../../driver.ts'
import { writeLocal } from '../../local-store.ts'
import { queryClient, serviceQuery, sessionQuery } from '../../queries.ts'
import { forgetDrafts } from '../../stored-draft.ts'
import { dismissBooked } from '../bot/booked.ts'

/** What the screens of the bot store of a driver: how it was started last, and which waits were read. */
const OWN = ['start.mode', 'start.liveLog', 'waiting-seen']

/**
 * The session has ended: this device deletes everything of the driver. Data about the service stays, and so
 * do drafts that are stored under the driver's id.
 */
export function forgetDriver(): void {
  const service = queryClient.getQueryData(serviceQuery.queryKey)
  leaveDriver()
  rememberDriver(null, service)
  forgetDrafts()
  dismissBooked(Infinity)
  for (const key of OWN) writeLocal(key, null)
  queryClient.clear()
  queryClient.setQueryData(serviceQuery.queryKey, service)
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

/** Ends the push of this device, as far as it can be reached. */
export async function leavePush(): Promise<void> {
  await import('../../push.ts').then((push) => push.leavePush()).catch(() => {})
}
