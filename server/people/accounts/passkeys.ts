import { randomBytes, randomUUID } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { AppError } from '@madruga/core/errors.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { isSameText, signText } from '../../kit/encryption.ts'
import type { Secrets } from '../../kit/encryption.ts'
import { isLoopbackHost } from '../../kit/http.ts'
import type { AccountsDeps } from './deps.ts'
import type { Answered, Caller, Db, Given, Owner, Session } from './model.ts'
import { readOwner, reauthenticate } from './reauthenticate.ts'
import { recordRefused } from './refusals.ts'
import type { SignIn } from './sign-in.ts'
import {
  deletePasskeys,
  findPasskey,
  insertPasskey,
  markSecondFactor,
  notePasskeyUse,
  readPasskeys,
  useChallenge,
} from './store.ts'

/** How long a device has to sign a challenge. */
export const PASSKEY_LIFE_MS = 5 * MINUTE_MS
/** More devices than anyone drives with. */
const MOST_PASSKEYS = 10
const NONCE_BYTES = 24

/** Passkeys: adding and removing them, and what they open. The device always verifies the person. */
export type Passkeys = {
  /** A challenge for whoever signs in; it costs no row. */
  startPasskeySignIn(): Answered['startPasskeySignIn']
  /**
   * A new session, which counts as having given a second factor: the device, and the person verified by it.
   * Refuses with `accounts.passkey_refused`, and with `accounts.locked` after too many failures of an
   * address.
   */
  signInWithPasskey(given: Given['signInWithPasskey'], caller: Caller): Promise<Session>
  /** The driver whose passkey signed one of our challenges, once; refuses with `accounts.passkey_refused`. */
  provePasskey(given: Given['signInWithPasskey']): Promise<string>
  readPasskeys(driverId: string): Promise<Answered['passkeys']>
  /** Requires the password; what the device needs to make a key. */
  startPasskey(given: Given['startPasskey'], owner: Owner): Promise<Answered['startPasskey']>
  /**
   * Stores the key made for a challenge of this session, and notifies the driver. `also` runs in the same
   * transaction. Refuses with `accounts.passkey_refused`, `accounts.passkey_exists` and
   * `accounts.passkeys_full`.
   */
  addPasskey(given: Given['addPasskey'], owner: Owner, also: (tx: Db) => Promise<void>): Promise<void>
  /** Requires the password; another driver's passkey is unaffected. */
  removePasskey(given: Given['removePasskey'], owner: Owner, also: (tx: Db) => Promise<void>): Promise<void>
}

export type PasskeysDeps = AccountsDeps & {
  /** Where drivers reach the app: a key works at its host alone. */
  publicUrl: string
  /** Secrets that sign challenges. */
  passkeySecrets: Secrets
}

/** Creates the passkey operations over WebAuthn. */
export function createPasskeys(deps: PasskeysDeps, beginSession: SignIn['beginSession']): Passkeys {
  const { db, clock, security } = deps
  const { rpId, challengeFor, checkSignature, checkKey } = createVerifier(deps)
  return {
    startPasskeySignIn: () => ({ rpId, challenge: challengeFor(SIGN_IN) }),

    async signInWithPasskey(input, caller) {
      return await recordRefused(security, { failed: 'sign_in.failed', what: 'passkey' }, async () => {
        const attempt = await deps.lockout.countPasskey(caller)
        const session = await beginSession(await checkSignature(input), caller)
        await markSecondFactor(db, session.id, clock.now())
        await attempt.forgive()
        const { id: driverId, role, email } = session.driver
        const about = { driverId, role, sessionId: session.id, email, what: 'passkey' }
        security.record({ kind: 'sign_in.succeeded', ...about })
        return session
      })
    },

    provePasskey: checkSignature,

    async readPasskeys(driverId) {
      const rows = await readPasskeys(db, driverId)
      return { passkeys: rows.map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt, usedAt })) }
    },

    async startPasskey({ password }, owner) {
      const { id, email, name } = await reauthenticate(deps, owner, password)
      const others = await readPasskeys(db, id)
      return {
        rpId,
        challenge: challengeFor(purposeOf(owner)),
        user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
        others: others.map(({ credentialId }) => credentialId),
      }
    },

    async addPasskey({ name, ...credential }, owner, also) {
      const { driverId } = owner
      const { email } = await readOwner(deps, driverId)
      const passkey = { driverId, name, now: clock.now(), ...(await checkKey(credential, owner)) }
      await db.transaction().execute(async (tx) => {
        if ((await readPasskeys(tx, driverId)).length >= MOST_PASSKEYS)
          throw new AppError('accounts.passkeys_full')
        if (!(await insertPasskey(tx, passkey))) throw new AppError('accounts.passkey_exists')
        const news = { kind: 'account_changed', params: { what: 'passkey' } } as const
        await deps.notify.announce(tx, { driverId, ...news, event: `passkey_added:${randomUUID()}` })
        await also(tx)
      })
      security.record({ kind: 'passkey.added', driverId, email })
    },

    async removePasskey({ id, password }, owner, also) {
      const { id: driverId, email } = await reauthenticate(deps, owner, password)
      const count = await db.transaction().execute(async (tx) => {
        const keyCount = await deletePasskeys(tx, driverId, id)
        if (keyCount > 0) await also(tx)
        return keyCount
      })
      if (count > 0) security.record({ kind: 'passkey.removed', driverId, email })
    },
  }
}

