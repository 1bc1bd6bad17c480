import { z } from 'zod'
import { CHANNELS, NOTIFICATION_KINDS, PUSH_KINDS, STORE_PUSH_KINDS } from '../notify.ts'
import { operationsOf } from './access.ts'
import { id, instant, reminderMinutes, storable } from './shapes.ts'

const own = operationsOf('driver', 'notify')
const spectator = operationsOf('operator_or_demo', 'notify')

const channel = z.enum(CHANNELS)
const kind = z.enum(NOTIFICATION_KINDS)
const minute = z.int().min(0).max(1439)

const notification = z.object({
  id: z.int().positive(),
  kind,
  /** The parameters of its text: `station`, `payCents`, `startAt` … by kind, as in core/notify. */
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  at: instant,
  readAt: instant.nullable(),
  /** Repeated until acknowledged, if the driver wants that. */
  matters: z.boolean(),
  acknowledgedAt: instant.nullable(),
})

const settings = z.object({
  /** The channels of each kind; the inbox gets everything. Mirrors `NotifySettings` of core/notify. */
  routes: z.record(kind, z.array(channel)),
  /** Channels as a whole; a channel that is off sends nothing. E-mail and call are the profile's alerts. */
  channels: z.record(channel, z.boolean()),
  quiet: z.object({
    enabled: z.boolean(),
    startMinute: minute,
    endMinute: minute,
    /** Important kinds are sent even then. */
    letMattering: z.boolean(),
  }),
  repeat: z.object({
    enabled: z.boolean(),
    everyMinutes: z.int().min(1).max(60),
    times: z.int().min(1).max(20),
  }),
})

const delivery = z.enum(['waiting', 'sent', 'failed', 'given_up'])

/** Notifications beyond the screen: the inbox, web push, e-mail, SMS and calls. */
export const notify = {
  inbox: own
    .get('/inbox', 'The newest notifications, newest first')
    .input(
      z.object({
        limit: z.coerce.number().int().min(1).max(100).default(30),
        before: z.coerce.number().int().positive().optional(),
      }),
    )
    .output(z.object({ notifications: z.array(notification), more: z.boolean() })),
  unread: own
    .get('/unread', 'How many are unread, and those that wait to be acknowledged')
    .output(z.object({ unread: z.int().nonnegative(), waiting: z.array(notification).max(20) })),
  read: own.whileSuspended
    .post('/read', 'Everything up to this one has been seen')
    .input(z.object({ upTo: z.int().positive() }))
    .output(z.object({})),
  acknowledge: own.whileSuspended
    .post('/acknowledge', 'The driver knows: it is not repeated any more')
    .input(z.object({ id: z.int().positive() }))
    .output(z.object({})),
  settings: own.get('/settings', 'Which news goes out on which channel, and when not').output(
    z.object({
      settings,
      reminderMinutes,
      /** Channels that cannot reach the driver now, and why. */
      missing: z.array(
        z.object({
          channel,
          why: z.enum(['no_phone', 'phone_not_confirmed', 'no_device', 'text_lost', 'text_refused']),
        }),
      ),
      /** The service's public key for web push (VAPID, base64url). */
      pushKey: z.string(),
      /** Whether the operator set push up for the store apps, by the service that each uses. */
      storePush: z.object({ fcm: z.boolean(), apns: z.boolean() }),
      pushDevices: z.array(
        z.object({ id, kind: z.enum(PUSH_KINDS), userAgent: z.string().nullable(), createdAt: instant }),
      ),
    }),
  ),
  saveSettings: own.whileSuspended
    .put('/settings', 'Save them')
    // Without it the reminder stays as it is.
    .input(z.object({ settings, reminderMinutes: reminderMinutes.optional() }))
    .output(z.object({ settings, reminderMinutes })),
  sendTest: own
    .post('/test', 'Send me one now on this channel; answers with what came of it after some seconds at most')
    .input(z.object({ channel }))
    .output(z.object({ state: delivery, detail: z.string().nullable() })),
  subscribePush: own.whileSuspended
    .post('/push', 'This browser takes web push')
    .input(
      z.object({
        endpoint: z.url().max(1_000),
        p256dh: storable.min(1).max(200),
        auth: storable.min(1).max(100),
      }),
    )
    .output(z.object({ id })),
  unsubscribePush: own.whileSuspended
    .post('/push/remove', 'This browser takes it no more')
    .input(z.object({ endpoint: storable.min(1).max(1_000) }))
    .output(z.object({})),
  registerDevice: own.whileSuspended
    .post('/devices', 'This store app takes push')
    .input(z.object({ kind: z.enum(STORE_PUSH_KINDS), token: storable.min(1).max(1_000) }))
    .output(z.object({ id })),
  removeDevice: own.whileSuspended
    .post('/devices/remove', 'This store app takes it no more')
    .input(z.object({ token: storable.min(1).max(1_000) }))
    .output(z.object({})),
  /** Messages of the embedded gateways: the page replaces mailbox and phone if no provider is configured. */
  received: spectator
    .get('/received', 'Messages that arrived at the embedded gateways, newest first')
    .input(
      z.object({
        limit: z.coerce.number().int().min(1).max(100).default(50),
        before: z.coerce.number().int().positive().optional(),
        to: storable.max(254).optional(),
      }),
    )
    .output(
      z.object({
        messages: z.array(
          z.object({
            id: z.int().positive(),
            channel: z.enum(['email', 'sms', 'call']),
            sender: z.string(),
            recipient: z.string(),
            /** Only for e-mails. */
            subject: z.string().nullable(),
            text: z.string(),
            at: instant,
            /** Only for SMS: the phone answered STOP, and not START since. */
            stopped: z.boolean(),
          }),
        ),
        more: z.boolean(),
        /** Channels with real providers, whose messages never appear here. */
        elsewhere: z.array(z.enum(['email', 'sms', 'call'])),
      }),
    ),
  answerReceived: spectator
    .post('/received/answer', 'Answers an SMS that arrived at the embedded gateway, as its phone would')
    .input(z.object({ id: z.int().positive(), text: z.enum(['STOP', 'START']) }))
    .output(z.object({ stopped: z.boolean() })),
}
