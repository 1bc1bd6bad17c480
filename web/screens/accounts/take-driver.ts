import { rememberDriver } from '../../driver.ts'
import type { Driver } from '../../driver.ts'
import { queryClient, serviceQuery, sessionQuery } from '../../queries.ts'

/**
 * The session begins: this device stores the driver. Earlier requests are canceled, since a late "signed out"
 * answer would end the session here.
 */
export async function takeDriver(driver: Driver): Promise<void> {
  await queryClient.cancelQueries()
  rememberDriver(driver)
  queryClient.setQueryData(sessionQuery.queryKey, driver)
  // The service's information may have been in a canceled answer.
  if (queryClient.getQueryData(serviceQuery.queryKey) === undefined)
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
