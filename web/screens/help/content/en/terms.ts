import type { LegalDocument } from '../model.ts'

/** The terms and conditions; a change of meaning moves TERMS_VERSION (core/accounts). */
export const terms = {
  intro: [
    'These are the rules between you, the driver, and the operator of this service. They are short so that you can read all of them. By creating an account you accept them.',
  ],
  sections: {
    service: {
      title: 'What you get',
      text: [
        'A bot that watches delivery offers for you and accepts those that fit the filter you set, within the limits of the delivery platform. You see every decision and its reason.',
        'We do not promise a number of blocks, an income, or that the bot is faster than others. Offers come from the platform, and other drivers want them too.',
      ],
    },
    platforms: {
      title: 'Only where the platform agrees',
      text: [
        'The bot works only with platforms that authorise automation. You may connect only an account that is yours, and only where the rules of that platform allow it.',
        'The bot does not pretend to be a person, does not hide from the platform, and does not solve human checks. If a platform withdraws its permission, its connection ends at once.',
        'Your contract with the platform stays yours: what it asks of you, you owe it, whoever accepted the block.',
      ],
    },
    account: {
      title: 'Your account',
      text: [
        'You must be of legal age and allowed to work as a driver. One person, one account. What you tell us about yourself must be true, and your e-mail and phone must be your own.',
        'Keep your password to yourself. What is done with it counts as done by you, until you tell us that somebody else has it.',
      ],
    },
    control: {
      title: 'You are in control',
      text: [
        'A block that the bot accepts by your filter is accepted by you. Check your filter before you start, and your blocks after it.',
        'You can stop the bot at any time. After that it accepts nothing more; an offer that is under way in that moment is settled first.',
        'All bots are stopped once a day, and after each stop there is a pause. The operator can stop all bots at any time when safety or a platform demands it.',
      ],
    },
    fees: {
      title: 'What it costs',
      text: [
        'With the basic edition you pay per week, Monday to Sunday in your time zone, for what the bot did for you. These are the prices that we begin with; the operator may set others. Those of the moment stand in the app, and what was invoiced before stays as it was.',
        '- A block that was won for you costs $5, also when you do not drive it.',
        '- A spark trip that was won for you costs $0.60 (curbside or delivery) or $0.80 (shopping).',
        '- The location feature of instant offers costs $2.00 a day.',
        '- Check-in costs $2 each time in a week in which no offer was won for you. It is decided when the week closes: an offer won after the check-in makes it free too.',
        '- The advanced edition costs $25 a week, the professional $35, for 7 or 14 days that you buy ahead. Weeks that you buy add up. While one is paid for, nothing else costs you anything.',
        '- A card fee of 2.9% plus 30 cents, or a flat 99 cents for a bank account, is added by the way of payment and shown before you confirm.',
        '- A coupon counts once for each driver, within its time and as long as it is not used up.',
        '- A friend who signs up with your code and pays for the first time brings you 50% off one week of your next subscription, or off one weekly invoice. You can keep such credits for a subscription.',
        'What is found out late goes on the next invoice. What was wrong is taken back by a credit note, and the money returns the way it came. The full refund of a subscription takes its days back.',
        'A service that runs as a demo takes test cards alone: no real money moves there.',
      ],
    },
    unpaid: {
      title: 'Unpaid invoices',
      text: [
        'If an invoice is not paid 5 days after it was issued, your account is suspended: the bot stops and cannot be started, and you can still read everything. The invoice names the day, and we remind you before it. Paying ends the suspension at once.',
        'If you think that an invoice is wrong, write to support before that day: a person looks at it, and what is wrong is taken back.',
      ],
    },
    fair: {
      title: 'Fair use',
      text: [
        'Do not share or sell your account, do not try to get around limits, do not attack the service, and do not use it for what the law forbids.',
        'We may make an account inactive that does so, and tell you why. You can answer to support, and a person reads it.',
      ],
    },
    availability: {
      title: 'When something fails',
      text: [
        'We work with care, but servers, networks and platforms fail. The service is given as it is. It may be closed for maintenance; starts are refused then and say so.',
        'If a fault of ours charged you too much, you get it back.',
      ],
    },
    liability: {
      title: 'What we answer for',
      text: [
        'We answer for harm that we cause on purpose or by gross negligence, and for everything for which the law does not let us say otherwise.',
        'Beyond that we do not answer for blocks that were missed, for pay that you had hoped for, for what a platform decides about your account there, or for what happens while you drive. What we owe you in other cases is limited to what you paid us in the last three months.',
      ],
    },
    end: {
      title: 'How it ends',
      text: [
        'You can delete your account at any time in your profile; stop the bot first. Open invoices stay due.',
        'We can end it with 30 days notice, or at once where you break these rules badly. Days of a subscription that you paid for and cannot use any more are paid back, unless you broke the rules.',
      ],
    },
    changes: {
      title: 'When these rules change',
      text: [
        'The date at the top names the version, and we keep which one you accepted. Of a change that matters we tell you before it counts. If you do not agree, delete your account; until then the old version holds.',
      ],
    },
    contact: {
      title: 'Questions',
      text: [
        'Write to support in the app. A person answers within 24 hours. These rules are there in English and Spanish; both mean the same.',
      ],
    },
  },
} as const satisfies LegalDocument
