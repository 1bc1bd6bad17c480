import type { en } from './en.ts'
import { bot } from './es/bot.ts'
import { coming } from './es/coming.ts'
import { errors } from './es/errors.ts'
import { filterErrors } from './es/filter-errors.ts'
import { filters } from './es/filters.ts'
import { offers } from './es/offers.ts'
import { shell } from './es/shell.ts'
import type { Checked, ShapeOf } from './model.ts'

function translate<const W extends ShapeOf<typeof en>>(words: W & Checked<typeof en, W>): W {
  return words
}

/** Spanish of the United States. A missing text, plural form or parameter does not compile. */
export const es = translate({
  ...shell,
  ...bot,
  ...offers,
  ...errors,
  ...filters,
  ...filterErrors,
  ...coming,
})
