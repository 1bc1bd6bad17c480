import type { Channel } from '@madruga/core/notify.ts'
import { recipientsOf } from '@madruga/core/notify.ts'
import { readContact } from './contact-store.ts'
import type { Content, Db, TemplateParams } from './model.ts'
import type { Outbox } from './outbox.ts'

/** What is wrong with the service, for one operator. `event` identifies it: it is told once. */
export type OperatorNews = {
  driverId: string
  channels: readonly Channel[]
  params: TemplateParams['incidents']
  event: string
}

/** Sends a message to an operator past the outbox, once: for when nothing can be stored. */
export async function tellOperatorNow(
  db: Db,
  send: (channel: Channel, recipient: string, content: Content) => Promise<unknown>,
  { driverId, channels, params, at }: Omit<OperatorNews, 'event'> & { at: number },
): Promise<void> {
  const contact = await readContact(db, driverId)
  if (contact === null) return
  const { language, timeZone } = contact
  for (const channel of channels)
    for (const recipient of recipientsOf(contact, channel).recipients)
      await send(channel, recipient, { language, timeZone, at, template: 'incidents', params })
}

/** Puts a message for an operator into the outbox, for every channel that reaches them. */
export async function tellOperator(
  tx: Db,
  outbox: Outbox,
  { driverId, channels, params, event }: OperatorNews,
): Promise<void> {
  const contact = await readContact(tx, driverId)
  if (contact === null) return
  const { language, timeZone } = contact
  for (const channel of channels)
    for (const recipient of recipientsOf(contact, channel).recipients)
      await outbox.sendMessage(tx, {
        driverId,
        channel,
        recipient,
        language,
        timeZone,
        template: 'incidents',
        params,
        event: `${event}:${channel}:${recipient}`,
        expiresAt: null,
      })
}
