import { z } from 'zod'
import { operationsOf } from './access.ts'
import { instant, passkeySignature, storable } from './shapes.ts'

const entering = operationsOf('entering_operator', 'operators')
const operator = operationsOf('operator', 'operators')

/** Six digits of the authenticator, or one of the backup codes. */
const code = storable.min(1).max(40)
const backupCodes = z.object({ backupCodes: z.array(z.string()) })

const secondFactor = z.object({
  /** `exempt`: the demo's operator on this machine, who needs none. */
  state: z.enum(['missing', 'needed', 'given', 'exempt']),
  /** Until when changes that move money need no further code; null = they need one. */
  freshUntil: instant.nullable(),
  backupCodesLeft: z.int().nonnegative(),
  /** What may be given. */
  ways: z.array(z.enum(['authenticator', 'passkey'])),
})

/** The operator's second factor. All other operator operations stay closed until it is given. */
export const operators = {
  secondFactor: entering
    .get('/second-factor', 'Whether a second factor is set up, and given here')
    .output(secondFactor),
  startAuthenticator: entering
    .post('/authenticator', 'Begin to set up an authenticator; another one takes its place once confirmed')
    .input(z.object({ password: storable.min(1).max(200) }))
    .output(
      z.object({
        /** For manual entry, base32. */
        key: z.string(),
        /** The same for scanning: `otpauth://totp/…`. */
        uri: z.string(),
      }),
    ),
  confirmAuthenticator: entering
    .post(
      '/authenticator/confirm',
      'Give the first code of the authenticator; the backup codes are shown once',
    )
    .input(z.object({ code }))
    .output(backupCodes),
  giveCode: entering
    .post('/second-factor', 'Give a code of the authenticator, or a backup code')
    .input(z.object({ code }))
    .output(secondFactor),
  givePasskey: entering
    .post('/second-factor/passkey', 'Sign a challenge of `accounts.startPasskeySignIn` with an own passkey')
    .input(passkeySignature)
    .output(secondFactor),
  renewBackupCodes: operator
    .post('/backup-codes', 'New backup codes; the old ones are no good any more')
    .input(z.object({}))
    .output(backupCodes),
}
