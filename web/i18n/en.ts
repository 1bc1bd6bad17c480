import { bot } from './en/bot.ts'
import { errors } from './en/errors.ts'
import { offers } from './en/offers.ts'
import { shell } from './en/shell.ts'

/** English, the source of every other language: what the frame and home need. */
export const en = { ...shell, ...bot, ...offers, ...errors }
