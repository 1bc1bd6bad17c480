/** Entry of accounts: which inputs are valid, and how they are stored and displayed. */
export { isCode, readTypedCode } from './accounts/code.ts'
export { readEmail } from './accounts/email.ts'
export { maskEmail, maskPhone } from './accounts/mask.ts'
export { checkPassword, stemOf } from './accounts/password.ts'
export { isFullPhone, readAnyPhone, readNewPhone } from './accounts/phone.ts'
export { readReferralCode } from './accounts/referral.ts'
export { TERMS_VERSION } from './accounts/terms.ts'
