import { z } from 'zod'
import { operationsOf } from './access.ts'
import {
  driver,
  id,
  instant,
  language,
  octets,
  passkeySignature,
  reminderMinutes,
  storable,
  typedText,
  variant,
} from './shapes.ts'

const open = operationsOf('anyone', 'accounts')
const own = operationsOf('driver', 'accounts')

const email = storable.min(1).max(254)
const password = storable.min(1).max(200)
const ticket = storable.min(1).max(100)
const code = storable.min(1).max(20)
const proof = storable.max(8_000)
const referralCode = storable.max(40)

/** A code was sent, or appears to be: known and unknown accounts get the same answer. */
const codeSent = z.object({
  /** Identifies the purpose of the code; the client continues with it and the code. */
  ticket: z.string(),
  channel: z.enum(['sms', 'email']),
  /** Masked except for its ends, such as `a…@example.com` or `…0199`. */
  sentTo: z.string(),
  expiresAt: instant,
  /** When another code may be requested. */
  resendAt: instant,
})

/** What a device signs, in base64url, and the host that its key belongs to. */
const passkeyChallenge = z.object({ rpId: z.string(), challenge: z.string() })

const profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Address for alerts instead of `email`; null = `email`. It must be confirmed by a code first. */
  preferredEmail: z.string().nullable(),
  /** Digits with the country code first, 11 with the leading 1 in the United States; null = none. */
  phone: z.string().nullable(),
  /** Only a confirmed phone receives calls and messages. */
  phoneConfirmed: z.boolean(),
  language,
  app: variant,
  timeZone: z.string(),
  callAlert: z.boolean(),
  emailAlert: z.boolean(),
  reminderMinutes,
})

