import type { LegalDocument } from '../../help.ts'

/** What is stored about a driver: matches the database's tables, and names them where that helps. */
export const privacy = {
  intro: ['We keep what the service needs, sell nothing, and use nothing for advertising.'],
  sections: {
    collected: {
      title: 'What we keep',
      text: [
        '- You: name, e-mails, phone, language, time zone, delivery app, accepted terms, referral code, device ID.',
        '- Sign-in: hashes of password and codes, passkeys’ public keys, sessions with browser and address, first and failed sign-ins.',
        '- Delivery app: its sign-in, password or tokens.',
        '- Work: filters, the bot’s runs and requests, log, blocks, check-ins, autostart, answers, recap totals.',
        '- Places: your saved location, days of instant offers; not where you check in.',
        '- Calendar: your secret address, encrypted, and its last reading.',
        '- Alerts: settings, push addresses, a list of messages. Their content is encrypted and deleted once sent, within three days at most; a code’s when it expires.',
        {
          paid: true,
          text: '- Money: invoices, coupons, credits, payments, your payment provider number, brand and last four digits of a card or account.',
        },
        { paid: true, text: '- Friends: your code, invited phones, who signed up.' },
        '- Support: requests, answers, what operators did to your account and why.',
        'A shared history for forecasts has offers, not who saw them, and none made only to you.',
      ],
    },
    how_long: {
      title: 'How long',
      text: [
        '- Log and offers: 90 days, shared history: 60, unless the operator changes them.',
        '- Questions about offers, the list of messages: 30 days. Notifications: 180.',
        '- Codes: a day at most. Sessions: until they end.',
        '- The rest: as long as your account. The log of operators’ actions stays.',
        {
          paid: true,
          text: '- Invoices and accounting stay without your account, and keyed hashes of e-mail, phone and cards, to count coupons and invitations once.',
        },
      ],
    },
    device: {
      title: 'On your device',
      text: [
        'Four cookies: session, two against forged requests, one to recognize your browser for 400 days. The app stores language, appearance, drafts and pages. No third-party cookies or tracking.',
      ],
    },
    others: {
      title: 'Who sees it',
      text: [
        '- Your delivery app: your sign-in, the bot’s requests, your saved location for nearby offers, where you check in.',
        '- Anyone with your calendar address: your blocks.',
        '- Operators: name, e-mail, phone, account, bot, support requests, which messages were sent; not their content, passwords or codes.',
        '- Services, if used: mail server, Twilio (SMS, calls), Cloudflare, hCaptcha or Google (security check), Have I Been Pwned (five digits of a password’s hash), Google or another (maps).',
        '- Push services, encrypted; Google or Apple can read it in store apps.',
        { paid: true, text: '- Stripe: payments.' },
        '- Authorities: what a valid order requires.',
        'In a demo everyone can read all messages: enter no real addresses.',
      ],
    },
    safety: {
      title: 'Protection',
      text: [
        'Your delivery app’s password and tokens are encrypted (AES-256-GCM) with keys outside the database, only sign you in, are never shown, logged or sent to a browser, and are deleted when you disconnect in Sync.',
        'If your data gets into wrong hands, we tell you without delay what happened and what to do.',
      ],
    },
    rights: {
      title: 'Your rights',
      text: [
        'In your profile, correct or download your data, or delete it with the account, at once. In Alerts, turn off all but codes and security notices. For the rest write to support.',
        'Drivers are of legal age: we knowingly keep no children’s data. We notify you before important changes.',
      ],
    },
  },
} as const satisfies LegalDocument
