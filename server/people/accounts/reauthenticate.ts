import { AppError } from '@madruga/core/errors.ts'
import type { AccountsDeps } from './deps.ts'
import type { Owner } from './model.ts'
import { recordRefused } from './refusals.ts'
import { readDriver, readPasswordHash } from './store.ts'
import type { DriverRow } from './store.ts'

/** The driver of a session. */
export async function readOwner({ db }: AccountsDeps, driverId: string): Promise<DriverRow> {
  const driver = await readDriver(db, driverId)
  if (!driver) throw new AppError('accounts.signed_out')
  return driver
}

/**
 * The driver, after confirming their password: someone who found an unlocked phone does not know it. Refuses
 * with `accounts.wrong_password`, with `accounts.locked` after too many failures in this session (strangers
 * elsewhere do not count), and with `accounts.busy`.
 */
export async function reauthenticate(deps: AccountsDeps, owner: Owner, password: string): Promise<DriverRow> {
  const driver = await readOwner(deps, owner.driverId)
  const { id: driverId, email } = driver
  await recordRefused(deps.security, { failed: 'reauthentication.failed', email, driverId }, async () => {
    const attempt = await deps.lockout.countReauthentication(owner.sessionId)
    const hash = await readPasswordHash(deps.db, driver.id)
    const isRight = await attempt.look(async () => {
      return hash !== null && (await deps.passwords.goFirst(() => deps.passwords.verify(hash, password)))
    })
    if (!isRight) throw new AppError('accounts.wrong_password')
    await attempt.forgive()
  })
  return driver
}
