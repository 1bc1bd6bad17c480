import type { enMore } from './en-more.ts'
import { accounts } from './catalogue/es/accounts.ts'
import { coming } from './catalogue/es/coming.ts'
import { filterErrors } from './catalogue/es/filter-errors.ts'
import { filters } from './catalogue/es/filters.ts'
import { log } from './catalogue/es/log.ts'
import { sheets } from './catalogue/es/sheets.ts'
import { translate } from './model.ts'

export const esMore = translate<typeof enMore>()({
  ...accounts,
  ...log,
  ...sheets,
  ...filters,
  ...filterErrors,
  ...coming,
})
