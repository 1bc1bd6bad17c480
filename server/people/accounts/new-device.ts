import { nameDevice, readDevice } from '@madruga/core/accounts.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { addressGroup } from '../../kit/http.ts'
import type { AccountsDeps } from './deps.ts'
import type { Caller, Driver } from './model.ts'
import { markSignedIn } from './store.ts'

/**
 * Returns the `Set-Cookie` line by which a browser is known from this sign-in on, and notifies the driver if
 * it was not known before, once a device, address and day: a client that keeps no cookies is new each time.
 * The first sign-in of an account is its owner's, and the demo's passwords are printed for whoever tries it.
 */
export async function rememberDevice(
  { db, clock, devices, notify }: Pick<AccountsDeps, 'db' | 'clock' | 'devices' | 'notify'>,
  { id: driverId, email, isDemo }: Driver,
  { cookie, address, userAgent }: Caller,
): Promise<string> {
  const now = clock.now()
  const isFirst = await markSignedIn(db, driverId, now)
  const cookies = devices.remember(cookie, email)
  if (isFirst || isDemo || devices.find(cookie, email) !== null) return cookies
  const { browser, system } = readDevice(userAgent ?? null)
  const name = `${nameDevice('en', { browser, system })}:${addressGroup(address)}`
  await notify.announce(db, {
    driverId,
    kind: 'account_changed',
    params: { what: 'device', browser, system },
    event: `signed_in:${name}:${Math.floor(now / DAY_MS)}`,
  })
  return cookies
}
