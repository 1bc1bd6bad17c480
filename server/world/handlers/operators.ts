import type { Accounts } from '../../accounts.ts'
import type { Member, Handlers } from '../../http.ts'
import type { Operators } from '../../operators.ts'

/** The operations of operators. */
export function operatorsHandlers(
  operators: Operators,
  accounts: Pick<Accounts, 'renewSession'>,
): Handlers['operators'] {
  /** A session that passed the second factor continues with another token. */
  async function proven<T>({ sessionId, cookies }: Member, answer: Promise<T>): Promise<T> {
    const answered = await answer
    cookies.push(...(await accounts.renewSession(sessionId)))
    return answered
  }
  return {
    secondFactor: (who) => operators.readFactor(who),
    startAuthenticator: (who, { password }) => proven(who, operators.startAuthenticator(who, password)),
    confirmAuthenticator: (who, { code }) => proven(who, operators.confirmAuthenticator(who, code)),
    giveCode: (who, { code }) => proven(who, operators.giveCode(who, code)),
    givePasskey: (who, given) => proven(who, operators.givePasskey(who, given)),
    renewBackupCodes: (who) => operators.renewBackupCodes(who),
  }
}
