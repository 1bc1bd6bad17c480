import { accounts } from './catalogue/en/accounts.ts'
import { fees } from './catalogue/en/fees.ts'
import { moreErrors } from './catalogue/en/more-errors.ts'
import { preferences } from './catalogue/en/preferences.ts'
/** English from sign-in to the first session: the form, the codes, the prices, and every refusal. */
export const enAccounts = { ...accounts, ...fees, ...moreErrors, ...preferences }
