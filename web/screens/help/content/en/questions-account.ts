import type { Questions } from '../model.ts'

/** Around a block, money, alerts, the account. */
export const accountQuestions = {
  around: {
    title: 'Around a block',
    questions: {
      checkin: {
        ask: 'How does check-in work, and what does it cost?',
        answer: [
          'From 15 minutes before the start you choose the block and mark that you are there. It costs $2 each time in a week in which no offer was won for you, and nothing otherwise, also when the offer was won after the check-in.',
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
          'With the basic edition you pay by the week, from Monday to Sunday of your time zone: $5 for each block that the bot won (a spark trip $0.60, shopping $0.80), $2.00 for each day of instant offers (amazon alone), $2 for each check-in in a week without an award. On Monday they become an invoice. A week without any of them costs nothing.',
          'Advanced costs $25 a week and professional $35. While one is paid for, blocks, instant offers and check-ins cost nothing.',
          'These are the prices we begin with; the operator may set others. Those of the moment stand in Payment and Invoices, and what was invoiced before stays as it was.',
        ],
      },
      subscription: {
        ask: 'How do subscriptions work?',
        answer: [
          'In Payment you buy 7 or 14 days of advanced or professional. Weeks of the same edition that you buy while one runs are added at its end.',
          'Professional begins at once and puts off what is left of advanced; advanced bought while professional runs waits for its end. Nothing that you paid for is lost.',
          'When it ends, the bot waits until you renew it or go back to basic. You are told a day before. Drivers of stores pay by the week.',
        ],
      },
      fee: {
        ask: 'What is the card fee?',
        answer: [
          '2.9% plus 30 cents with a card, a flat 99 cents from a bank account. It is reckoned on the total that is charged and stands on a line of its own before you confirm. Less than 50 cents is not charged at all.',
        ],
      },
      coupon: {
        ask: 'How do I use a coupon?',
        answer: [
          'Type it in Payment when you buy a subscription; what it takes off is shown before you confirm. A coupon takes off a share or an amount, holds for some time, may be used up, and counts once for each driver. One that is for everything also comes off an unpaid invoice: open it in Invoices and tap I have a coupon.',
        ],
      },
      refund: {
        ask: 'Can I get my money back?',
        answer: [
          'If we charged you wrongly, write to support: a credit note takes the invoice back and the money returns to the card or account that it came from. When a subscription is refunded in full, its days are taken back too.',
        ],
      },
      test_money: {
        ask: 'Is my card charged on a demo?',
        answer: [
          'No. A service that runs as a demo says “test mode” where it asks for a card. It takes test cards alone, and no real money moves. Elsewhere Stripe takes the payment, and your card number never reaches us.',
        ],
      },
      suspended: {
        ask: 'What happens if I do not pay an invoice?',
        answer: [
          'We remind you. If it is still unpaid 5 days after it came, your account is suspended: the bot stops and does not start, but you can read everything. Paying brings you back at once. The day stands on the invoice.',
          'Paying from your bank takes up to 4 business days. While that payment is on its way your account is not suspended for it, or is back at once. If your bank refuses it, the invoice counts from its own day again, and a second payment from your bank helps only once it is there.',
          'You can also let weekly invoices be paid by themselves in Payment.',
        ],
      },
      referral: {
        ask: 'What do I get for inviting a friend?',
        answer: [
          'A credit for each friend who signs up with your code and pays for the first time: 50% off one week, of your next weekly subscription or of your weekly invoice. It comes off by itself, and several are used one a week.',
          'Your code, your invitations and your credits are on the screen Invite a driver. If your friend’s payment is refunded before you used the credit, the credit goes too.',
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
          'After five wrong passwords you wait a minute, and up to six hours if it goes on, for your safety. Wrong passwords that somebody else gives do not keep you out where you signed in before. Wait, or choose a new password by a code: that opens it at once.',
        ],
      },
      sessions: {
        ask: 'I lost my phone. How do I sign it out?',
        answer: [
          'In your profile you see where you are signed in and can end each of them, or all others at once, with your password. A new password ends every other session too.',
        ],
      },
      export: {
        ask: 'Can I get or delete my data?',
        answer: [
          'Yes, both in your profile: a file with everything that is stored about you, and the deletion of the account with all it holds. The bot must be stopped for that, and what is open paid.',
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
