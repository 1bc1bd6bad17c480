import type { LegalDocument } from '../model.ts'

/** The terms and conditions; a change of meaning moves TERMS_VERSION (core/accounts). */
export const terms = {
  intro: [
    'These are the rules between you, the driver, and the operator of this service. They are short so that you can read all of them. By creating an account you accept them. Where they say “block”, they also mean a trip and a courier’s job.',
  ],
  sections: {
    service: {
      title: 'What you get',
      text: [
        'A bot that searches delivery offers for you and accepts those that fit the filter you set, within the limits of the delivery app. You see every decision and its reason.',
        'We do not promise a number of blocks, an income, or that the bot is faster than others. Offers come from the delivery app, and other drivers want them too.',
      ],
    },
    platforms: {
      title: 'Only where the delivery app agrees',
      text: [
        'The bot works only with delivery apps that authorize automation. You may connect only an account that is yours, and only where its rules allow it.',
        'A delivery app that a co-op or a courier company runs is connected only after its operator said yes. The app shows who did, and since when.',
        'The bot does not pretend to be a person, does not hide from the delivery app, and does not solve security checks. If an app withdraws its permission, its connection ends right away.',
        'Your contract with the delivery app stays yours: you owe it what it asks of you, no matter who accepted the block.',
      ],
    },
    account: {
      title: 'Your account',
      text: [
        'You must be of legal age and allowed to work as a driver. One person, one account. What you tell us about yourself must be true, and your e-mail and phone must be your own.',
        'Keep your password to yourself. What is done with it counts as done by you, until you tell us that someone else has it.',
      ],
    },
    control: {
      title: 'You are in control',
      text: [
        'A block that the bot accepts with your filter is accepted by you. Check your filter before you start, and your blocks after it.',
        'You can stop the bot at any time. After that it accepts nothing more; an offer it is accepting at that moment is finished first.',
        'All bots stop once a day, and after each stop there is a wait before the next start. The operator can stop all bots at any time when safety or a delivery app demands it.',
      ],
    },
    fees: {
      title: 'What it costs',
      text: [
        {
          paid: true,
          text: 'With the basic plan you pay per week, Monday to Sunday in your time zone, for what the bot did for you. These are our starting prices; the operator may set others. Current prices are in the app, and past invoices do not change.',
        },
        {
          only: ['amazon'],
          paid: true,
          text: '- A block won for you costs $5, even if you do not drive it.',
        },
        {
          only: ['spark'],
          paid: true,
          text: '- A Spark trip won for you costs $0.60 (curbside or delivery) or $0.80 (shopping).',
        },
        { paid: false, text: 'Nothing: this app charges nothing for what the bot does.' },
        { only: ['courier'], paid: true, text: '- A courier pays nothing.' },
        { only: ['amazon'], paid: true, text: '- The location feature of instant offers costs $2.00 a day.' },
        {
          paid: true,
          text: '- Check-in costs $2 each time in a week without a win. This is decided when the week closes: a win after the check-in makes it free too.',
        },
        {
          only: ['amazon'],
          paid: true,
          text: '- The Advanced plan costs $25 a week and Professional $35, for 7 or 14 days that you buy ahead. Weeks that you buy add up. One flat price: every block, instant day and check-in included.',
        },
        {
          paid: true,
          text: '- A card fee of 2.9% plus 30 cents, or a flat 99 cents for a bank account, is added, depending on the payment method, and shown before you confirm.',
        },
        { paid: true, text: '- A coupon counts once per driver, while it is valid and not used up.' },
        {
          paid: true,
          text: '- A friend who signs up with your code, has confirmed their phone and pays for the first time with a card that is not yours and not from a deleted account earns you a credit: 50% off one week of your next subscription, or off one weekly invoice, but never more than that first payment. You can keep such credits for a subscription.',
        },
        {
          paid: true,
          text: 'What we learn late goes on the next invoice. Mistakes are corrected with a credit note, and the money is refunded to the card or account you paid with. A full refund of a subscription removes its days.',
        },
        { paid: true, text: 'A demo only accepts test cards: no real money moves there.' },
      ],
    },
    unpaid: {
      title: 'Unpaid invoices',
      text: [
        {
          paid: true,
          text: 'If an invoice is not paid 5 days after it was issued, your account is suspended: the bot stops and cannot be started, and you can still see everything. The due date is on the invoice, and we remind you before it. Paying ends the suspension right away.',
        },
        {
          paid: true,
          text: 'If you think that an invoice is wrong, write to support before that day: a person checks it and corrects what is wrong.',
        },
      ],
    },
    fair: {
      title: 'Fair use',
      text: [
        'Do not share or sell your account, do not try to get around limits, do not attack the service, and do not use it for what the law forbids.',
        'We may deactivate an account that does so, and we tell you why. You can write to support, and a person reads it.',
      ],
    },
    availability: {
      title: 'When something fails',
      text: [
        'We work with care, but servers, networks and delivery apps fail. The service is provided as is. It may be closed for maintenance; then bots cannot start, and the app says so.',
        { paid: true, text: 'If we charged you too much by mistake, we refund it.' },
      ],
    },
    liability: {
      title: 'What we are responsible for',
      text: [
        'We are responsible for harm that we cause on purpose or by gross negligence, and wherever the law does not let us exclude it.',
        'Beyond that we are not responsible for missed blocks, for pay you hoped for, for what a delivery app decides about your account there, or for what happens while you drive. What we owe you in other cases is limited to what you paid us in the last three months.',
      ],
    },
    end: {
      title: 'How it ends',
      text: [
        'You can delete your account at any time in your profile; stop the bot first.',
        { paid: true, text: 'Open invoices stay due.' },
        'We can end it with 30 days’ notice, or right away if you seriously break these rules.',
        {
          only: ['amazon'],
          paid: true,
          text: 'Subscription days that you paid for and can no longer use are refunded, unless you broke the rules.',
        },
      ],
    },
    changes: {
      title: 'When these rules change',
      text: [
        'The date at the top names the version, and we keep which one you accepted. We tell you about an important change before it applies. If you do not agree, delete your account; until then the old version applies.',
      ],
    },
    contact: {
      title: 'Questions',
      text: [
        'Write to support in the app. A person answers within 24 hours. These rules are available in English and Spanish; both mean the same.',
      ],
    },
  },
} as const satisfies LegalDocument
