import { accounts } from './app/accounts.ts'
import { fees } from './app/fees.ts'
import { moreErrors } from './app/more-errors.ts'
import { preferences } from './app/preferences.ts'

export const signIn = { ...accounts, ...fees, ...moreErrors, ...preferences }
