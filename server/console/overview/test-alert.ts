import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Channel } from '@madruga/core/notify.ts'
import type { Notify } from '../../notify.ts'
import type { Actor } from '../admin.ts'

type Sent = Outputs['admin']['testAlert']['sent'][number]

/** Sends an operator a test alert by mail and push; refuses with `request.too_many` beyond the limit. */
export async function testAlert(
  { notify }: { notify: Pick<Notify, 'sendTest'> },
  { id }: Actor,
): Promise<{ sent: Sent[] }> {
  if (id === null) throw new AppError('accounts.forbidden')
  const send = async (channel: Channel): Promise<Sent> => {
    try {
      const { state } = await notify.sendTest(id, channel, 'incidents')
      return { channel, state }
    } catch (error) {
      if (error instanceof AppError && error.code === 'notify.channel_missing')
        return { channel, state: 'missing' }
      throw error
    }
  }
  return { sent: await Promise.all([send('email'), send('push')]) }
}
