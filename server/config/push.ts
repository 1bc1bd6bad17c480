import type { ProviderOptions } from '../notify.ts'
import { listOf } from './shapes.ts'
import type { Values } from './variables.ts'

/** How push leaves the service; `fcm` and `apns` are null where the operator did not set them up. */
export type PushConfig = ProviderOptions['push']

/** Adds a line to `problems` for an Apple key without what it requires. */
export function refuseHalfPush(read: Values, problems: string[]): void {
  if (read.APNS_KEY === null) return
  for (const name of ['APNS_KEY_ID', 'APPLE_TEAM_ID'] as const)
    if (read[name] === null) problems.push(`${name} is not set: APNS_KEY needs it`)
}

/** `publicUrl` and `mailFrom` are the contact for browsers' push services, unless one is given. */
export function pushOf(read: Values, publicUrl: string, mailFrom: string): PushConfig {
  const subject = read.VAPID_SUBJECT ?? vapidSubject(publicUrl, mailFrom)
  return { subject, hosts: listOf(read.PUSH_HOSTS), fcm: fcmOf(read), apns: apnsOf(read) }
}

function vapidSubject(publicUrl: string, mailFrom: string): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/<([^>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`
}

function fcmOf({ FCM_SERVICE_ACCOUNT: account, FCM_URL: url }: Values): PushConfig['fcm'] {
  if (account === null) return null
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey, token_uri } = account
  return { projectId, clientEmail, privateKey, tokenUrl: token_uri, url: url.replace(/\/+$/, '') }
}

function apnsOf(read: Values): PushConfig['apns'] {
  const { APNS_KEY: privateKey, APNS_KEY_ID: keyId, APPLE_TEAM_ID: teamId, APNS_TOPIC: topic } = read
  if (privateKey === null || keyId === null || teamId === null) return null
  return { privateKey, keyId, teamId, topic, url: read.APNS_URL.replace(/\/+$/, '') }
}
