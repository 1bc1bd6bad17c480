import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '@madruga/core/contract.ts'
import { setTimeZone } from './i18n.ts'
import { readKept, writeKept } from './kept.ts'

/** The signed-in driver, as the server tells it. */
export type Driver = NonNullable<
  Awaited<ReturnType<ContractRouterClient<typeof contract>['accounts']['session']>>['driver']
>

/** What this device remembers of the last driver: enough for the menu before the server answers. */
export type KnownDriver = Pick<Driver, 'email' | 'app' | 'prepaid' | 'role'>

/** Keeps language, app, prepaid, zone and e-mail on this device; a driver who signed out is forgotten, but for the language. */
export function rememberDriver(driver: Driver | null): void {
  writeKept('email', driver?.email ?? null)
  writeKept('app', driver?.app ?? null)
  writeKept('prepaid', driver?.prepaid ? String(driver.prepaid) : null)
  writeKept('role', driver?.role ?? null)
  setTimeZone(driver?.timeZone ?? null)
}

/** The driver who used this device last; null when nobody did or they signed out. */
export function recallDriver(): KnownDriver | null {
  const email = readKept('email')
  if (email === null) return null
  const prepaid = readKept('prepaid')
  return {
    email,
    app: readKept('app') === 'spark' ? 'spark' : 'amazon',
    prepaid: prepaid === '1' ? 1 : prepaid === '2' ? 2 : null,
    role: readKept('role') === 'operator' ? 'operator' : 'driver',
  }
}
