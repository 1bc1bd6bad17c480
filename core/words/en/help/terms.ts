import type { LegalDocument } from '../../help.ts'

/** The terms and conditions; a change of meaning moves TERMS_VERSION (core/accounts). */
export const terms = {
  intro: ['By creating an account you accept these rules. “Block” also means a trip or a courier’s job.'],
  sections: {
    service: {
      title: 'The service',
      text: [
        'A bot accepts offers that fit your filter and shows why. We promise no blocks, no income and no lead over others.',
        'It works only with delivery apps that authorize it, never poses as a person and solves no security check. Connect only your own account. Your duties to the delivery app stay yours.',
        'What the bot accepts counts as accepted by you. Stop it any time: it only finishes an accept under way. All bots stop once a day, and when safety or a delivery app demands it.',
      ],
    },
    account: {
      title: 'Your account',
      text: [
        'Be of legal age and allowed to work as a driver. One account per person, with true details. You answer for your password until you report it stolen.',
        'If you share or sell it, get around limits, attack the service or break the law, we may deactivate it, and say why.',
      ],
    },
    fees: {
      title: 'What it costs',
      text: [
        { paid: false, text: 'This app charges nothing for what the bot does.' },
        {
          paid: true,
          text: 'You pay per week, Monday to Sunday. The app shows prices that the operator changed.',
        },
        { only: ['amazon'], paid: true, text: '- A block won: $5, even if you do not drive it.' },
        { only: ['spark'], paid: true, text: '- A Spark trip won: $0.60, shopping $0.80.' },
        { only: ['courier'], paid: true, text: '- A courier pays nothing.' },
        {
          only: ['courier'],
          text: '- Your delivery app may charge you monthly; Sync shows it first.',
        },
        { only: ['amazon'], paid: true, text: '- Instant offers: $2.00 a day.' },
        { paid: true, text: '- Check-in: $2 in a week without a win.' },
        {
          only: ['amazon'],
          paid: true,
          text: '- Instead of these: Advanced, $25 a week, or Professional, $35, bought for 7 or 14 days.',
        },
        { paid: true, text: '- Card fee: 2.9% plus 30 cents; bank account: 99 cents.' },
        { paid: true, text: '- A coupon counts once per driver, while valid.' },
        {
          paid: true,
          text: '- A friend’s credit: 50% off one week of your next subscription or one weekly invoice, at most their first payment, by a card neither yours nor a deleted account’s.',
        },
        {
          paid: true,
          text: 'Late items go on the next invoice. Mistakes are refunded. A fully refunded subscription loses its days.',
        },
        {
          paid: true,
          text: '5 days after an unpaid invoice your account is suspended: the bot starts again once you pay. If it is wrong, write to support before.',
        },
      ],
    },
    liability: {
      title: 'When something fails',
      text: [
        'The service is provided as is. We are liable for intent, gross negligence and what the law does not let us exclude; otherwise not for missed blocks, hoped-for pay, decisions of a delivery app or your driving, and at most for what you paid us in the last three months.',
      ],
    },
    end: {
      title: 'Changes and end',
      text: [
        'Delete your account any time. We can end it with 30 days’ notice, or at once for a serious breach.',
        {
          paid: true,
          text: 'Open invoices stay due. Paid days you can no longer use are refunded, except after a breach.',
        },
        'We notify you before important changes. If you disagree, delete your account; until then the old version applies. English and Spanish mean the same.',
      ],
    },
  },
} as const satisfies LegalDocument
