import type { Questions } from '../model.ts'

/** Around a block, money, alerts, the account. */
export const accountQuestions = {
  around: {
    title: 'Before and after a [block]',
    questions: {
      checkin: {
        only: ['amazon', 'spark'],
        ask: 'How does check-in work?',
        answer: [
          'From 15 minutes before the start you choose the [block] and check in.',
          {
            paid: true,
            text: 'It costs $2 each time in a week (Monday to Sunday) without a win, and nothing otherwise, even if the win comes after the check-in.',
          },
          'Your phone shares your location: the delivery app accepts the check-in only near the [station]. We ask for your location when you tap, send it to the delivery app, and do not keep it.',
        ],
      },
      no_checkin: {
        only: ['courier'],
        ask: 'Do I have to check in?',
        answer: [
          'Not here: courier apps have no check-in. Start and finish your jobs in your delivery app, as always.',
        ],
      },
      feed: {
        ask: 'Can I see my [blocks] in my phone’s calendar?',
        answer: [
          'Yes: in Calendar, create a secret address and add it to your calendar, with your reminder on each [block]. Anyone who has the address sees your [blocks]. A new address replaces the old one, and you can remove it.',
        ],
      },
      autostart: {
        ask: 'Can the bot start and stop automatically?',
        answer: [
          'Yes, with autostart tasks: a date or a range of dates, a time, start or stop. The time cannot be in the past or inside the daily stop.',
          'Each task runs once, at most 30 minutes late if we have an outage; after that it does nothing and we tell you. Each task shows what it did.',
        ],
      },
      give_back: {
        only: ['courier'],
        ask: 'Can I give back a job?',
        answer: [
          'A shift, if your delivery app allows it: open it in the calendar and give it back before it starts. You cannot undo this: the next driver on the wait list gets it, or it is open to all again.',
          'An order cannot be given back. Contact your dispatcher.',
          'The calendar tells you if your delivery app has no way to give a job back.',
        ],
      },
      release: {
        only: ['amazon', 'spark'],
        ask: 'I do not want a [block] that the bot accepted.',
        answer: [
          'Open it in the calendar and give it back before it starts. You cannot undo this: the delivery app offers it to others.',
          'In the last 45 minutes that is late, and the delivery app counts it against you. We tell you before.',
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
            text: 'With the basic plan you pay by the week, Monday to Sunday in your time zone: $5 for each block the bot won, $2.00 for each day of instant offers, $2 for each check-in in a week without a win. On Monday they become an invoice. A week without any of them costs nothing.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: 'Advanced costs $25 a week and Professional $35. One flat price: every block, instant day and check-in included.',
          },
          {
            only: ['spark'],
            paid: true,
            text: 'You pay by the week, Monday to Sunday in your time zone: $0.60 for each trip the bot won, $0.80 if it is shopping, $2 for each check-in in a week without a win. On Monday they become an invoice. A week without any of them costs nothing.',
          },
          { paid: false, text: 'Nothing. This app charges nothing for what the bot does.' },
          {
            paid: true,
            text: 'These are our starting prices; the operator may set others. Past invoices do not change.',
          },
          { only: ['amazon'], paid: true, text: 'Current prices are in Payment and Invoices.' },
          { only: ['spark'], paid: true, text: 'Current prices are in Invoices.' },
        ],
      },
      currencies: {
        only: ['courier'],
        ask: 'I am paid in another currency, or in several. What do the totals mean?',
        answer: [
          'Pay shows in the currency of your delivery app, and your filter’s amounts are in that currency too. Nothing is converted.',
          'Amounts in two currencies are never added. A total is in the currency that most of your jobs are paid in, and says how many jobs it leaves out.',
          'Miles are taken off at your cost per mile, set in your filter under Net pay.',
        ],
      },
      no_plans: {
        paid: true,
        only: ['spark'],
        ask: 'Is there a subscription?',
        answer: ['No. You pay by the week for what the bot won.'],
      },
      subscription: {
        paid: true,
        only: ['amazon'],
        ask: 'How do subscriptions work?',
        answer: [
          'In Payment you buy 7 or 14 days of Advanced or Professional. If you buy more of the same plan, the days are added to the end.',
          'Professional starts right away, and what is left of Advanced comes after it; if you buy Advanced while you have Professional, it starts when Professional ends. You lose no paid day.',
          'When it ends, the bot does not start until you renew it or go back to the basic plan. We tell you a day before.',
        ],
      },
      fee: {
        paid: true,
        ask: 'What is the card fee?',
        answer: [
          '2.9% plus 30 cents with a card, a flat 99 cents from a bank account. It is calculated on the total and shown before you confirm. Totals under 50 cents are not charged.',
        ],
      },
      coupon: {
        paid: true,
        ask: 'How do I use a coupon?',
        answer: [
          {
            only: ['amazon'],
            text: 'Enter it in Payment when you buy a subscription; you see the discount before you confirm. A coupon for everything also works on an unpaid invoice: open it in Invoices and tap I have a coupon.',
          },
          {
            only: ['spark'],
            text: 'Open an unpaid invoice in Invoices and tap I have a coupon; you see the discount before you confirm.',
          },
          'A coupon counts once per driver, while it is valid and not used up.',
        ],
      },
      refund: {
        paid: true,
        ask: 'Can I get my money back?',
        answer: [
          'If we charged you by mistake, write to support: we credit the invoice and refund your card or account.',
          {
            only: ['amazon'],
            text: 'When a subscription is refunded in full, its days are removed too.',
          },
        ],
      },
      test_money: {
        paid: true,
        ask: 'Is my card charged on a demo?',
        answer: [
          'No. A demo says “test mode” where it asks for a card. It only accepts test cards, and no real money moves. Otherwise Stripe takes the payment, and your card number never reaches us.',
        ],
      },
      suspended: {
        paid: true,
        ask: 'What happens if I do not pay an invoice?',
        answer: [
          'We remind you. If it is still unpaid after 5 days, your account is suspended: the bot stops and does not start, but you can see everything. When you pay, your account is active right away. The due date is on the invoice.',
          'A bank payment takes up to 4 business days; your account is active while it is on its way. If your bank declines it, the original due date counts again, and a second bank payment helps only once it arrives.',
          'You can also turn on autopay for weekly invoices in Payment.',
        ],
      },
      referral: {
        paid: true,
        ask: 'What do I get for inviting a friend?',
        answer: [
          {
            only: ['amazon'],
            text: 'A credit for each friend who signs up with your code, has confirmed their phone and pays for the first time: 50% off one week, of your next weekly subscription or of your weekly invoice, but never more than that first payment. It is applied automatically, one credit per week.',
          },
          {
            only: ['spark'],
            text: 'A credit for each friend who signs up with your code, has confirmed their phone and pays for the first time: 50% off one weekly invoice, but never more than that first payment. It is applied automatically, one credit per week.',
          },
          {
            only: ['amazon'],
            text: 'You get the full 50% when the first payment is at least half of your week: $12.50 for a week of Advanced, $17.50 for Professional. A friend who starts with a week of a plan gets you there; one who starts with a single $5 block earns you a little over $5.',
          },
          {
            only: ['spark'],
            text: 'You get the full 50% when the first payment is at least half of your invoice. A friend who starts with one $0.60 trip earns you less than $1.',
          },
          'Your code, your invitations and your credits are on the screen Invite a driver. If your friend’s payment is refunded before you use the credit, you lose the credit.',
        ],
      },
    },
  },
  alerts: {
    title: 'Alerts',
    questions: {
      channels: {
        ask: 'How do I know when I win a [block]?',
        answer: [
          'The app shows a sign, and it stays in Notifications. In Alerts you choose for each kind whether you also get a push message, e-mail, SMS or call. You can send yourself a test.',
          'SMS and calls need a phone number confirmed with a code in your profile.',
        ],
      },
      quiet: {
        ask: 'Can I turn alerts off at night?',
        answer: [
          'Set quiet hours in Alerts: nothing is sent then, but Notifications keeps everything. You can let important alerts through, such as a [block] you win.',
        ],
      },
      repeat: {
        ask: 'Can an alert come again until I see it?',
        answer: [
          'Yes, if you turn that on: for a [block] you win, and other important alerts, we alert you again every few minutes until you tap Got it, as many times as you set.',
        ],
      },
      reminders: {
        ask: 'Do I get a reminder before a [block]?',
        answer: [
          'Yes, if you choose 60, 30 or 15 minutes before the start in your profile. It arrives as your alerts are set. To skip one, tap the [block] in the calendar.',
        ],
      },
    },
  },
  account: {
    title: 'Account and privacy',
    questions: {
      password: {
        ask: 'Is the password of my delivery app safe here?',
        answer: [
          'Yes. It is encrypted before it is stored, with its own key, which is locked by another key outside the database. It is never shown again, never written to a log and never sent to a browser. If a delivery app gives tokens, we use tokens instead.',
          {
            only: ['courier'],
            text: 'If you sign in with a code by text message, no password is stored at all.',
          },
          'Disconnect in Sync and it is deleted.',
        ],
      },
      code: {
        ask: 'I did not get a code. What can I do?',
        answer: [
          'Check your spam folder and your number. A code is valid for 5 minutes and 3 attempts; after a minute you can ask for another, up to three an hour. If the SMS does not arrive, choose e-mail.',
        ],
      },
      locked: {
        ask: 'My account is locked.',
        answer: [
          'After five wrong passwords you wait a minute, and up to six hours if it continues. Wrong passwords of others do not lock a device where you signed in before. Wait, or reset your password with a code to unlock it right away.',
        ],
      },
      sessions: {
        ask: 'I lost my phone. How do I sign it out?',
        answer: [
          'Your profile shows where you are signed in. You can sign out each device, or all others at once, with your password. A new password also signs out every other device.',
        ],
      },
      export: {
        ask: 'Can I download or delete my data?',
        answer: [
          'Yes, in your profile: a file with everything we store about you, or delete the account with all its data. To delete it, stop the bot first.',
          { paid: true, text: 'Pay open invoices before you delete it.' },
        ],
      },
      support: {
        ask: 'How fast does support answer?',
        answer: [
          'A person answers within 24 hours. Each open request shows by when; we alert you when the answer arrives.',
        ],
      },
    },
  },
} as const satisfies Questions
