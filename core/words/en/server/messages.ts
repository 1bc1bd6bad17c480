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
      paragraphs: [`Enter this code ${to}:`, `Valid for ${minutes} minutes. Never share it.`],
      sms: `${code} is your code ${to}, valid for ${minutes} minutes. Never share it.`,
      spoken: `Your code ${to} is: ${spell(code)}.`,
    }
  },
  account_exists: () => ({
    title: 'You already have an account',
    paragraphs: [
      'Someone, perhaps you, tried to sign up with this address or phone.',
      'Sign in, or reset your password. Not you? Nothing to do.',
    ],
    sms: 'someone, perhaps you, tried to sign up with your number. You have an account: sign in. Not you? Nothing to do.',
    action: { label: 'Sign in', path: '/login' },
  }),
  contact_changed: ({ what }, at) =>
    changed(`Your ${CONTACTS[what]} changed`, `The ${CONTACTS[what]} of your Madruga account`, at),
  password_changed: (at) => changed('Your password changed', 'The password of your Madruga account', at),
  factor_guessed: (at) => ({
    title: 'Wrong sign-in codes',
    paragraphs: [
      `On ${at} someone with your password entered too many wrong codes.`,
      'Not you? Reset your password now. You? Wait a few minutes.',
    ],
    sms: 'someone with your password entered too many wrong codes. Not you? Reset your password now.',
    action: NEW_PASSWORD,
  }),
  account_deleted: (at) => ({
    title: 'Your account was deleted',
    paragraphs: [
      `Your Madruga account and its data were deleted on ${at}. Your bot is stopped.`,
      'Sign up again any time.',
    ],
    sms: 'your account and its data were deleted. Your bot is stopped.',
  }),
  instance_code({ code, name, host, hours }) {
    const text = `Did you allow Madruga to take jobs for your couriers at ${name} (${host})?`
    return {
      title: `Confirm Madruga for ${name}`,
      paragraphs: [
        `${text} If so, send its operator this code:`,
        `Valid for ${hours} hours. Couriers then read that ${name} confirmed it.`,
        'If not, do nothing.',
      ],
      sms: `${text} If so, give its operator this code: ${code}.`,
      spoken: `${text} If so, give its operator this code: ${spell(code)}.`,
    }
  },
  invitation({ name, link }) {
    const who = name === '' ? 'A friend' : name
    return {
      title: `${who} invites you to Madruga`,
      paragraphs: [`A bot wins delivery blocks for you. Sign up here: ${link}`],
      sms: `${who} invites you. A bot wins blocks for you. Reply STOP to opt out. ${link}`,
      spoken: `${who} invites you. Our bot wins delivery blocks for you.`,
    }
  },
  test: () => ({
    title: 'Test message',
    paragraphs: ['The test you asked for: alerts on this channel reach you.'],
    sms: 'the test you asked for reached you.',
    action: { label: 'Alert settings', path: '/notification-settings' },
  }),
  open: 'Open Madruga',
  hello: 'Hello. This is Madruga.',
  buttons: { acknowledge: 'Got it', take: 'Accept', leave: 'Decline' },
  answered: 'Sent. Open Madruga to see if you got it.',
  ofAccount: 'This concerns your Madruga account.',
  ofPlatform: 'Your address administers the domain of a delivery app.',
  ofReport: 'You authorized Madruga at this delivery app, or run Madruga.',
  ofSettings: 'Sent by your alert settings.',
  changeSettings: 'Change them',
}

function changed(title: string, subject: string, at: string): Said {
  return {
    title,
    paragraphs: [`${subject} changed on ${at}.`, 'Not you? Reset your password now, then contact support.'],
    sms: `${title.toLowerCase()}. Not you? Reset your password now, then contact support.`,
    action: NEW_PASSWORD,
  }
}

function spell(code: string): string {
  return [...code].join(', ')
}
