import type { Plan } from '@madruga/core/plans.ts'
import type { AssignedPasswords } from './assigned-passwords.ts'
import type { Contacts } from './contacts.ts'
import type { Db, NewDriver, Owner } from './model.ts'
import type { Passkeys } from './passkeys.ts'
import type { PasswordChange } from './password-change.ts'
import type { PasswordJudge } from './password-judge.ts'
import type { Profile } from './profile.ts'
import type { Registration } from './registration.ts'
import type { Removal } from './removal.ts'
import type { Sessions } from './sessions.ts'
import type { SignIn } from './sign-in.ts'

/** Drivers, their authentication, and their sessions. */
export type Accounts = Omit<SignIn, 'openSession' | 'beginSession'> &
  Registration &
  Passkeys &
  PasswordChange &
  Sessions &
  Profile &
  Contacts &
  AssignedPasswords &
  Removal & {
    /**
     * Creates a driver who can sign in, inside the caller's transaction if one is given; returns their id.
     * Refuses with `accounts.email_taken`.
     */
    createDriver(driver: NewDriver, tx?: Db): Promise<string>
    judgePassword: PasswordJudge
    /** Number of password hashes that wait for their turn in this process. */
    countWaitingHashes(): number
    /**
     * Moves drivers at rest whose app is not offered to the first that is; where no one pays, ends plans, and
     * suspensions for unpaid invoices. For a start; answers how many were moved.
     */
    fitOffer(offer: { billing: boolean }): Promise<number>
    /** The id of the driver with this e-mail, or null. */
    findDriver(email: string): Promise<string | null>
    /** Marks an account as one of the demo, which an older release made. */
    markDemo(tx: Db, driverId: string): Promise<void>
    /** Activates or suspends a driver, inside the caller's transaction; false if there is none. */
    setStatus(
      tx: Db,
      driverId: string,
      status: 'active' | 'inactive' | 'suspended',
      reason: string | null,
      /** Payment lifts a suspension by dunning; the demo's next start lifts its closing. */
      cause?: 'operator' | 'dues' | 'demo',
    ): Promise<boolean>
    /** What the driver has paid for, inside the caller's transaction; false if there is none. */
    setPlan(
      tx: Db,
      driverId: string,
      bought: { plan: Plan; subscribedUntil: number | null },
    ): Promise<boolean>
    /**
     * Enables or removes a device for instant offers, inside the caller's transaction; false if there is no
     * such driver.
     */
    setDevice(tx: Db, driverId: string, deviceId: string | null): Promise<boolean>
    /**
     * Verifies a signed-in driver's password again; refuses with `accounts.wrong_password` and
     * `accounts.locked`.
     */
    reauthenticate(owner: Owner, password: string): Promise<void>
    /** Records that a session gave its second factor now, inside the caller's transaction. */
    markSecondFactor(tx: Db, sessionId: string, now: number): Promise<void>
    /** Deletes expired tickets and used challenges; for a job. */
    forgetTickets(): Promise<void>
  }
