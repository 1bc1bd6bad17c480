import type { Phrases, Said } from '../../messages.ts'

const PURPOSES = {
  register: 'to sign up',
  reset: 'to choose a new password',
  change: 'to confirm the change',
}
const CONTACTS = { email: 'e-mail', phone: 'phone number', preferredEmail: 'preferred e-mail' }
const NEW_PASSWORD = { label: 'Choose a new password', path: '/password' }

/** English. SMS stay within 160 characters of the phone alphabet (words/gsm.ts). */
export const messages: Phrases = {
  code({ purpose, code, minutes }) {
    const to = PURPOSES[purpose]
    return {
      title: 'Your Madruga code',
      paragraphs: [
        `Enter this code ${to}:`,
        `Valid for ${minutes} minutes. We never ask for it: never share it.`,
      ],
      sms: `Madruga: ${code} is your code ${to}, valid for ${minutes} minutes. Never share it.`,
      spoken: `Hello. This is Madruga. Your code ${to} is: ${spell(code)}.`,
    }
  },
  account_exists: () => ({
    title: 'You already have an account',
    paragraphs: [
      'Someone, perhaps you, tried to sign up with this address or phone number.',
      'Sign in, or reset your password. Not you? Nothing to do.',
    ],
    sms: 'Madruga: someone, perhaps you, tried to sign up with your number. You have an account: sign in. Not you? Nothing to do.',
    spoken:
      'Hello. This is Madruga. Someone, perhaps you, tried to sign up with your number. You have an account: sign in, or do nothing if it was not you.',
    action: { label: 'Sign in', path: '/login' },
  }),
  contact_changed: ({ what }, at) =>
    changed(`Your ${CONTACTS[what]} changed`, `The ${CONTACTS[what]} of your Madruga account`, at),
  password_changed: (at) => changed('Your password changed', 'The password of your Madruga account', at),
  factor_guessed: (at) => ({
    title: 'Wrong sign-in codes',
    paragraphs: [
      `On ${at} someone who knows your password entered too many wrong codes.`,
      'Not you? Reset your password now. You? Wait a few minutes.',
    ],
    sms: 'Madruga: someone who knows your password entered too many wrong codes. Not you? Reset your password now.',
    spoken:
      'Hello. This is Madruga. Someone who knows your password entered too many wrong codes. If it was not you, reset your password now.',
    action: NEW_PASSWORD,
  }),
  account_deleted: (at) => ({
    title: 'Your account was deleted',
    paragraphs: [
      `Your Madruga account and its data were deleted on ${at}. Your bot is stopped.`,
      'You can sign up again any time.',
    ],
    sms: 'Madruga: your account and its data were deleted. Your bot is stopped.',
    spoken: 'Hello. This is Madruga. Your account and its data were deleted. Your bot is stopped.',
  }),
  instance_code({ code, name, host, hours }) {
    const text = `Did you allow Madruga to take jobs for your couriers at ${name} (${host})?`
    return {
      title: `Confirm Madruga for ${name}`,
      paragraphs: [
        `${text} If so, send its operator this code:`,
        `Valid for ${hours} hours. Couriers then read that ${name} confirmed it.`,
        'If not, do nothing: nothing is confirmed.',
      ],
      sms: `Madruga: ${text} If so, give its operator this code: ${code}.`,
      spoken: `Hello. This is Madruga. ${text} If so, give its operator this code: ${spell(code)}.`,
    }
  },
  invitation({ name, link }) {
    const who = name === '' ? 'A friend' : name
    return {
      title: `${who} invites you to Madruga`,
      paragraphs: [`A bot wins delivery blocks for you. Sign up here: ${link}`],
      sms: `Madruga: ${who} invites you. A bot wins blocks for you. Reply STOP to opt out. ${link}`,
      spoken: `Hello. This is Madruga. ${who} invites you. Our bot wins delivery blocks for you.`,
    }
  },
  test: () => ({
    title: 'Test message',
    paragraphs: ['This is the test you asked for: alerts on this channel reach you.'],
    sms: 'Madruga: test. Text messages reach you.',
    spoken: 'Hello. This is Madruga, with a test. Calls reach you.',
    action: { label: 'Alert settings', path: '/notification-settings' },
  }),
  open: {
    block_won: 'See it in the calendar',
    block_waiting: 'See it in the calendar',
    block_taken: 'See it in your logs',
    block_changed: 'See your calendar',
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
    member_price: 'See the price',
    invoice_issued: 'See the invoice',
    invoice_due: 'Pay it now',
    payment_received: 'See your payments',
    payment_failed: 'Pay it now',
    subscription_ending: 'Renew it now',
    edition_changed: 'See the plans',
    refunded: 'See your payments',
    friend_joined: 'See your invitations',
    credit_earned: 'See your credits',
    credit_withheld: 'See your invitations',
    credit_taken_back: 'See your credits',
  },
  hello: 'Hello. This is Madruga.',
  buttons: { acknowledge: 'Got it', take: 'Accept', leave: 'Decline' },
  answered: 'Answer sent. Open Madruga to see if you got it.',
  ofAccount: 'You get this because it concerns your Madruga account.',
  ofPlatform: 'You get this because your address administers the domain of a delivery app.',
  ofReport: 'You get this because you authorized Madruga at this delivery app, or run Madruga.',
  ofSettings: 'You get this because of your alert settings.',
  changeSettings: 'Change them',
}

function changed(title: string, subject: string, at: string): Said {
  return {
    title,
    paragraphs: [`${subject} changed on ${at}.`, 'Not you? Reset your password now, then contact support.'],
    sms: `Madruga: ${title.toLowerCase()}. Not you? Reset your password now, then contact support.`,
    spoken: `Hello. This is Madruga. ${title}. If it was not you, reset your password now, then contact support.`,
    action: NEW_PASSWORD,
  }
}

function spell(code: string): string {
  return [...code].join(', ')
}
