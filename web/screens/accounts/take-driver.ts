import { rememberDriver, shownDriver } from '../../driver.ts'
import type { Driver } from '../../driver.ts'
import { queryClient, serviceQuery, sessionQuery } from '../../queries.ts'
import { forgetDriver, leavePush } from './forget-driver.ts'

/**
 * The session begins: this device stores the driver. Earlier requests are canceled, since a late "signed out"
 * answer would end the session here. After another driver nothing of theirs stays.
 */
export async function takeDriver(driver: Driver): Promise<void> {
  await queryClient.cancelQueries()
  const isAnother = shownDriver() !== null && shownDriver() !== driver.id
  if (isAnother) forgetDriver()
  rememberDriver(driver)
  // A store app registers its device for the new driver.
  if (isAnother && !('Capacitor' in window)) void leavePush()
  queryClient.setQueryData(sessionQuery.queryKey, driver)
  // The service's information may have been in a canceled answer.
  if (queryClient.getQueryData(serviceQuery.queryKey) === undefined)
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
