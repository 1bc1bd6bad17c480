import { enAccounts } from './en-accounts.ts'
import { admin } from './catalogue/en/admin.ts'
import { app } from './catalogue/en/app.ts'
import { autostart } from './catalogue/en/autostart.ts'
import { billing } from './catalogue/en/billing.ts'
import { blocks } from './catalogue/en/blocks.ts'
import { bottomBar } from './catalogue/en/bottom-bar.ts'
import { courier } from './catalogue/en/courier.ts'
import { editors } from './catalogue/en/editors.ts'
import { filterErrors } from './catalogue/en/filter-errors.ts'
import { filters } from './catalogue/en/filters.ts'
import { forecast } from './catalogue/en/forecast.ts'
import { glance } from './catalogue/en/glance.ts'
import { help } from './catalogue/en/help.ts'
import { history } from './catalogue/en/history.ts'
import { homeLate } from './catalogue/en/home-late.ts'
import { instant } from './catalogue/en/instant.ts'
import { log } from './catalogue/en/log.ts'
import { mend } from './catalogue/en/mend.ts'
import { notify } from './catalogue/en/notify.ts'
import { palette } from './catalogue/en/palette.ts'
import { profile } from './catalogue/en/profile.ts'
import { recap } from './catalogue/en/recap.ts'
import { release } from './catalogue/en/release.ts'
import { shadow } from './catalogue/en/shadow.ts'
import { sheets } from './catalogue/en/sheets.ts'
import { spark } from './catalogue/en/spark.ts'
import { sync } from './catalogue/en/sync.ts'
import { payment } from './catalogue/en/payment.ts'
import { invoices } from './catalogue/en/invoices.ts'
import { invite } from './catalogue/en/invite.ts'
/** English for the screens loaded after the first paint. */
export const enMore = {
  ...enAccounts,
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
}
