import { accounting } from './app/accounting.ts'
import { admin } from './app/admin.ts'
import { console } from './app/console.ts'
import { disputes } from './app/disputes.ts'
import { instances } from './app/instances.ts'
import { records } from './app/records.ts'

/** The texts of the operator's console, which no driver fetches. */
export const consoleWords = { ...accounting, ...admin, ...console, ...disputes, ...instances, ...records }
