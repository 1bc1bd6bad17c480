import { bot } from './app/bot.ts'
import { errors } from './app/errors.ts'
import { offers } from './app/offers.ts'
import { shell } from './app/shell.ts'

/** The texts of the frame and home. */
export const first = { ...shell, ...bot, ...offers, ...errors }
