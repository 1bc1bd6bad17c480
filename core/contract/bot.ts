import { z } from 'zod'
import { START_MODES } from '../bot.ts'
import { operationsOf } from './access.ts'
import { botView, today } from './shapes.ts'

const own = operationsOf('driver', 'bot')

/** The driver's search. */
export const bot = {
  get: own.get('', "The driver's bot now").output(botView),
  start: own
    .post('/start', 'Start the bot')
    .input(
      z.object({
        mode: z.enum(START_MODES),
        liveLog: z.boolean(),
        /** The version of the app that asks, such as `0.2.0`; too old a one is refused. Left out by other programs. */
        appVersion: z.string().max(40).optional(),
      }),
    )
    .output(botView),
  stop: own.post('/stop', 'Stop the bot for good').output(botView),
  today: own.get('/today', "Today's figures and the request budget").output(today),
}
