import { accounts } from './app/accounts.ts'
import { fees } from './app/fees.ts'
import { moreErrors } from './app/more-errors.ts'
import { preferences } from './app/preferences.ts'

/** From sign-in to the first session: the form, the codes, the prices, and every refusal. */
export const signIn = { ...accounts, ...fees, ...moreErrors, ...preferences }
