import { accounts } from './en/accounts.ts'
import { coming } from './en/coming.ts'
import { filterErrors } from './en/filter-errors.ts'
import { filters } from './en/filters.ts'
import { log } from './en/log.ts'
import { sheets } from './en/sheets.ts'

/** English for the screens that come after the first painting. */
export const enMore = { ...accounts, ...log, ...sheets, ...filters, ...filterErrors, ...coming }
