import type { Channel } from '@madruga/core/notify.ts'
import type { Clock } from '../kit/clock.ts'
import type { KeyRing } from '../kit/encryption.ts'
import { startMailGateway } from './gateways/mail.ts'
import type { Gateway } from './gateways/model.ts'
import { startPhoneGateway } from './gateways/phone.ts'
import { keepReceived } from './gateways/store.ts'
import type { Received } from './gateways/store.ts'
import type { Db } from './model.ts'
import { createMailProvider } from './providers/mail.ts'
import type { Provider } from './providers/model.ts'
import { createCallProvider, createSmsProvider } from './providers/phone.ts'
import { createPushProvider } from './providers/push.ts'
import type { ApnsAccount, FcmAccount } from './providers/push.ts'
import { forgetDevice, readDevice, readPushKeys } from './providers/store.ts'

export type { ApnsAccount, FcmAccount } from './providers/push.ts'
export type { Arrival, Delivery, Outgoing, Provider } from './providers/model.ts'
export { readPushKeys } from './providers/store.ts'
export { isSignedByTwilio } from './providers/twilio.ts'

/** Configured providers; null = an embedded gateway that shows messages on the page of received messages. */
export type ProviderOptions = {
  mail: { url: string | null; from: string }
  phone: { accountSid: string; authToken: string; from: string } | null
  /** `fcm` and `apns`: the services of the store apps; null = not set up. */
  push: { subject: string; hosts: readonly string[]; fcm: FcmAccount | null; apns: ApnsAccount | null }
}

/** A provider for each channel. */
export type Providers = { byChannel: Record<Channel, Provider>; close(): Promise<void> }

type ProviderDeps = ProviderOptions & { db: Db; clock: Clock; keyRing: KeyRing }

/** Channels that use real providers, whose messages never appear on the page of received messages. */
export function channelsElsewhere({
  mail,
  phone,
}: Pick<ProviderOptions, 'mail' | 'phone'>): Received['channel'][] {
  return [...(mail.url === null ? [] : (['email'] as const)), ...(phone ? (['sms', 'call'] as const) : [])]
}

/** Opens the providers, after the embedded gateways that replace missing ones. */
export async function openProviders(deps: ProviderDeps): Promise<Providers> {
  const { db, clock, keyRing, mail, phone, push } = deps
  const keep = (received: Received) => keepReceived(db, received, clock.now())
  const gateways: Gateway[] = []
  const started = async <G extends Gateway>(starting: Promise<G>): Promise<G> => {
    const gateway = await starting
    gateways.push(gateway)
    return gateway
  }
  const mailUrl = mail.url ?? (await started(startMailGateway({ keep }))).url
  const phoneOptions = phone ?? (await startedPhone(started(startPhoneGateway({ keep }))))
  const byChannel = {
    email: createMailProvider({ url: mailUrl, from: mail.from }),
    sms: createSmsProvider(phoneOptions),
    call: createCallProvider(phoneOptions),
    push: createPushProvider({
      ...push,
      readKeys: () => readPushKeys(db, keyRing),
      readDevice: (id) => readDevice(db, id),
      forgetDevice: (id, endpoint) => forgetDevice(db, id, endpoint),
    }),
  }
  return {
    byChannel,
    async close() {
      await Promise.all(Object.values(byChannel).map((provider) => provider.close()))
      await Promise.all(gateways.map((gateway) => gateway.close()))
    },
  }
}

async function startedPhone(starting: ReturnType<typeof startPhoneGateway>) {
  const { url, accountSid, authToken, from } = await starting
  return { accountSid, authToken, from, origin: url }
}
