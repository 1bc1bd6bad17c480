import type { enMore } from './en-more.ts'
import { accounts } from './es/accounts.ts'
import { coming } from './es/coming.ts'
import { filterErrors } from './es/filter-errors.ts'
import { filters } from './es/filters.ts'
import { log } from './es/log.ts'
import { sheets } from './es/sheets.ts'
import { translate } from './model.ts'

export const esMore = translate<typeof enMore>()({
  ...accounts,
  ...log,
  ...sheets,
  ...filters,
  ...filterErrors,
  ...coming,
})
