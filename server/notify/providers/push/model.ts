import type { StorePushKind } from '@madruga/core/notify.ts'
import { DAY_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Delivery, Outgoing } from '../model.ts'

/** A browser with web push, or a store app and its token. */
export type PushDevice = BrowserDevice | StoreDevice
export type BrowserDevice = { kind: 'web'; endpoint: string; p256dh: string; auth: string }
/** Its endpoint is the token. */
export type StoreDevice = { kind: StorePushKind; endpoint: string }

/** What one attempt came to; `isGone`: the service will never reach this device again. */
export type PushDelivery = { delivery: Delivery; isGone: boolean }

/** One service that pushes to devices of one kind. */
export type PushSender<Device> = {
  send(message: Outgoing, device: Device): Promise<PushDelivery>
  close(): Promise<void>
}

/** Time-out of one attempt. */
export const PUSH_TIMEOUT_MS = 15_000

/** A permanent refusal of this message, not of the device. */
export const refused = (error: string): PushDelivery => ({
  delivery: { outcome: 'refused', error },
  isGone: false,
})

/** A refusal of the device: it is deleted. */
export const gone = (error: string): PushDelivery => ({
  delivery: { outcome: 'refused', error },
  isGone: true,
})

/** A failure that may pass, with the service's own delay in seconds if it names one. */
export function failed(error: string, retryAfter: string | null = null): PushDelivery {
  const seconds = Number(retryAfter ?? Number.NaN)
  const wait = seconds > 0 ? { retryAfterMs: seconds * SECOND_MS } : {}
  return { delivery: { outcome: 'failed', error, ...wait }, isGone: false }
}

/** Without an answer: too slow, or not reached. */
export function unanswered(error: unknown, service: string): PushDelivery {
  const timedOut = (error as Error).name === 'TimeoutError'
  return failed(timedOut ? 'timeout' : `${service}_unreachable`)
}

/** When a service may drop a message that its device did not get, in ms after `now`; a day at most. */
export function keepMsOf({ now, expiresAt }: Pick<Outgoing, 'now' | 'expiresAt'>): number {
  return Math.min(Math.max((expiresAt ?? now + DAY_MS) - now, SECOND_MS), DAY_MS)
}

/** Both store services take 4 KB in all. */
const TEXT_LENGTH = 800

/** A text as far as a store service takes it. */
export function fitText(text: string): string {
  return text.length <= TEXT_LENGTH ? text : `${text.slice(0, TEXT_LENGTH - 1)}…`
}
