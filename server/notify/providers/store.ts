import webPush from 'web-push'
import { openValue, sealValue } from '../../kit/seal.ts'
import type { KeyRing, SealPlace } from '../../kit/seal.ts'
import type { Db } from '../model.ts'
import type { PushDevice, PushKeys } from './push.ts'

const VAPID: SealPlace = { table: 'service_keys', column: 'sealed_value', row: 'vapid' }

/** The service's own keys for web push. The first process that asks makes them; every other one, and every later start, reads the same. */
export async function readPushKeys(db: Db, keyRing: KeyRing): Promise<PushKeys> {
  const read = async () =>
    await db
      .selectFrom('service_keys')
      .select('sealed_value')
      .where('name', '=', VAPID.row)
      .executeTakeFirst()
  const found = await read()
  if (found) return open(keyRing, found.sealed_value)
  const made = sealValue(keyRing, VAPID, JSON.stringify(webPush.generateVAPIDKeys()))
  await db
    .insertInto('service_keys')
    .values({ name: VAPID.row, sealed_value: made })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Of two that made some at once the first one's count.
  const row = await read()
  if (!row) throw new Error('the keys for web push were not kept')
  return open(keyRing, row.sealed_value)
}

/** Where a device is reached; null once it is gone. */
export async function readDevice(db: Db, id: string): Promise<PushDevice | null> {
  const row = await db
    .selectFrom('push_devices')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Forgets a device that its push service says is gone, unless it subscribed anew meanwhile. */
export async function forgetDevice(db: Db, id: string, endpoint: string): Promise<void> {
  await db.deleteFrom('push_devices').where('id', '=', id).where('endpoint', '=', endpoint).execute()
}

function open(keyRing: KeyRing, sealed: Uint8Array): PushKeys {
  return JSON.parse(openValue(keyRing, VAPID, sealed)) as PushKeys
}
