import { rememberDriver, shownDriver } from '../../driver.ts'
import type { Driver } from '../../driver.ts'
import { queryClient, serviceQuery, sessionQuery } from '../../queries.ts'
import { forgetDriver } from './forget-driver.ts'

/**
 * The session begins: this device stores the driver. Earlier requests are canceled, since a late "signed out"
 * answer would end the session here. After another driver nothing of theirs stays.
 */
export async function takeDriver(driver: Driver): Promise<void> {
  await queryClient.cancelQueries()
  if (shownDriver() !== null && shownDriver() !== driver.id) forgetDriver()
  rememberDriver(driver)
  queryClient.setQueryData(sessionQuery.queryKey, driver)
  // The service's information may have been in a canceled answer.
  if (queryClient.getQueryData(serviceQuery.queryKey) === undefined)
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
