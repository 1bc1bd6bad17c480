import type { Bots } from '../../bot.ts'
import type { Words } from '../../http.ts'

/** The operations of the bot. */
export function botWord(bots: Pick<Bots, 'readBot' | 'startBot' | 'stopBot' | 'readToday'>): Words['bot'] {
  return {
    get: ({ driverId }) => bots.readBot(driverId),
    start: ({ driverId }, wish) => bots.startBot(driverId, wish),
    stop: ({ driverId }) => bots.stopBot(driverId),
    today: ({ driverId }) => bots.readToday(driverId),
  }
}
