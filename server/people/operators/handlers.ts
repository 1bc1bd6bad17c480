import type { Accounts } from '../accounts.ts'
import type { Handlers, Member } from '../../module.ts'
import type { Operators } from './operations.ts'

/** The operations of operators. */
export function operatorsHandlers({
  operators,
  accounts,
}: {
  operators: Operators
  accounts: Pick<Accounts, 'renewSession'>
}): Pick<Handlers, 'operators'> {
  /** A session that passed the second factor continues with another token. */
  async function proven<T>({ sessionId, cookies }: Member, answer: Promise<T>): Promise<T> {
    const result = await answer
    cookies.push(...(await accounts.renewSession(sessionId)))
    return result
  }
  const operations: Handlers['operators'] = {
    secondFactor: (who) => operators.readFactor(who),
    startAuthenticator: (who, { password }) => proven(who, operators.startAuthenticator(who, password)),
    confirmAuthenticator: (who, { code }) => proven(who, operators.confirmAuthenticator(who, code)),
    giveCode: (who, { code }) => proven(who, operators.giveCode(who, code)),
    givePasskey: (who, input) => proven(who, operators.givePasskey(who, input)),
    renewBackupCodes: (who) => operators.renewBackupCodes(who),
  }
  return { operators: operations }
}
