import { accounts } from './catalogue/es/accounts.ts'
import { fees } from './catalogue/es/fees.ts'
import { moreErrors } from './catalogue/es/more-errors.ts'
import { preferences } from './catalogue/es/preferences.ts'
/** Spanish of `enAccounts`. */
export const esAccounts = { ...accounts, ...fees, ...moreErrors, ...preferences }
