import type { Bots } from '../../bot.ts'
import type { Handlers } from '../../http.ts'

type BotDoors = Pick<
  Bots,
  | 'readBot'
  | 'startBot'
  | 'stopBot'
  | 'readToday'
  | 'listAsks'
  | 'answerAsk'
  | 'listShadowRuns'
  | 'readShadowRun'
>

/** The operations of the bot. */
export function botHandlers(bots: BotDoors): Handlers['bot'] {
  return {
    get: ({ driverId }) => bots.readBot(driverId),
    start: ({ driverId }, wish) => bots.startBot(driverId, wish),
    stop: ({ driverId }) => bots.stopBot(driverId),
    asks: ({ driverId }) => bots.listAsks(driverId),
    answerAsk: ({ driverId }, answer) => bots.answerAsk(driverId, answer),
    shadowRuns: ({ driverId }) => bots.listShadowRuns(driverId),
    shadowRun: ({ driverId }, { id }) => bots.readShadowRun(driverId, id),
    today: ({ driverId }) => bots.readToday(driverId),
  }
}
