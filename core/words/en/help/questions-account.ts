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
            text: 'From 15 minutes before the start you choose the [block] and check in. Your phone shares your location, since the delivery app accepts a check-in only near the [station]. We do not keep it.',
          },
          {
            only: ['amazon', 'spark'],
            paid: true,
            text: 'It costs $2 in a week (Monday to Sunday) without a win, and nothing otherwise, even if the win comes later.',
          },
          {
            only: ['courier'],
            text: 'Courier apps have no check-in here. Start and finish your jobs in your delivery app.',
          },
        ],
      },
      autostart: {
        ask: 'Can the bot start and stop automatically?',
        answer: [
          'Yes, with autostart tasks: a date or several, a time, start or stop. A task runs up to 30 minutes late if we have an outage; after that it does nothing, and we notify you.',
          '“When [blocks] drop” shows the hours of your [stations] and suggests times.',
        ],
      },
      release: {
        ask: 'Can I give back a [block] that the bot accepted?',
        answer: [
          'Yes, in the calendar, before it starts. You cannot undo this.',
          {
            only: ['amazon', 'spark'],
            text: 'In the last 45 minutes the delivery app counts it against you. We tell you first.',
          },
          {
            only: ['courier'],
            text: 'This works for shifts, if your delivery app allows it. An order cannot be given back: contact your dispatcher.',
          },
        ],
      },
      feed: {
        ask: 'How do I keep track of my [blocks]?',
        answer: [
          'Under Alerts, choose a reminder 60, 30 or 15 minutes before the start; tap a [block] in the calendar to skip it.',
          'For your phone’s calendar, create a secret address in Calendar. Anyone who has it sees your [blocks]; you can replace or remove it.',
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
            text: '- Basic: $5 for each block the bot won, $2.00 for each day of instant offers, $2 for each check-in in a week without a win. You get an invoice on Monday; a week without any of these is free.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Advanced is $25 a week, Professional $35: one flat price.',
          },
          {
            only: ['spark'],
            paid: true,
            text: '- $0.60 for each trip the bot won, $0.80 for shopping, $2 for each check-in in a week without a win. You get an invoice on Monday; a week without any of these is free. There is no subscription.',
          },
          { paid: false, text: 'Nothing. This app charges nothing for what the bot does.' },
          {
            paid: true,
            text: '- Paying by card adds 2.9% plus 30 cents, by bank account a flat 99 cents. You see it before you confirm.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: 'Enter a coupon in Payment when you buy a plan, or on an unpaid invoice.',
          },
          { only: ['spark'], paid: true, text: 'Enter a coupon on an unpaid invoice.' },
          {
            paid: true,
            text: 'The operator of this service may set other prices; the app shows the current ones. A demo takes only test cards, and no real money moves.',
          },
        ],
      },
      subscription: {
        paid: true,
        only: ['amazon'],
        ask: 'How do subscriptions work?',
        answer: [
          'In Payment you buy 7 or 14 days of Advanced or Professional. More days of the same plan are added to the end.',
          'Professional starts right away, and what is left of Advanced comes after it. You lose no paid day.',
          'When your plan ends, the bot does not start until you renew it or go back to Basic. We notify you a day before.',
        ],
      },
      suspended: {
        paid: true,
        ask: 'What if I do not pay an invoice, or it is wrong?',
        answer: [
          'We remind you. After 5 days your account is suspended: you can see everything, but the bot does not start. It is active again right after you pay.',
          'A bank payment takes up to 4 business days, and your account stays active. If your bank declines it, the first due date counts again.',
          'If we charged you by mistake, write to support: we credit the invoice and refund you.',
          { only: ['amazon'], text: 'A full refund of a subscription removes its days.' },
        ],
      },
      referral: {
        paid: true,
        ask: 'What do I get for inviting a friend?',
        answer: [
          'A credit once a friend signs up with your code, confirms their phone and pays for the first time.',
          {
            only: ['amazon'],
            text: 'It takes 50% off one week of your next subscription or one weekly invoice, but never more than that first payment. A friend who starts with a week of a plan gets you the full 50%; one who starts with a $5 block, a little over $5.',
          },
          {
            only: ['spark'],
            text: 'It takes 50% off one weekly invoice, but never more than that first payment. A friend who starts with one $0.60 trip gets you less than $1.',
          },
          'Credits apply automatically, one per week. If your friend’s payment is refunded before you use the credit, you lose it.',
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
          'You see it in the app. In Alerts you also choose push, e-mail, SMS or a call for each kind, quiet hours, and whether important alerts repeat until you tap Got it.',
          'SMS and calls need a phone that you confirmed in your profile. On an iPhone, push needs Madruga on the Home Screen: in Safari tap Share, then Add to Home Screen.',
        ],
      },
      password: {
        ask: 'Is the password of my delivery app safe here?',
        answer: [
          'It is encrypted before it is stored, with a key kept outside the database, and never shown, logged or sent to a browser. If the delivery app gives tokens, we use tokens instead. Disconnect in Sync and it is deleted.',
          {
            only: ['courier'],
            text: 'If you sign in with a code by text message, no password is stored at all.',
          },
        ],
      },
      code: {
        ask: 'I cannot sign in. What can I do?',
        answer: [
          '- No code came: check your spam folder and your number. After a minute ask for another, or choose e-mail instead of SMS. A code is valid for 5 minutes.',
          '- Account locked: wait, or reset your password with a code.',
          '- Phone lost: a new password signs out every other device. Your profile shows where you are signed in.',
        ],
      },
      export: {
        ask: 'Can I download or delete my data?',
        answer: [
          'Yes, both in your profile. Stop the bot before you delete your account.',
          { paid: true, text: 'Pay open invoices first.' },
        ],
      },
    },
  },
} as const satisfies Questions
