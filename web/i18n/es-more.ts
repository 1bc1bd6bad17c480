import type { enMore } from './en-more.ts'
import { accounts } from './catalogue/es/accounts.ts'
import { admin } from './catalogue/es/admin.ts'
import { app } from './catalogue/es/app.ts'
import { coming } from './catalogue/es/coming.ts'
import { filterErrors } from './catalogue/es/filter-errors.ts'
import { filters } from './catalogue/es/filters.ts'
import { help } from './catalogue/es/help.ts'
import { history } from './catalogue/es/history.ts'
import { log } from './catalogue/es/log.ts'
import { moreErrors } from './catalogue/es/more-errors.ts'
import { notify } from './catalogue/es/notify.ts'
import { profile } from './catalogue/es/profile.ts'
import { release } from './catalogue/es/release.ts'
import { sheets } from './catalogue/es/sheets.ts'
import { sync } from './catalogue/es/sync.ts'
import { translate } from './model.ts'

export const esMore = translate<typeof enMore>()({
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
})
