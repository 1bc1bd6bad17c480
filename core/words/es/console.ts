import type { consoleWords as source } from '../en/console.ts'
import { accounting } from './app/accounting.ts'
import { admin } from './app/admin.ts'
import { console } from './app/console.ts'
import { disputes } from './app/disputes.ts'
import { instances } from './app/instances.ts'
import { records } from './app/records.ts'
import { translate } from '../model.ts'

export const consoleWords = translate<typeof source>()({
  ...accounting,
  ...admin,
  ...console,
  ...disputes,
  ...instances,
  ...records,
})
