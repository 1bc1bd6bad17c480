import type { Questions } from '../model.ts'

/** Around a block, money, alerts, the account. */
export const accountQuestions = {
  around: {
    title: 'Around a block',
    questions: {
      checkin: {
        ask: 'How does check-in work, and what does it cost?',
        answer: [
          'From 15 minutes before the start you choose the block and mark that you are there. It costs $2 each time in a week in which no offer was won for you, and nothing otherwise.',
          'Choose the block and let your phone tell where you are: the delivery app takes the check-in only near the station. Your position is asked for when you tap, sent to the delivery app, and not kept.',
        ],
      },
      feed: {
        ask: 'Can I see my blocks in the calendar of my phone?',
        answer: [
          'Yes: in Calendar you make a secret address, and your calendar reads it, with your reminder on each block. Whoever has the address sees your blocks. A new address ends the one before, and you can remove it.',
        ],
      },
      autostart: {
        ask: 'Can the bot start and stop by itself?',
        answer: [
          'Autostart tasks do that: a date or a range of dates, a time, start or stop. A time in the past or inside the daily stop is refused.',
          'It fires once, also after an outage of ours, up to 30 minutes late; later than that it does nothing and you are told. Each task shows what came of it.',
        ],
      },
      release: {
        ask: 'I do not want a block that the bot took.',
        answer: [
          'Give it back on its sheet in the calendar, until it starts. It cannot be undone: the delivery app offers it to others.',
          'In the last 45 minutes that is late: the delivery app counts it against you. We say so before.',
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
          'With the basic filter you pay for the blocks that were won, on one invoice a week from Monday to Sunday, with the days of instant offers ($2.00 each) and check-ins. Advanced and professional are subscriptions.',
          'Invoices, payment and subscriptions are not built yet. Nothing is charged today.',
        ],
      },
      subscription: {
        ask: 'How do subscriptions work?',
        answer: [
          'You buy 7 or 14 days. Weeks that you buy while one runs are added at its end, none is lost.',
          'Buying them is not built yet.',
        ],
      },
      fee: {
        ask: 'What is the card fee?',
        answer: [
          '2.9% plus 30 cents, or a flat 99 cents, by the way you pay. It stands on a line of its own before you confirm. Paying is not built yet.',
        ],
      },
      suspended: {
        ask: 'What happens if I do not pay an invoice?',
        answer: [
          'Some days after the invoice the account is suspended: the bot stops and does not start, but you can read everything. Paying brings you back at once. The number of days stands on the invoice.',
        ],
      },
      referral: {
        ask: 'What do I get for inviting a friend?',
        answer: [
          '50% off your next weekly subscription for each friend who signs up with your code and pays for the first time. Codes that are given when registering are kept; credits come with the invite screen, which is not built yet.',
        ],
      },
    },
  },
  alerts: {
    title: 'Alerts',
    questions: {
      channels: {
        ask: 'How am I told when a block is won?',
        answer: [
          'A sign drops in the app, and News keeps it. In Alerts you choose for each kind of news whether it also comes as a notification, e-mail, SMS or call, and can send yourself one now to see that it works.',
          'SMS and calls need a phone number that you confirmed by a code in your profile.',
        ],
      },
      quiet: {
        ask: 'Can I sleep undisturbed?',
        answer: [
          'Set quiet hours in Alerts: then nothing goes out, but News keeps everything. You can let through what matters: a block that was won, or a human check.',
        ],
      },
      repeat: {
        ask: 'Can an alert come again until I see it?',
        answer: [
          'Yes, if you turn that on: a won block or a human check is told again every few minutes until you tap that you know, as many times as you set.',
        ],
      },
      reminders: {
        ask: 'Am I reminded before a block?',
        answer: [
          'Yes, if you choose 60, 30 or 15 minutes before the start in your profile. It comes the ways that your alerts say. One that you do not need you skip in the calendar: tap the block.',
        ],
      },
    },
  },
  account: {
    title: 'Account and privacy',
    questions: {
      password: {
        ask: 'Is the password of my delivery account safe here?',
        answer: [
          'It is encrypted before it is stored, with a key of its own that is locked by another key outside the database. It is never shown again, never written to a log and never sent to the browser. Where a platform gives tokens, tokens are used instead.',
          'Disconnect in Sync and it is deleted.',
        ],
      },
      code: {
        ask: 'I get no code. What can I do?',
        answer: [
          'Look in the spam folder and check the number. A code holds 5 minutes and 3 tries; after a minute you can ask for another, three in an hour. If SMS does not arrive, choose e-mail.',
        ],
      },
      locked: {
        ask: 'My account is locked.',
        answer: [
          'After five wrong passwords it is closed for 15 minutes, for your safety. Wait, or choose a new password by a code: that opens it at once.',
        ],
      },
      sessions: {
        ask: 'I lost my phone. How do I sign it out?',
        answer: [
          'In your profile you see where you are signed in and can end each of them, or all others at once. A new password ends every other session too.',
        ],
      },
      export: {
        ask: 'Can I get or delete my data?',
        answer: [
          'Yes, both in your profile: a file with everything that is stored about you, and the deletion of the account with all it holds. The bot must be stopped for that.',
        ],
      },
      support: {
        ask: 'How fast does support answer?',
        answer: [
          'A person answers within 24 hours. Each open request shows until when; when the answer is there, you are told.',
        ],
      },
    },
  },
} as const satisfies Questions
