import { leaveDriver, rememberDriver } from '../../driver.ts'
import { queryClient, serviceQuery, sessionQuery } from '../../queries.ts'
import { forgetDrafts } from '../../stored-draft.ts'

/** The session has ended: this device deletes everything of the driver. Data about the service stays. */
export function forgetDriver(): void {
  const service = queryClient.getQueryData(serviceQuery.queryKey)
  leaveDriver()
  rememberDriver(null, service)
  forgetDrafts()
  queryClient.clear()
  queryClient.setQueryData(serviceQuery.queryKey, service)
  queryClient.setQueryData(sessionQuery.queryKey, null)
}
