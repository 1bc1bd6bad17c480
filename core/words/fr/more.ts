import type { more as source } from '../en/more.ts'
import { signIn } from './sign-in.ts'
import { app } from './app/app.ts'
import { autostart } from './app/autostart.ts'
import { billing } from './app/billing.ts'
import { blocks } from './app/blocks.ts'
import { bottomBar } from './app/bottom-bar.ts'
import { courier } from './app/courier.ts'
import { editors } from './app/editors.ts'
import { filterErrors } from './app/filter-errors.ts'
import { filters } from './app/filters.ts'
import { forecast } from './app/forecast.ts'
import { glance } from './app/glance.ts'
import { help } from './app/help.ts'
import { history } from './app/history.ts'
import { homeLate } from './app/home-late.ts'
import { instant } from './app/instant.ts'
import { log } from './app/log.ts'
import { mend } from './app/mend.ts'
import { notify } from './app/notify.ts'
import { palette } from './app/palette.ts'
import { profile } from './app/profile.ts'
import { recap } from './app/recap.ts'
import { received } from './app/received.ts'
import { release } from './app/release.ts'
import { shadow } from './app/shadow.ts'
import { sheets } from './app/sheets.ts'
import { spark } from './app/spark.ts'
import { sync } from './app/sync.ts'
import { translate } from '../model.ts'
import { payment } from './app/payment.ts'
import { invoices } from './app/invoices.ts'
import { invite } from './app/invite.ts'

export const more = translate<typeof source>()({
  ...signIn,
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
  ...received,
  ...release,
  ...shadow,
  ...sheets,
  ...spark,
  ...sync,
  ...payment,
  ...invoices,
  ...invite,
})
