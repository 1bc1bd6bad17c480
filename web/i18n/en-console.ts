import { accounting } from './catalogue/en/accounting.ts'
import { console } from './catalogue/en/console.ts'
import { disputes } from './catalogue/en/disputes.ts'
import { instances } from './catalogue/en/instances.ts'
/** English for the operator's console, which no driver fetches. */
export const enConsole = { ...accounting, ...console, ...disputes, ...instances }
