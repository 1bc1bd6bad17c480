import { randomUUID } from 'node:crypto'
import type { AccountsDeps } from './deps.ts'
import type { Db } from './model.ts'
import type { DriverRow } from './store.ts'

type Changed = 'email' | 'phone' | 'preferredEmail' | 'password'

/**
 * Notifies a driver of a changed contact or password: in the inbox, and by e-mail to the given addresses,
 * including the old ones, so that a thief cannot hide it.
 */
export async function tellChange(
  { notify }: AccountsDeps,
  tx: Db,
  driver: DriverRow,
  what: Changed,
  addresses: readonly string[],
): Promise<void> {
  const { id: driverId, language, time_zone: timeZone } = driver
  const event = `account_changed:${randomUUID()}`
  await notify.announce(tx, { driverId, kind: 'account_changed', params: { what }, event })
  for (const [place, recipient] of [...new Set(addresses)].entries()) {
    const common = { driverId, channel: 'email', recipient, language, timeZone, expiresAt: null } as const
    const message = { ...common, event: `${event}:${place}` }
    if (what === 'password')
      await notify.sendMessage(tx, { ...message, template: 'password_changed', params: {} })
    else await notify.sendMessage(tx, { ...message, template: 'contact_changed', params: { what } })
  }
}
