/**
 * Entry of the accounts' tables: drivers with their credentials and passkeys, sessions, tickets of
 * codes, used challenges.
 */
export * from './store/captcha-uses.ts'
export * from './store/drivers.ts'
export * from './store/passkeys.ts'
export * from './store/sessions.ts'
export * from './store/tickets.ts'
