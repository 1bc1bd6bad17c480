import { AppError } from '@madruga/core/errors.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Handlers, Member } from '../../module.ts'
import type { Db } from './model.ts'
import type { Accounts } from './operations.ts'

type AccountsParts = {
  accounts: Accounts
  operators: {
    /** What records in the audit log that an operator changed their factors. */
    guardPasskeys(
      who: Member,
    ): Promise<(tx: Db, action: 'operators.enable_factor' | 'operators.reset_factor') => Promise<void>>
  }
  demo: boolean
  /** What is offered, whether for money, and whether texts and calls leave for phones. */
  offer: { variants: Variant[]; billing: boolean; texts: boolean }
  demoDoor: { isOpenTo(cookie: string | undefined): boolean } | null
  /** Whether a typed e-mail belongs to someone whose password everyone can read. */
  isDemoPerson(typed: string): boolean
  readServiceState(): Promise<{ minimumAppVersion: string }>
}

/** The operations of accounts. */
export function accountsHandlers({
  accounts,
  operators,
  demo,
  offer,
  demoDoor,
  isDemoPerson,
  readServiceState,
}: AccountsParts): Pick<Handlers, 'accounts'> {
  const operations: Handlers['accounts'] = {
    captcha: () => accounts.readCaptcha(),
    startRegistration: ({ caller }, input) => accounts.startRegistration(input, caller),
    startReset: ({ caller }, input) => accounts.startReset(input, caller),
    resendCode: ({ caller }, input) => accounts.resendCode(input, caller),
    checkCode: ({ caller }, input) => accounts.checkCode(input, caller),
    async register({ caller, cookies }, input) {
      const session = await accounts.register(input, caller)
      cookies.push(...session.cookies)
      return { driver: session.driver }
    },
    async resetPassword({ caller, cookies }, input) {
      cookies.push(...(await accounts.resetPassword(input, caller)).cookies)
      return {}
    },
    async signIn({ caller, cookies }, login) {
      if (demoDoor && !demoDoor.isOpenTo(caller.cookie) && isDemoPerson(login.email))
        throw new AppError('accounts.demo_closed')
      const session = await accounts.signIn(login, caller)
      cookies.push(...session.cookies)
      return { driver: session.driver }
    },
    startPasskeySignIn: async () => accounts.startPasskeySignIn(),
    async signInWithPasskey({ caller, cookies }, input) {
      const session = await accounts.signInWithPasskey(input, caller)
      cookies.push(...session.cookies)
      return { driver: session.driver }
    },
    async signOut({ caller, cookies }) {
      cookies.push(...(await accounts.signOut(caller)).cookies)
      return {}
    },
    async session({ caller, cookies, session: knownSession }) {
      const [session, { minimumAppVersion }] = await Promise.all([
        knownSession ?? accounts.readSession(caller),
        readServiceState(),
      ])
      if (!knownSession) cookies.push(...session.cookies)
      const driver = session.id === null ? null : session.driver
      const messagesOpen = demoDoor?.isOpenTo(caller.cookie) ?? false
      return { driver, minimumAppVersion, demo, ...offer, messagesOpen }
    },
    ...ownOperations(accounts),
    ...passkeyOperations(accounts, operators),
  }
  return { accounts: operations }
}

function passkeyOperations(
  accounts: Accounts,
  operators: AccountsParts['operators'],
): Pick<Handlers['accounts'], 'passkeys' | 'startPasskey' | 'addPasskey' | 'removePasskey'> {
  return {
    passkeys: ({ driverId }) => accounts.readPasskeys(driverId),
    async startPasskey(who, input) {
      await operators.guardPasskeys(who)
      return await accounts.startPasskey(input, who)
    },
    async addPasskey(who, input) {
      const record = await operators.guardPasskeys(who)
      await accounts.addPasskey(input, who, (tx) => record(tx, 'operators.enable_factor'))
      who.cookies.push(...(await accounts.renewSession(who.sessionId)))
      return {}
    },
    async removePasskey(who, input) {
      const record = await operators.guardPasskeys(who)
      await accounts.removePasskey(input, who, (tx) => record(tx, 'operators.reset_factor'))
      who.cookies.push(...(await accounts.renewSession(who.sessionId)))
      return {}
    },
  }
}

type Own = Pick<
  Handlers['accounts'],
  | 'sessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'profile'
  | 'saveProfile'
  | 'setLanguage'
  | 'changeContact'
  | 'confirmContact'
  | 'removePreferredEmail'
  | 'changePassword'
  | 'remove'
>

function ownOperations(accounts: Accounts): Own {
  return {
    sessions: (who) => accounts.readSessions(who),
    async endSession(who, input) {
      await accounts.endSession(input, who)
      who.cookies.push(...(await accounts.renewSession(who.sessionId)))
      return {}
    },
    async endOtherSessions(who, input) {
      const count = await accounts.endOtherSessions(input, who)
      who.cookies.push(...(await accounts.renewSession(who.sessionId)))
      return { ended: count }
    },
    profile: ({ driverId }) => accounts.readProfile(driverId),
    saveProfile: ({ driverId }, input) => accounts.saveProfile(driverId, input),
    setLanguage: async ({ driverId }, { language }) => ({
      driver: await accounts.setLanguage(driverId, language),
    }),
    async changeContact(who, input) {
      const answer = await accounts.changeContact(input, who)
      who.cookies.push(...(await accounts.renewSession(who.sessionId)))
      return answer
    },
    async confirmContact(who, input) {
      who.cookies.push(...(await accounts.confirmContact(input, who)).cookies)
      const { driverId } = who
      return { profile: await accounts.readProfile(driverId), driver: await accounts.readDriver(driverId) }
    },
    async removePreferredEmail(who) {
      await accounts.removePreferredEmail(who)
      return { profile: await accounts.readProfile(who.driverId) }
    },
    async changePassword(who, input) {
      await accounts.changePassword(input, who)
      who.cookies.push(...(await accounts.renewSession(who.sessionId)))
      return {}
    },
    async remove(who, { password }) {
      await accounts.remove(who, password)
      // The session is gone with the driver; this forgets its cookie.
      who.cookies.push(...(await accounts.signOut(who.caller)).cookies)
      return {}
    },
  }
}
