import { accounts } from './catalogue/en/accounts.ts'
import { coming } from './catalogue/en/coming.ts'
import { filterErrors } from './catalogue/en/filter-errors.ts'
import { filters } from './catalogue/en/filters.ts'
import { log } from './catalogue/en/log.ts'
import { sheets } from './catalogue/en/sheets.ts'

/** English for the screens that come after the first painting. */
export const enMore = { ...accounts, ...log, ...sheets, ...filters, ...filterErrors, ...coming }
