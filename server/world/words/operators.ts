import type { Operators } from '../../operators.ts'
import type { Words } from '../../http.ts'

/** The operations of operators. */
export function operatorsWord(operators: Operators): Words['operators'] {
  return {
    secondFactor: (who) => operators.readFactor(who),
    startAuthenticator: (who, { password }) => operators.startAuthenticator(who, password),
    confirmAuthenticator: (who, { code }) => operators.confirmAuthenticator(who, code),
    giveCode: (who, { code }) => operators.giveCode(who, code),
    renewBackupCodes: (who) => operators.renewBackupCodes(who),
  }
}
