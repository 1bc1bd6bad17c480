/** How a device receives push: a browser's own service, Firebase (Android's store app), Apple (iOS's). */
export const PUSH_KINDS = ['web', 'fcm', 'apns'] as const
export type PushKind = (typeof PUSH_KINDS)[number]
/** The kinds of the store apps, whose devices are known by a token. */
export const STORE_PUSH_KINDS = ['fcm', 'apns'] as const satisfies readonly PushKind[]
export type StorePushKind = (typeof STORE_PUSH_KINDS)[number]

/** Firebase names no length: its tokens have some 200 characters. Apple's are 32 octets or more, in hex. */
const TOKENS: Record<StorePushKind, RegExp> = { fcm: /^[\w:-]{20,1000}$/, apns: /^([0-9a-f]{2}){32,100}$/ }

/** Whether a text is a device's token: Apple's goes into an address, and is in lower case. */
export function isDeviceToken(kind: StorePushKind, token: string): boolean {
  return TOKENS[kind].test(token)
}
