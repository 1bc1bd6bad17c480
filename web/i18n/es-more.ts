import type { enMore } from './en-more.ts'
import { esAccounts } from './es-accounts.ts'
import { admin } from './catalogue/es/admin.ts'
import { app } from './catalogue/es/app.ts'
import { autostart } from './catalogue/es/autostart.ts'
import { billing } from './catalogue/es/billing.ts'
import { blocks } from './catalogue/es/blocks.ts'
import { bottomBar } from './catalogue/es/bottom-bar.ts'
import { courier } from './catalogue/es/courier.ts'
import { editors } from './catalogue/es/editors.ts'
import { filterErrors } from './catalogue/es/filter-errors.ts'
import { filters } from './catalogue/es/filters.ts'
import { forecast } from './catalogue/es/forecast.ts'
import { glance } from './catalogue/es/glance.ts'
import { help } from './catalogue/es/help.ts'
import { history } from './catalogue/es/history.ts'
import { homeLate } from './catalogue/es/home-late.ts'
import { instant } from './catalogue/es/instant.ts'
import { log } from './catalogue/es/log.ts'
import { mend } from './catalogue/es/mend.ts'
import { notify } from './catalogue/es/notify.ts'
import { palette } from './catalogue/es/palette.ts'
import { profile } from './catalogue/es/profile.ts'
import { recap } from './catalogue/es/recap.ts'
import { release } from './catalogue/es/release.ts'
import { shadow } from './catalogue/es/shadow.ts'
import { sheets } from './catalogue/es/sheets.ts'
import { spark } from './catalogue/es/spark.ts'
import { sync } from './catalogue/es/sync.ts'
import { translate } from './model.ts'
import { payment } from './catalogue/es/payment.ts'
import { invoices } from './catalogue/es/invoices.ts'
import { invite } from './catalogue/es/invite.ts'

export const esMore = translate<typeof enMore>()({
  ...esAccounts,
  ...admin,
  ...app,
  ...autostart,
  ...billing,
  ...blocks,
  ...bottomBar,
  ...courier,
  ...editors,
  ...filterErrors,
  ...filters,
  ...forecast,
  ...glance,
  ...help,
  ...history,
  ...homeLate,
  ...instant,
  ...log,
  ...mend,
  ...notify,
  ...palette,
  ...profile,
  ...recap,
  ...release,
  ...shadow,
  ...sheets,
  ...spark,
  ...sync,
  ...payment,
  ...invoices,
  ...invite,
})
