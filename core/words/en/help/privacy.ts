import type { LegalDocument } from '../../help.ts'

/** What is stored about a driver: matches the database's tables, and names them where that helps. */
export const privacy = {
  intro: ['We keep what the service needs, sell nothing, and use nothing for advertising.'],
  sections: {
    collected: {
      title: 'What we keep',
      text: [
        '- You: name, e-mails, phone, language, time zone, delivery app, accepted terms, referral code, device ID.',
        '- Sign-in: hashes of password (Argon2id) and codes, public keys of passkeys, sessions with browser and address, first and failed sign-ins.',
        '- Delivery app: its e-mail, user name or phone, and password or tokens.',
        '- Work: filters and their versions, the bot’s runs and requests, log, blocks, check-ins, autostart tasks, questions and answers, recap totals.',
        '- Places: your saved location and the days of instant offers. Where you check in is not kept.',
        '- Calendar: your secret address, encrypted, and when it was last read.',
        '- Alerts: settings, addresses for push, and a list of messages. Their content is encrypted and deleted once sent, at the latest after three days, a code’s when it expires.',
        {
          paid: true,
          text: '- Money: invoices, coupons, credits, payments, your number at the payment provider, brand and last four digits of a card or account.',
        },
        { paid: true, text: '- Friends: your code, phones you invited, and who signed up.' },
        '- Support: messages, answers, what an operator did to your account and why.',
        'Offers also go into a history shared for forecasts, without who saw them and without those made only to you.',
      ],
    },
    how_long: {
      title: 'How long',
      text: [
        '- Log and offers: 90 days, shared history: 60, or what the operator sets.',
        '- Questions about offers and the list of messages: 30 days. Notifications: 180.',
        '- Codes: a day at most. Sessions: until they end.',
        '- The rest: as long as your account exists. The log of what operators did stays.',
        {
          paid: true,
          text: '- Invoices and accounting stay, tied to no account, and keyed hashes of e-mail, phone and cards, so that coupons and invitations count once.',
        },
      ],
    },
    device: {
      title: 'On your device',
      text: [
        'Four cookies: your session, two against forged requests, and one that recognizes your browser for 400 days. The app stores language, appearance, drafts and its pages. No third-party cookies, no tracking.',
      ],
    },
    others: {
      title: 'Who sees it',
      text: [
        '- Your delivery app: your sign-in, the bot’s requests, your saved location for instant offers and orders near you, and where you check in.',
        '- Anyone with your calendar address: your blocks.',
        '- Operators: name, e-mail, phone, account, bot, requests to support, and which messages were sent; not their content, your passwords or codes.',
        '- Services the operator may use: a mail server, Twilio (SMS, calls), Cloudflare, hCaptcha or Google (security check), Have I Been Pwned (five digits of a new password’s hash), Google or another server (maps).',
        '- Push services, encrypted; in store apps Google or Apple can read the text.',
        { paid: true, text: '- Stripe: payments.' },
        '- Authorities: what a valid order requires.',
        'A demo sends no real messages: everyone who opened it can read them under Sent messages. Do not enter real addresses there.',
      ],
    },
    safety: {
      title: 'How it is protected',
      text: [
        'Your delivery app’s password and tokens are encrypted (AES-256-GCM) with keys locked outside the database. They only sign you in, are never shown, logged or sent to a browser, and are deleted when you disconnect in Sync.',
        'If your data gets into the wrong hands, we tell you without delay what happened and what to do.',
      ],
    },
    rights: {
      title: 'Your rights',
      text: [
        'In your profile: correct your data, download all of it, or delete the account with its data right away. In Alerts: turn off every message except codes and security notices. For anything else write to support.',
        'Drivers are of legal age; we knowingly keep no data of children. We notify you before an important change of this page.',
      ],
    },
  },
} as const satisfies LegalDocument
