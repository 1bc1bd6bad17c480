import type { Generated } from 'kysely'
import type { Channel, NotificationKind, NotifySettings, ReminderMinutes } from '@madruga/core/notify.ts'
import type { DefaultInstant, IdentityColumn, InstantColumn, JsonColumn } from './columns.ts'

/** `event` names what happened, once a driver. */
export type Notifications = {
  id: IdentityColumn
  driver_id: string
  kind: NotificationKind
  params: JsonColumn<Record<string, string | number | null>>
  event: string
  matters: Generated<boolean>
  created_at: DefaultInstant
  read_at: InstantColumn | null
  acknowledged_at: InstantColumn | null
  due_at: InstantColumn | null
  round: Generated<number>
}

export type NotificationSettings = {
  driver_id: string
  routes: JsonColumn<NotifySettings['routes']>
  channels: JsonColumn<NotifySettings['channels']>
  quiet: JsonColumn<NotifySettings['quiet']>
  repeat: JsonColumn<NotifySettings['repeat']>
  reminder_minutes: ReminderMinutes | null
  updated_at: DefaultInstant
}

export type PushDevices = {
  id: string
  driver_id: string
  endpoint: string
  p256dh: string
  auth: string
  user_agent: string | null
  created_at: DefaultInstant
}

export type MessageState = 'waiting' | 'sent' | 'failed' | 'given_up'

/** `event` names what is told, once; `seal_row` is what the content is bound to. */
export type Outbox = {
  id: IdentityColumn
  driver_id: string | null
  channel: Channel
  recipient: string
  template: string
  event: string
  sealed_content: Buffer | null
  seal_row: string
  state: Generated<MessageState>
  attempts: Generated<number>
  due_at: DefaultInstant
  taken_until: InstantColumn | null
  expires_at: InstantColumn | null
  error: string | null
  reference: string | null
  created_at: DefaultInstant
  sent_at: InstantColumn | null
}

export type ReceivedMessages = {
  id: IdentityColumn
  channel: 'email' | 'sms' | 'call'
  sender: string
  recipient: string
  subject: string | null
  text: string
  received_at: DefaultInstant
}

export type ServiceKeys = { name: string; sealed_value: Buffer; created_at: DefaultInstant }

/** Phones that answered STOP; `digest` is keyed. */
export type SmsOptOuts = { digest: string; at: InstantColumn }
