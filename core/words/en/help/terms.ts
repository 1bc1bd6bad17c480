import type { LegalDocument } from '../../help.ts'

/** The terms and conditions; a change of meaning moves TERMS_VERSION (core/accounts). */
export const terms = {
  intro: [
    'By creating an account you accept these rules between you and the operator of this service. “Block” also means a trip or a courier’s job.',
  ],
  sections: {
    service: {
      title: 'What you get',
      text: [
        'A bot that accepts the offers that fit your filter, within the limits of the delivery app. You see every decision and its reason.',
        'We do not promise a number of blocks, an income, or that the bot is faster than others.',
      ],
    },
    platforms: {
      title: 'Only where the delivery app agrees',
      text: [
        'The bot works only with delivery apps that authorize it, and the app shows who authorized it and since when. It does not pretend to be a person, does not hide, and solves no security check. If permission is withdrawn, the connection ends right away.',
        'Connect only your own account. You owe the delivery app what it asks of you, whoever accepted the block.',
      ],
    },
    account: {
      title: 'Your account',
      text: [
        'You must be of legal age and allowed to work as a driver. One account per person, with true details.',
        'Keep your password to yourself: you answer for what is done with it until you report that someone else has it.',
      ],
    },
    control: {
      title: 'You are in control',
      text: [
        'A block that the bot accepts with your filter counts as accepted by you. You can stop the bot at any time; it then finishes the offer it is accepting, and no other.',
        'All bots stop once a day, and the operator can stop them when safety or a delivery app demands it.',
      ],
    },
    fees: {
      title: 'What it costs',
      text: [
        {
          paid: true,
          text: 'On the basic plan you pay per week, Monday to Sunday in your time zone. The operator may set other prices; the app shows the current ones.',
        },
        { only: ['amazon'], paid: true, text: '- A block won for you: $5, even if you do not drive it.' },
        {
          only: ['spark'],
          paid: true,
          text: '- A Spark trip won for you: $0.60 (curbside or delivery) or $0.80 (shopping).',
        },
        { paid: false, text: 'Nothing: this app charges nothing for what the bot does.' },
        { only: ['courier'], paid: true, text: '- A courier pays nothing.' },
        {
          only: ['courier'],
          text: '- Your delivery app may charge a monthly price. Sync shows it before you owe it, and you pay it to them, not here.',
        },
        { only: ['amazon'], paid: true, text: '- The location feature of instant offers: $2.00 a day.' },
        { paid: true, text: '- Check-in: $2 each time in a week without a win, before or after it.' },
        {
          only: ['amazon'],
          paid: true,
          text: '- The Advanced plan: $25 a week; Professional: $35. You buy 7 or 14 days ahead, with blocks, instant days and check-ins included.',
        },
        {
          paid: true,
          text: '- Card fee: 2.9% plus 30 cents, or a flat 99 cents for a bank account, shown before you confirm.',
        },
        { paid: true, text: '- A coupon counts once per driver, while it is valid and not used up.' },
        {
          paid: true,
          text: '- A credit for a friend: 50% off one week of your next subscription or one weekly invoice, but never more than their first payment. They sign up with your code, confirm their phone and pay with a card that is neither yours nor from a deleted account.',
        },
        {
          paid: true,
          text: 'What we learn late goes on the next invoice. Mistakes are credited and refunded. A full refund of a subscription removes its days.',
        },
      ],
    },
    unpaid: {
      title: 'Unpaid invoices',
      text: [
        {
          paid: true,
          text: 'If an invoice is unpaid 5 days after it was issued, your account is suspended: you see everything, but the bot does not start until you pay. If you think it is wrong, write to support before that day.',
        },
      ],
    },
    fair: {
      title: 'Fair use',
      text: [
        'Do not share or sell your account, get around limits, attack the service, or use it for what the law forbids. We may deactivate an account that does so, and tell you why.',
      ],
    },
    liability: {
      title: 'When something fails',
      text: [
        'Servers, networks and delivery apps fail, and the service may close for maintenance. It is provided as is.',
        'We are responsible for harm that we cause on purpose or by gross negligence, and wherever the law does not let us exclude it. Otherwise we are not responsible for missed blocks, hoped-for pay, what a delivery app decides, or what happens while you drive, and we owe you at most what you paid us in the last three months.',
      ],
    },
    end: {
      title: 'How it ends',
      text: [
        'You can delete your account in your profile at any time. We can end it with 30 days’ notice, or right away if you seriously break these rules.',
        { paid: true, text: 'Open invoices stay due.' },
        {
          only: ['amazon'],
          paid: true,
          text: 'Paid subscription days that you can no longer use are refunded, unless you broke the rules.',
        },
      ],
    },
    changes: {
      title: 'When these rules change',
      text: [
        'We notify you of an important change before it applies. If you do not agree, delete your account; until then the old version applies.',
        'The English and the Spanish text mean the same.',
      ],
    },
  },
} as const satisfies LegalDocument
