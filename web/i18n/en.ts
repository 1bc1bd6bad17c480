import { bot } from './catalogue/en/bot.ts'
import { errors } from './catalogue/en/errors.ts'
import { offers } from './catalogue/en/offers.ts'
import { shell } from './catalogue/en/shell.ts'

/** English, the source of every other language: the texts of the frame and home. */
export const en = { ...shell, ...bot, ...offers, ...errors }
