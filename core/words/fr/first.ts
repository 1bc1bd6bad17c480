import type { first as source } from '../en/first.ts'
import { bot } from './app/bot.ts'
import { errors } from './app/errors.ts'
import { offers } from './app/offers.ts'
import { shell } from './app/shell.ts'
import { translate } from '../model.ts'

export const first = translate<typeof source>()({ ...shell, ...bot, ...offers, ...errors })
