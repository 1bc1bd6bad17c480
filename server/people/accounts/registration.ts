import { readVariant } from '@madruga/core/variants.ts'
import {
  TERMS_VERSION,
  readEmail,
  needsPhone,
  phoneFormOf,
  readPhone,
  readReferralCode,
  refusePhone,
} from '@madruga/core/accounts.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { AccountFieldCode } from '@madruga/core/errors.ts'
import { isTimeZone } from '@madruga/core/time.ts'
import type { AccountsDeps } from './deps.ts'
import type { Answered, Caller, Given, NewDriver, Session } from './model.ts'
import { judgeNewPassword, refuseFields } from './refusals.ts'
import type { SignIn } from './sign-in.ts'
import { goOnByEmail, insertDriver, proveTicket, useTicket } from './store.ts'
import type { Ticket } from './store.ts'

/** How a stranger becomes a driver, and the codes that strangers enter. */
export type Registration = {
  /** The challenge to solve first. */
  readCaptcha(): Promise<Answered['captcha']>
  /**
   * Sends a code. The answer does not reveal who has an account: an account's owner gets a different e-mail.
   */
  startRegistration(given: Given['startRegistration'], caller: Caller): Promise<Answered['startRegistration']>
  resendCode(given: Given['resendCode'], caller: Caller): Promise<Answered['resendCode']>
  /** Confirms a code of a registration or a reset; a registration by SMS then requires one by e-mail. */
  checkCode(given: Given['checkCode'], caller: Caller): Promise<Answered['checkCode']>
  /** Creates the account whose codes were confirmed, and a session. */
  register(given: Given['register'], caller: Caller): Promise<Session>
}

/** Creates the registration operations. */
export function createRegistration(
  deps: AccountsDeps,
  openSession: SignIn['openSession'],
  newId: () => string,
): Registration {
  const { db, clock, codes, limits, offered } = deps
  return {
    readCaptcha: () => deps.captcha.challenge(),

    async startRegistration({ variant, channel, language, referralCode = '', ...input }, caller) {
      if (!offered.includes(variant)) throw new AppError('request.invalid')
      const email = readEmail(input.email)
      const form = phoneFormOf({ variant }, 'new')
      const phone = readPhone(input.phone, form)
      refuseFields({
        email: email === null ? 'accounts.email_invalid' : null,
        phone: needsPhone({ form, phone: input.phone, channel }) ? refusePhone(input.phone, form) : null,
      })
      await deps.captcha.check(input.captcha, caller.address)
      await limits.take(channel, (channel === 'sms' ? phone : email) ?? '', caller)
      // Counted first, so that referral codes cannot be guessed here.
      refuseFields({ referralCode: await judgeReferral(deps, referralCode, phone) })
      return await codes.open({
        purpose: 'register',
        driver_id: null,
        email,
        phone,
        variant,
        language,
        channel,
      })
    },

    resendCode: ({ ticket }, caller) => codes.resend(ticket, caller),

    async checkCode({ ticket, code }, caller) {
      const row = await codes.tryCode(ticket, code, { purposes: ['register', 'reset'] })
      if (row.purpose === 'register' && row.channel === 'sms') {
        await limits.take('email', row.email ?? '', caller)
        const byEmail: Ticket = { ...row, channel: 'email' }
        const delivery = await codes.goOn(ticket, byEmail, (tx, newCode) => goOnByEmail(tx, row, newCode))
        return { next: 'code', sent: delivery }
      }
      if (!(await proveTicket(db, row))) throw new AppError('accounts.code_mismatch')
      if (row.purpose === 'reset') return { next: 'password' }
      return { next: 'register', email: row.email ?? '', variant: readVariant(row.variant) }
    },

    async register(input, caller) {
      const ticket = await codes.readProven(input.ticket, 'register')
      const referral = await judgeReferral(deps, input.referralCode, ticket.phone)
      const driver = await readNewDriver(deps, ticket, input, referral)
      const hash = await deps.passwords.goFirst(() => deps.passwords.hash(input.password))
      const friendId = newId()
      await db
        .transaction()
        .execute(async (tx) => {
          if (!(await useTicket(tx, ticket.id, clock.now()))) throw new AppError('accounts.ticket_invalid')
          await insertDriver(tx, friendId, driver, hash)
          const { referralCode: code, phone } = driver
          if (code !== '') await deps.referrals.join(tx, { friendId, phone, code, at: clock.now() })
        })
        .catch((error: unknown) => {
          // Another person proved the same address and was faster.
          const isTaken = error instanceof AppError && error.code === 'accounts.email_taken'
          throw isTaken ? new AppError('accounts.ticket_invalid') : error
        })
      // The account exists: it is too late to refuse its owner.
      const login = { email: driver.email, password: input.password }
      const session = await deps.passwords.withoutRefusal(() => openSession(login, caller))
      const { email } = driver
      deps.security.record({ kind: 'registration.succeeded', driverId: friendId, email })
      return session
    },
  }
}

/** The proven and typed data of the driver; refuses invalid fields. */
async function readNewDriver(
  deps: AccountsDeps,
  ticket: Ticket,
  input: Given['register'],
  referral: AccountFieldCode | null,
): Promise<NewDriver & { phone: string | null; referralCode: string }> {
  const { firstName, lastName, language, timeZone, password } = input
  const email = ticket.email ?? ''
  refuseFields({
    ...(await judgeNewPassword(
      input,
      { email, firstName, lastName, phone: ticket.phone },
      deps.judgePassword,
    )),
    consent: input.consent ? null : 'accounts.consent_missing',
    referralCode: referral,
    timeZone: isTimeZone(timeZone) ? null : 'accounts.time_zone_unknown',
  })
  return {
    name: `${firstName} ${lastName}`,
    firstName,
    lastName,
    email,
    password,
    phone: ticket.phone,
    phoneConfirmed: ticket.phone_proven,
    language,
    variant: readVariant(ticket.variant),
    timeZone,
    referralCode: readReferralCode(input.referralCode) ?? '',
    terms: { version: TERMS_VERSION, acceptedAt: deps.clock.now() },
  }
}

/** The error of a typed referral code; an empty one has none. */
async function judgeReferral(
  { referrals }: AccountsDeps,
  text: string,
  phone: string | null,
): Promise<AccountFieldCode | null> {
  const code = readReferralCode(text)
  if (code === '') return null
  const thanks = code !== null && (await referrals.checkCode(code, phone)) === null
  return thanks ? null : 'accounts.referral_code_invalid'
}
