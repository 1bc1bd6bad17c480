import type { Phrases, Said } from './model.ts'

const PURPOSES = {
  register: 'to sign up',
  reset: 'to choose a new password',
  change: 'to confirm the change',
}
const CONTACTS = { email: 'e-mail', phone: 'phone number', preferredEmail: 'preferred e-mail' }
const NEW_PASSWORD = { label: 'Choose a new password', path: '/password' }

/** English. SMS stay within 160 characters of the phone alphabet (words/gsm.ts). */
export const ENGLISH: Phrases = {
  code({ purpose, code, minutes }) {
    const to = PURPOSES[purpose]
    return {
      title: 'Your Madruga code',
      paragraphs: [
        `Type in this code ${to}:`,
        `It holds for ${minutes} minutes. Nobody at Madruga asks you for it: never share it.`,
        'You did not ask for a code? Then there is nothing to do.',
      ],
      sms: `Madruga: ${code} is your code ${to}. It holds for ${minutes} minutes. Never share it.`,
      spoken: `Hello. This is Madruga. Your code ${to} is: ${spell(code)}.`,
    }
  },
  account_exists: () => ({
    title: 'You already have an account',
    paragraphs: [
      'Someone, perhaps you, tried to sign up at Madruga with this address or phone number. It belongs to an account already.',
      'Sign in with it, or choose a new password if you forgot yours. Not you? Then there is nothing to do.',
    ],
    sms: 'Madruga: someone, perhaps you, tried to sign up with your number. You already have an account: sign in. Not you? Nothing to do.',
    spoken:
      'Hello. This is Madruga. Someone, perhaps you, tried to sign up with your number. You already have an account. Sign in, or do nothing if it was not you.',
    action: { label: 'Sign in', path: '/login' },
  }),
  contact_changed: ({ what }, at) =>
    changed(`Your ${CONTACTS[what]} was changed`, `The ${CONTACTS[what]} of your Madruga account`, at),
  password_changed: (at) => changed('Your password was changed', 'The password of your Madruga account', at),
  account_deleted: (at) => ({
    title: 'Your account is deleted',
    paragraphs: [
      `Your Madruga account and what was stored with it were deleted on ${at}. Your bot is stopped and nothing more is sent to you.`,
      'Thank you for driving with us. You are welcome back any time: just sign up again.',
    ],
    sms: 'Madruga: your account and its data are deleted. Your bot is stopped and nothing more is sent to you.',
    spoken: 'Hello. This is Madruga. Your account and its data are deleted. Your bot is stopped.',
  }),
  invitation({ name, link }) {
    const who = name === '' ? 'A friend' : name
    return {
      title: `${who} invites you to Madruga`,
      paragraphs: [`Madruga takes delivery blocks for drivers while they sleep. Sign up here: ${link}`],
      sms: `Madruga: ${who} invites you. A bot takes blocks for you. STOP ends it. Go: ${link}`,
      spoken: `Hello. This is Madruga. ${who} invites you. Our bot takes delivery blocks for you.`,
    }
  },
  test: () => ({
    title: 'Test: this reaches you',
    paragraphs: [
      'You asked for a test from your notification settings. It arrived: messages on this channel reach you.',
    ],
    sms: 'Madruga: this is the test that you asked for. It arrived: SMS reach you.',
    spoken: 'Hello. This is Madruga, with the test call that you asked for. It worked: calls reach you.',
    action: { label: 'Notification settings', path: '/notification-settings' },
  }),
  open: {
    block_won: 'See the block',
    human_needed: 'Solve it now',
    run_over: 'Open Madruga',
    bot_failed: 'Open Madruga',
    bot_stopped: 'Open Madruga',
    autostart_missed: 'See autostart',
    reminder: 'Check in',
    ask: 'Answer now',
    guard_paused: 'Open Madruga',
    goal_reached: 'See the week',
    shadow_over: 'See the report',
    support_replied: 'Read the reply',
    account_changed: 'Check your profile',
    account_status: 'Open Madruga',
    invoice_issued: 'See the invoice',
    invoice_due: 'Pay it now',
    payment_received: 'See your payments',
    payment_failed: 'Pay it now',
    subscription_ending: 'Renew it',
    edition_changed: 'See the editions',
    refunded: 'See your payments',
    friend_joined: 'See your invitations',
    credit_earned: 'See your credits',
    credit_withheld: 'See your invitations',
    credit_taken_back: 'See your credits',
  },
  hello: 'Hello. This is Madruga.',
  acknowledge: 'Got it',
  ofAccount: 'You get this because it is about your Madruga account.',
  ofSettings: 'You get this because your notification settings ask for it.',
  changeSettings: 'Change them',
}

function changed(title: string, subject: string, at: string): Said {
  return {
    title,
    paragraphs: [
      `${subject} was changed on ${at}.`,
      'Was it you? Then there is nothing to do. If not, choose a new password now, then write to support.',
    ],
    sms: `Madruga: ${title.toLowerCase()}. Not you? Choose a new password now, then write to support.`,
    spoken: `Hello. This is Madruga. ${title}. If it was not you, choose a new password now, then write to support.`,
    action: NEW_PASSWORD,
  }
}

function spell(code: string): string {
  return [...code].join(', ')
}
