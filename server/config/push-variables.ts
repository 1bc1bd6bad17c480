import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { address, optional, secret, variable } from './shapes.ts'

const serviceAccount = z.object({
  project_id: z.string().regex(/^[\w.:-]+$/),
  client_email: z.email(),
  private_key: z.string().refine((pem) => isPrivateKey(pem, 'rsa')),
  token_uri: address(/^https?$/),
})

function readServiceAccount(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isPrivateKey(pem: string, type: 'rsa' | 'ec'): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === type
  } catch {
    return false
  }
}

/** The variables of push: web push, and the store apps with the services that reach them. */
export const PUSH_VARIABLES = {
  VAPID_SUBJECT: variable(
    'Contact for push services about our web push',
    'a URL that begins with mailto: or https:',
    'PUBLIC_URL when that is https, the address of MAIL_FROM otherwise',
    optional(z.string().regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/)),
  ),
  PUSH_HOSTS: variable(
    "Your own push services besides the browsers'; one on this machine may do without TLS",
    'hosts with or without a port, divided by commas',
    'none',
    z
      .string()
      .regex(/^[\w.:[\],\s-]*$/)
      .default(''),
  ),
  ANDROID_CERTIFICATES: variable(
    'Fingerprints of the certificates that sign your Android app, which then opens links of this app (docs/phone.md)',
    'SHA-256 fingerprints such as AB:CD:… of 32 bytes, divided by commas',
    'none: links open in the browser',
    z
      .string()
      .regex(/^\s*([0-9A-F]{2}(:[0-9A-F]{2}){31}[\s,]*)*$/)
      .default(''),
  ),
  APPLE_TEAM_ID: variable(
    'Apple developer team that publishes your iOS app, which then opens links of this app (docs/phone.md)',
    '10 letters and digits',
    'none: links open in the browser',
    optional(z.string().regex(/^[0-9A-Z]{10}$/)),
  ),
  FCM_SERVICE_ACCOUNT: secret(
    'Service account of the Firebase project of your Android app, which then receives push (docs/phone.md); give its file as FCM_SERVICE_ACCOUNT_FILE',
    'the JSON that Firebase issues, with project_id, client_email, private_key and token_uri',
    'none: the Android app receives no push',
    optional(z.string().transform(readServiceAccount).pipe(serviceAccount)),
  ),
  FCM_URL: variable(
    "Service with the API of Firebase Cloud Messaging, such as a test's",
    'a URL that begins with http:// or https://',
    'https://fcm.googleapis.com',
    address(/^https?$/).default('https://fcm.googleapis.com'),
  ),
  APNS_KEY: secret(
    'Key that signs for Apple push, whose iOS app then receives push (docs/phone.md); requires APNS_KEY_ID and APPLE_TEAM_ID; give its file as APNS_KEY_FILE',
    'the .p8 file that Apple issues, PEM',
    'none: the iOS app receives no push',
    optional(z.string().refine((pem) => isPrivateKey(pem, 'ec'))),
  ),
  APNS_KEY_ID: variable(
    "That key's id",
    '10 letters and digits',
    'none',
    optional(z.string().regex(/^[0-9A-Z]{10}$/)),
  ),
  APNS_TOPIC: variable(
    'Bundle id of your iOS app',
    'letters, digits, dots and hyphens',
    'app.madruga.driver',
    z
      .string()
      .regex(/^[\w.-]+$/)
      .default('app.madruga.driver'),
  ),
  APNS_URL: variable(
    "Apple's push service: builds that Xcode installs use https://api.sandbox.push.apple.com",
    'a URL that begins with https://',
    'https://api.push.apple.com',
    address(/^https$/).default('https://api.push.apple.com'),
  ),
} as const
