import type { Role } from '../config.ts'
import { listenChannel } from '../kit/live.ts'
import { LOG_CHANNEL, createLogTail } from '../log.ts'
import type { LogTail } from '../log.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Opens the live log; a process that serves drivers also listens for lines that other processes write. */
export function openTail(
  { db, directUrl, clock, warn }: Infrastructure,
  role: Role,
): { tail: LogTail; closeTail(): Promise<void> } {
  const tail = createLogTail({ db, clock, onFault: warn('the live log could not be read') })
  // While this connection is down the tail finds such lines by itself.
  const announcements =
    role === 'all' || role === 'api'
      ? listenChannel({
          url: directUrl,
          channel: LOG_CHANNEL,
          onMessage: tail.wake,
          clock,
          onFault: warn('announcements of the log are not heard for a moment'),
        })
      : null
  return {
    tail,
    async closeTail() {
      await announcements?.close()
      tail.close()
    },
  }
}