/** Drivers, their authentication, and their sessions. */
export const accounts = {
  captcha: open.get('/captcha', 'What a person has to solve before a code is sent').output(
    z.object({
      provider: z.enum(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']),
      /** For the provider's own script; null for altcha. */
      siteKey: z.string().nullable(),
      /** altcha's challenge, as its widget expects it; null for the others. */
      challenge: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  startRegistration: open
    .post('/registrations', 'Begin to register: sends a code')
    .input(
      z.object({
        variant,
        /** As typed: ten digits; for couriers + and the country code, or '' for a code by e-mail. */
        phone: storable.max(30),
        email,
        channel: z.enum(['sms', 'email']),
        language,
        captcha: proof,
        /** The code of an invitation's link, rejected before a verification code is sent. */
        referralCode: referralCode.optional(),
      }),
    )
    .output(codeSent),
  startReset: open
    .post('/resets', 'Begin to choose a new password: sends a code to an account that exists')
    .input(z.object({ email, channel: z.enum(['sms', 'email']), language, captcha: proof }))
    .output(codeSent),
  resendCode: open
    .post('/codes/resend', 'Send another code for the same purpose')
    .input(z.object({ ticket }))
    .output(codeSent),
  checkCode: open
    .post('/codes/check', 'Give the code that was sent; registering by SMS asks for one by e-mail next')
    .input(z.object({ ticket, code }))
    .output(
      z.discriminatedUnion('next', [
        z.object({ next: z.literal('code'), sent: codeSent }),
        z.object({ next: z.literal('register'), email: z.string(), variant }),
        z.object({ next: z.literal('password') }),
      ]),
    ),
  register: open
    .post('', 'Create the account whose codes were given, and sign in')
    .input(
      z.object({
        ticket,
        firstName: typedText(80),
        lastName: typedText(80),
        password,
        confirmPassword: password,
        /** The accepted terms, by their date. */
        consent: z.boolean(),
        referralCode,
        language,
        timeZone: storable.min(1).max(64),
      }),
    )
    .output(z.object({ driver })),
  resetPassword: open
    .post('/resets/finish', 'Set the new password; every session of the account ends')
    .input(z.object({ ticket, password, confirmPassword: password }))
    .output(z.object({})),
  signIn: open
    .post('/sign-in', 'Sign in with e-mail and password')
    .input(
      z.object({
        email,
        password,
        /** The proof of `captcha`, after `accounts.busy`: it goes before strangers without one. */
        captcha: proof.optional(),
      }),
    )
    .output(z.object({ driver })),
  startPasskeySignIn: open
    .post('/passkeys/sign-in/start', 'A challenge for a passkey to sign')
    .input(z.object({}))
    .output(passkeyChallenge),
  signInWithPasskey: open
    .post('/passkeys/sign-in', 'Sign in with a passkey')
    .input(passkeySignature)
    .output(z.object({ driver })),
  signOut: open.post('/sign-out', 'End this session').output(z.object({})),
  session: open.get('/session', 'Who is signed in, if anyone, and what the service offers').output(
    z.object({
      driver: driver.nullable(),
      /** The oldest app that is still served. */
      minimumAppVersion: z.string(),
      demo: z.boolean(),
      /** The delivery apps whose drivers are served, in the order in which they are offered. */
      variants: z.array(variant),
      /** Whether drivers pay; otherwise nothing is sold, charged or invoiced. */
      billing: z.boolean(),
      /** Whether text messages and calls leave for phones. */
      texts: z.boolean(),
      messagesOpen: z.boolean(),
    }),
  ),
  sessions: own.get('/sessions', 'Where the driver is signed in').output(
    z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          current: z.boolean(),
          createdAt: instant,
          lastUsedAt: instant,
          address: z.string().nullable(),
          userAgent: z.string().nullable(),
        }),
      ),
    }),
  ),
  endSession: own.whileSuspended
    .post('/sessions/end', 'End one session of the driver, who gives the password once more')
    .input(z.object({ id, password }))
    .output(z.object({})),
  endOtherSessions: own.whileSuspended
    .post('/sessions/end-others', 'End every session but this one; the driver gives the password once more')
    .input(z.object({ password }))
    .output(z.object({ ended: z.int().nonnegative() })),
  profile: own.get('/profile', "The driver's profile").output(profile),
  saveProfile: own.whileSuspended
    .put('/profile', 'Save the profile; e-mail and phone change by a code, the language by itself')
    .input(
      z.object({
        firstName: typedText(80),
        lastName: typedText(80),
        app: variant,
        timeZone: storable.min(1).max(64),
        // Alerts that are absent stay as they are.
        callAlert: z.boolean().optional(),
        emailAlert: z.boolean().optional(),
        reminderMinutes: reminderMinutes.optional(),
      }),
    )
    .output(z.object({ profile, driver })),
  setLanguage: own.whileSuspended
    .put('/language', 'Choose the language of screens and messages')
    .input(z.object({ language }))
    .output(z.object({ driver })),
  changeContact: own.whileSuspended
    .post(
      '/contacts',
      'Begin to change an e-mail or the phone: asks for the password, sends a code to the new one',
    )
    .input(
      z.object({ kind: z.enum(['email', 'preferredEmail', 'phone']), value: storable.max(254), password }),
    )
    .output(codeSent),
  confirmContact: own.whileSuspended
    .post('/contacts/confirm', 'Give the code that the new e-mail or phone got; the old address is told')
    .input(z.object({ ticket, code }))
    .output(z.object({ profile, driver })),
  removePreferredEmail: own.whileSuspended
    .post('/contacts/remove-preferred', "Alerts go to the account's own e-mail again")
    .output(z.object({ profile })),
  changePassword: own.whileSuspended
    .post('/password', 'Change the password; every other session ends')
    .input(z.object({ current: password, password, confirmPassword: password }))
    .output(z.object({})),
  passkeys: own.get('/passkeys', "The driver's passkeys").output(
    z.object({
      passkeys: z.array(
        z.object({ id: z.string(), name: z.string(), createdAt: instant, usedAt: instant.nullable() }),
      ),
    }),
  ),
  startPasskey: own.whileSuspended
    .post('/passkeys/start', 'Begin to add a passkey: asks for the password')
    .input(z.object({ password }))
    .output(
      passkeyChallenge.extend({
        /** How the device lists the key; `id` in base64url. */
        user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
        /** Keys that the account has, in base64url: a device with one of them makes no second. */
        others: z.array(z.string()),
      }),
    ),
  addPasskey: own.whileSuspended
    .post('/passkeys', 'Add the passkey that the device made')
    .input(
      z.object({
        name: typedText(60),
        id: octets(1_400),
        clientDataJSON: octets(4_000),
        attestationObject: octets(16_000),
      }),
    )
    .output(z.object({})),
  removePasskey: own.whileSuspended
    .post('/passkeys/remove', 'Remove a passkey; the driver gives the password once more')
    .input(z.object({ id, password }))
    .output(z.object({})),
  remove: own.whileSuspended
    .post('/remove', 'Delete the account and everything that it holds; the bot must rest')
    .input(z.object({ password }))
    .output(z.object({})),
}
