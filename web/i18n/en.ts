import { bot } from './en/bot.ts'
import { coming } from './en/coming.ts'
import { errors } from './en/errors.ts'
import { filterErrors } from './en/filter-errors.ts'
import { filters } from './en/filters.ts'
import { offers } from './en/offers.ts'
import { shell } from './en/shell.ts'
import type { Message } from './model.ts'
import type { RequiredKey } from './required.ts'

/** English, the source of every other language. */
export const en = {
  ...shell,
  ...bot,
  ...offers,
  ...errors,
  ...filters,
  ...filterErrors,
  ...coming,
} satisfies Record<RequiredKey, Message>
