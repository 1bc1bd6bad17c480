import type { Questions } from '../../help.ts'

/** Around a block, money, alerts, the account. */
export const accountQuestions = {
  around: {
    title: 'Before and after a [block]',
    questions: {
      checkin: {
        ask: 'How does check-in work?',
        answer: [
          {
            only: ['amazon', 'spark'],
            text: 'From 15 minutes before the start, choose the [block] at the [station]. Your location goes to the delivery app; we do not keep it.',
          },
          {
            only: ['amazon', 'spark'],
            paid: true,
            text: 'It costs $2 in a week (Monday to Sunday) without a win.',
          },
          {
            only: ['courier'],
            text: 'Start and finish your jobs in your delivery app.',
          },
        ],
      },
      autostart: {
        ask: 'Can the bot start and stop automatically?',
        answer: [
          'Yes, with autostart tasks. After an outage a task runs up to 30 minutes late; if later, we notify you.',
        ],
      },
      release: {
        ask: 'Can I give back a [block] that the bot accepted?',
        answer: [
          'Yes, in the calendar before it starts, for good.',
          {
            only: ['amazon', 'spark'],
            text: 'In the last 45 minutes the delivery app counts it against you.',
          },
          {
            only: ['courier'],
            text: 'Only shifts, if your app allows it. For an order contact your dispatcher.',
          },
        ],
      },
      feed: {
        ask: 'How do I keep track of my [blocks]?',
        answer: [
          'Choose a reminder 60, 30 or 15 minutes before in Alerts; skip one in the calendar.',
          'Calendar creates a secret address for your phone’s calendar. Anyone who has it sees your [blocks].',
        ],
      },
    },
  },
  money: {
    title: 'Money',
    questions: {
      cost: {
        ask: 'What does it cost?',
        answer: [
          {
            only: ['amazon'],
            paid: true,
            text: '- Basic: $5 for each block won, $2.00 for each day of instant offers, $2 for a check-in in a week without a win, invoiced on Monday.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Advanced $25 a week, Professional $35: one flat price.',
          },
          {
            only: ['spark'],
            paid: true,
            text: '- $0.60 for each trip won, $0.80 for shopping, $2 for a check-in in a week without a win, invoiced on Monday. No subscription.',
          },
          { paid: false, text: 'Nothing.' },
          {
            paid: true,
            text: '- A card adds 2.9% plus 30 cents, a bank account 99 cents.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: 'Coupons: when you buy a plan, or on an unpaid invoice.',
          },
          { only: ['spark'], paid: true, text: 'Coupons: on an unpaid invoice.' },
          {
            paid: true,
            text: 'Prices in the app come first. In a demo no real money moves.',
          },
        ],
      },
      subscription: {
        paid: true,
        only: ['amazon'],
        ask: 'How do subscriptions work?',
        answer: [
          'Buy 7 or 14 days of Advanced or Professional in Payment; more are added to the end.',
          'Professional starts right away; the rest of Advanced comes after it.',
          'When it ends, the bot waits until you renew or go back to Basic. We notify you a day before.',
        ],
      },
      suspended: {
        paid: true,
        ask: 'What if I do not pay an invoice, or it is wrong?',
        answer: [
          'After 5 days your account is suspended until you pay.',
          'A bank payment takes up to 4 business days; your account stays active. If declined, the first due date counts again.',
          'If it is wrong, write to support: we refund mistakes.',
          { only: ['amazon'], text: 'A full refund of a subscription removes its days.' },
        ],
      },
      referral: {
        paid: true,
        ask: 'What do I get for inviting a friend?',
        answer: [
          'A credit once a friend uses your code, confirms their phone and pays for the first time.',
          {
            only: ['amazon'],
            text: 'It takes 50% off a week of your next subscription or a weekly invoice, at most that first payment: a $5 block gets you a little over $5.',
          },
          {
            only: ['spark'],
            text: 'It takes 50% off a weekly invoice, at most that first payment: a $0.60 trip gets you less than $1.',
          },
          'Credits apply automatically, one per week. If that payment is refunded first, you lose it.',
        ],
      },
    },
  },
  account: {
    title: 'Alerts and account',
    questions: {
      channels: {
        ask: 'How do I know when I win a [block]?',
        answer: [
          'In Alerts choose push, e-mail, SMS or a call for each kind, quiet hours, and repeats until you tap Got it.',
          'SMS and calls need a confirmed phone. Push on an iPhone: in Safari tap Share, then Add to Home Screen.',
        ],
      },
      password: {
        ask: 'Is the password of my delivery app safe here?',
        answer: [
          'It is encrypted with a key outside the database, never shown, and deleted when you disconnect in Sync.',
        ],
      },
      code: {
        ask: 'I cannot sign in. What can I do?',
        answer: [
          '- No code: check spam and your number. After a minute ask again, or choose e-mail. Codes last 5 minutes.',
          '- Account locked: wait, or reset your password.',
          '- Phone lost: a new password signs it out.',
        ],
      },
      export: {
        ask: 'Can I download or delete my data?',
        answer: [
          'Yes, in your profile. Stop the bot before you delete it.',
          { paid: true, text: 'Pay open invoices first.' },
        ],
      },
    },
  },
} as const satisfies Questions
