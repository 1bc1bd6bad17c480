import type { Outgoing, Provider } from './model.ts'
import { createApns } from './push/apns.ts'
import type { ApnsAccount } from './push/apns.ts'
import { createFcm } from './push/fcm.ts'
import type { FcmAccount } from './push/fcm.ts'
import { refused } from './push/model.ts'
import type { PushDelivery, PushDevice } from './push/model.ts'
import { createWebPush } from './push/web.ts'
import type { WebPushOptions } from './push/web.ts'

export type { ApnsAccount } from './push/apns.ts'
export type { FcmAccount } from './push/fcm.ts'
export type { PushDevice } from './push/model.ts'
export type { PushKeys } from './push/web.ts'

export type PushOptions = WebPushOptions & {
  /** The service of Android's store app; null = not set up. */
  fcm: FcmAccount | null
  /** The service of iOS's store app; null = not set up. */
  apns: ApnsAccount | null
  /** null = it no longer accepts push. */
  readDevice(id: string): Promise<PushDevice | null>
  /** Its service says that the device is gone permanently. */
  forgetDevice(id: string, endpoint: string): Promise<void>
}

/** Push by the service of each device's kind; a device that its service gave up is deleted. */
export function createPushProvider(options: PushOptions): Provider {
  const { readDevice, forgetDevice, timeoutMs } = options
  const web = createWebPush(options)
  const fcm = options.fcm && createFcm(options.fcm, timeoutMs)
  const apns = options.apns && createApns(options.apns, timeoutMs)
  const send = async (message: Outgoing, device: PushDevice): Promise<PushDelivery> => {
    if (device.kind === 'web') return await web.send(message, device)
    const service = device.kind === 'fcm' ? fcm : apns
    // It may be set up again: the device stays.
    return (await service?.send(message, device)) ?? refused(`${device.kind}_not_set_up`)
  }
  return {
    async send(message) {
      const device = await readDevice(message.recipient)
      if (device === null) return { outcome: 'refused', error: 'device_gone' }
      const { delivery, isGone } = await send(message, device)
      if (isGone) await forgetDevice(message.recipient, device.endpoint)
      return delivery
    },
    async close() {
      await Promise.all([web, fcm, apns].map((service) => service?.close()))
    },
  }
}
