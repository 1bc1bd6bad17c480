import type { en } from './en.ts'
import { bot } from './catalogue/es/bot.ts'
import { errors } from './catalogue/es/errors.ts'
import { offers } from './catalogue/es/offers.ts'
import { shell } from './catalogue/es/shell.ts'
import { translate } from './model.ts'

/** Spanish of the United States. A missing text, plural form or parameter does not compile. */
export const es = translate<typeof en>()({ ...shell, ...bot, ...offers, ...errors })
