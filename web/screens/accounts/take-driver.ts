import { rememberDriver } from '../../driver.ts'
import type { Driver } from '../../driver.ts'
import { queryClient, serviceQuery, sessionQuery } from '../../queries.ts'

/**
 * The session begins: this device knows the driver from now on. What was asked before is called off, for a
 * late answer of then, that there is nobody, would end it here.
 */
export async function takeDriver(driver: Driver): Promise<void> {
  await queryClient.cancelQueries()
  rememberDriver(driver)
  queryClient.setQueryData(sessionQuery.queryKey, driver)
  // What the service says of itself would have come with an answer that was called off.
  if (queryClient.getQueryData(serviceQuery.queryKey) === undefined)
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
