import webPush from 'web-push'
import type { KeyRing } from '../../kit/encryption.ts'
import { readServiceKey } from '../../people/service-keys.ts'
import type { Db } from '../model.ts'
import type { PushDevice, PushKeys } from './push.ts'

/** The service's own keys for web push. */
export async function readPushKeys(db: Db, keyRing: KeyRing): Promise<PushKeys> {
  return JSON.parse(await readServiceKey(db, keyRing, 'vapid', makePushKeys)) as PushKeys
}

const makePushKeys = () => JSON.stringify(webPush.generateVAPIDKeys())

/** The address of a device; null once it is gone. */
export async function readDevice(db: Db, id: string): Promise<PushDevice | null> {
  const row = await db
    .selectFrom('push_devices')
    .select(['kind', 'endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const { kind, endpoint, p256dh, auth } = row
  return kind === 'web' ? { kind, endpoint, p256dh: p256dh ?? '', auth: auth ?? '' } : { kind, endpoint }
}

/** Deletes a device that its push service says is gone, unless it subscribed again meanwhile. */
export async function forgetDevice(db: Db, id: string, endpoint: string): Promise<void> {
  await db.deleteFrom('push_devices').where('id', '=', id).where('endpoint', '=', endpoint).execute()
}