/** Verifies what devices sign and make, for our host and one of our challenges. */
function createVerifier(deps: PasskeysDeps) {
  const { db, clock } = deps
  const party = partyOf(deps.publicUrl)
  const challenges = createChallenges(deps)
  const expectations = (purpose: string) => ({
    expectedChallenge: (challenge: string) => challenges.isOurs(challenge, purpose),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  })
  return {
    rpId: party.id,
    challengeFor: challenges.make,

    async checkSignature({ id, ...response }: Given['signInWithPasskey']): Promise<string> {
      const passkey = await findPasskey(db, id)
      if (passkey === undefined) throw new AppError('accounts.passkey_refused')
      const { driverId, credentialId, publicKey, counter } = passkey
      const { authenticationInfo } = await refuseFaulty(() =>
        verifyAuthenticationResponse({
          ...expectations(SIGN_IN),
          response: { ...PUBLIC_KEY, id, rawId: id, response },
          credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
        }),
      )
      await challenges.use(response.clientDataJSON)
      await notePasskeyUse(db, credentialId, { counter: authenticationInfo.newCounter, now: clock.now() })
      return driverId
    },

    async checkKey({ id, ...response }: Omit<Given['addPasskey'], 'name'>, owner: Owner) {
      const { registrationInfo } = await refuseFaulty(() =>
        verifyRegistrationResponse({
          ...expectations(purposeOf(owner)),
          response: { ...PUBLIC_KEY, id, rawId: id, response },
        }),
      )
      if (registrationInfo === undefined) throw new AppError('accounts.passkey_refused')
      await challenges.use(response.clientDataJSON)
      const { id: credentialId, publicKey, counter } = registrationInfo.credential
      return { credentialId, publicKey, counter }
    },
  }
}

const PUBLIC_KEY = { type: 'public-key', clientExtensionResults: {} } as const
const SIGN_IN = 'sign-in'
/** A key is added in the session whose password was given for it. */
const purposeOf = ({ driverId, sessionId }: Owner) => `${driverId} ${sessionId}`

/** WebAuthn's relying party: a host name. An IP address cannot be one, so that loopback goes by its name. */
function partyOf(publicUrl: string): { id: string; origin: string } {
  const url = new URL(publicUrl)
  if (isLoopbackHost(url.hostname)) url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin }
}

/** The library verifies in memory alone: whatever it throws is the fault of what was sent. */
async function refuseFaulty<T extends { verified: boolean }>(verify: () => Promise<T>): Promise<T> {
  const verdict = await verify().catch(() => null)
  if (!verdict?.verified) throw new AppError('accounts.passkey_refused')
  return verdict
}

/**
 * Challenges that we recognize by our signature, so that asking for one stores nothing, in any process; each
 * is used once.
 */
function createChallenges({ db, clock, passkeySecrets }: PasskeysDeps) {
  return {
    make(purpose: string): string {
      const facts = `${clock.now() + PASSKEY_LIFE_MS}.${randomBytes(NONCE_BYTES).toString('base64url')}`
      const signature = signFacts(passkeySecrets.current(), purpose, facts)
      return Buffer.from(`${facts}.${signature}`).toString('base64url')
    },
    isOurs(challenge: string, purpose: string): boolean {
      const { facts, endsAt, signature } = readChallenge(challenge)
      const isSigned = passkeySecrets
        .held()
        .some((secret) => isSameText(signature, signFacts(secret, purpose, facts)))
      return isSigned && endsAt > clock.now()
    },
    /** Uses up the challenge that was signed; refuses one that was used before. */
    async use(clientData: string): Promise<void> {
      const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as {
        challenge: string
      }
      const { nonce, endsAt } = readChallenge(challenge)
      if (!(await useChallenge(db, nonce, endsAt))) throw new AppError('accounts.passkey_refused')
    },
  }
}

function signFacts(secret: string, purpose: string, facts: string): string {
  return signText(secret, `passkey ${purpose}`, facts).toString('base64url')
}

function readChallenge(challenge: string) {
  const [end = '', nonce = '', signature = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
  return { facts: `${end}.${nonce}`, endsAt: Number(end), nonce, signature }
}
