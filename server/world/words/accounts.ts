import type { Words } from '../../http.ts'
import type { Accounts } from '../../accounts.ts'
import { notYet } from '../not-yet.ts'

type AccountsDeps = {
  accounts: Accounts
  /** Ends the live streams of a session that is over. */
  endSession: (sessionId: string) => void
  demo: boolean
  readMinimumAppVersion(): Promise<string>
}

/** The operations of accounts. */
export function accountsWord({
  accounts,
  endSession,
  demo,
  readMinimumAppVersion,
}: AccountsDeps): Words['accounts'] {
  return {
    captcha: notYet,
    startRegistration: notYet,
    startReset: notYet,
    resendCode: notYet,
    checkCode: notYet,
    register: notYet,
    resetPassword: notYet,
    async signIn({ caller, cookies }, login) {
      const session = await accounts.signIn(login, caller)
      cookies.push(...session.cookies)
      return { driver: session.driver }
    },
    async signOut({ caller, cookies }) {
      const { sessionId, cookies: lines } = await accounts.signOut(caller)
      cookies.push(...lines)
      if (sessionId) endSession(sessionId)
      return {}
    },
    async session({ caller, cookies }) {
      const [session, minimumAppVersion] = await Promise.all([
        accounts.readSession(caller),
        readMinimumAppVersion(),
      ])
      cookies.push(...session.cookies)
      return { driver: session.id === null ? null : session.driver, minimumAppVersion, demo }
    },
    sessions: notYet,
    endSession: notYet,
    endOtherSessions: notYet,
    profile: notYet,
    saveProfile: notYet,
    setLanguage: async ({ driverId }, { language }) => ({
      driver: await accounts.setLanguage(driverId, language),
    }),
    changeContact: notYet,
    confirmContact: notYet,
    removePreferredEmail: notYet,
    changePassword: notYet,
    remove: notYet,
  }
}
