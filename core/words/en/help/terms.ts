import type { LegalDocument } from '../../help.ts'

/** The terms and conditions; a change of meaning moves TERMS_VERSION (core/accounts). */
export const terms = {
  intro: ['With an account you accept these rules. “Block” includes trips and couriers’ jobs.'],
  sections: {
    service: {
      title: 'The service',
      text: [
        'A bot accepts offers that fit your filter. We promise no blocks, income or lead.',
        'It works only with delivery apps that authorize it, poses as no person and solves no security check. Connect only your own account; your duties there stay yours.',
        'What the bot accepts, you accepted. Stop it any time: it finishes an accept first. All bots stop daily, and when safety or a delivery app demands it.',
      ],
    },
    account: {
      title: 'Your account',
      text: [
        'Be of legal age and allowed to drive for work, with one account and true details. You answer for your password until you report it stolen.',
        'If you share or sell the account, evade limits, attack the service or break the law, we may deactivate it, saying why.',
      ],
    },
    fees: {
      title: 'Prices',
      text: [
        { paid: false, text: 'The bot is free here.' },
        {
          paid: true,
          text: 'You pay weekly, Monday to Sunday. Prices in the app come first.',
        },
        { only: ['amazon'], paid: true, text: '- A block won: $5, even if not driven.' },
        { only: ['spark'], paid: true, text: '- A trip won: $0.60, shopping $0.80.' },
        { only: ['courier'], paid: true, text: '- A courier pays nothing.' },
        {
          only: ['courier'],
          text: '- Your delivery app may charge monthly; Sync shows it first.',
        },
        { only: ['amazon'], paid: true, text: '- Instant offers: $2.00 a day.' },
        { paid: true, text: '- Check-in: $2 in a week without a win.' },
        {
          only: ['amazon'],
          paid: true,
          text: '- Or 7 or 14 days of Advanced ($25 a week) or Professional ($35).',
        },
        { paid: true, text: '- Card fee: 2.9% + 30 cents; bank account: 99 cents.' },
        { paid: true, text: '- A coupon counts once per driver.' },
        {
          paid: true,
          text: '- A friend’s credit: 50% off a week of your next subscription or a weekly invoice, at most their first payment, with a card new to us and not yours.',
        },
        {
          paid: true,
          text: 'Late items go on the next invoice. We refund mistakes. A fully refunded subscription loses its days.',
        },
        {
          paid: true,
          text: 'An invoice unpaid for 5 days suspends your account until you pay. If it is wrong, write to support first.',
        },
      ],
    },
    liability: {
      title: 'Liability',
      text: [
        'The service comes as is. We are liable for intent, gross negligence and what the law does not let us exclude; otherwise not for missed blocks, hoped-for pay, a delivery app’s decisions or your driving, and at most for your last three months’ payments.',
      ],
    },
    end: {
      title: 'Changes and end',
      text: [
        'Delete your account any time. We can end it with 30 days’ notice, at once for a serious breach.',
        {
          paid: true,
          text: 'Open invoices stay due. Paid days you cannot use are refunded, except after a breach.',
        },
        'We notify you before important changes. If you disagree, delete your account; until then the old version applies. English and Spanish mean the same.',
      ],
    },
  },
} as const satisfies LegalDocument
