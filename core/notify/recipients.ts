import type { Channel } from './model.ts'

/** How a driver can be reached. */
export type Reachable = {
  /** The address that they sign in with. */
  email: string
  /** The preferred address for e-mail; null = the same address. */
  preferredEmail: string | null
  /** Digits with the country code first. */
  phone: string | null
  phoneConfirmed: boolean
  /** Ids of the devices with web push. */
  pushDeviceIds: readonly string[]
}

/** Why a channel cannot reach a driver. */
export type ChannelMissing = 'no_phone' | 'phone_not_confirmed' | 'no_device'

/** Recipients of a channel; `why` is null unless there are none. */
export type Recipients = { recipients: readonly string[]; why: ChannelMissing | null }

/**
 * The recipients of a channel: e-mail goes to the preferred address if there is one, SMS and calls only to a
 * confirmed phone, push to every device.
 */
export function recipientsOf(driver: Reachable, channel: Channel): Recipients {
  if (channel === 'email') return reached([driver.preferredEmail ?? driver.email])
  if (channel === 'push') {
    return driver.pushDeviceIds.length === 0 ? missing('no_device') : reached(driver.pushDeviceIds)
  }
  if (driver.phone === null) return missing('no_phone')
  return driver.phoneConfirmed ? reached([driver.phone]) : missing('phone_not_confirmed')
}

function reached(recipients: readonly string[]): Recipients {
  return { recipients, why: null }
}

function missing(why: ChannelMissing): Recipients {
  return { recipients: [], why }
}
