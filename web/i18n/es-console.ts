import type { enConsole } from './en-console.ts'
import { accounting } from './catalogue/es/accounting.ts'
import { console } from './catalogue/es/console.ts'
import { disputes } from './catalogue/es/disputes.ts'
import { instances } from './catalogue/es/instances.ts'
import { translate } from './model.ts'

export const esConsole = translate<typeof enConsole>()({
  ...accounting,
  ...console,
  ...disputes,
  ...instances,
})
