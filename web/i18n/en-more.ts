import { accounts } from './catalogue/en/accounts.ts'
import { admin } from './catalogue/en/admin.ts'
import { app } from './catalogue/en/app.ts'
import { coming } from './catalogue/en/coming.ts'
import { filterErrors } from './catalogue/en/filter-errors.ts'
import { filters } from './catalogue/en/filters.ts'
import { help } from './catalogue/en/help.ts'
import { history } from './catalogue/en/history.ts'
import { log } from './catalogue/en/log.ts'
import { moreErrors } from './catalogue/en/more-errors.ts'
import { notify } from './catalogue/en/notify.ts'
import { profile } from './catalogue/en/profile.ts'
import { release } from './catalogue/en/release.ts'
import { sheets } from './catalogue/en/sheets.ts'
import { sync } from './catalogue/en/sync.ts'

/** English for the screens that come after the first painting. */
export const enMore = {
  ...accounts,
  ...admin,
  ...app,
  ...coming,
  ...filterErrors,
  ...filters,
  ...help,
  ...history,
  ...log,
  ...moreErrors,
  ...notify,
  ...profile,
  ...release,
  ...sheets,
  ...sync,
}
