import type { LegalDocument } from '../../help.ts'

/** What is stored about a driver: matches the database's tables, and names them where that helps. */
export const privacy = {
  intro: ['We keep what the service needs, sell nothing, and use nothing for advertising.'],
  sections: {
    collected: {
      title: 'What we keep about you',
      text: [
        '- Who you are: name, e-mails, phone, language, time zone, delivery app, the version of the terms you accepted, the referral code you entered, and your device ID.',
        '- How you sign in: a hash of your password (Argon2id), the public keys of your passkeys, your first sign-in, your sessions with browser and address, failed sign-ins, and hashes of codes.',
        '- Your delivery app: its e-mail, user name or phone, and its password or tokens, encrypted.',
        '- Your work: every saved version of your filters, runs and requests of your bot, log, blocks, check-ins, autostart tasks, questions and your answers, and totals for your recap.',
        '- The location you saved, and the days on which instant offers were on. Your location at a check-in goes to the delivery app and is not kept.',
        '- Your secret calendar address, encrypted, and when it was last read.',
        '- Alerts: your settings, the addresses of browsers and apps that receive push, and a list of messages sent. Their content is encrypted and deleted once they are sent, or after three days if they cannot be, that of a code when it expires at the latest.',
        {
          paid: true,
          text: '- Money: invoices, coupons, credits, payments, your number at the payment provider, and the brand and last four digits of a card or account. The whole number never reaches us.',
        },
        {
          paid: true,
          text: '- Friends: your referral code, phones that you invited, and who signed up with it.',
        },
        '- What you wrote to support and the answers, and what an operator did to your account and why.',
        'Offers also go into a history that all drivers share for forecasts. It does not say who saw them, and offers made only to you never go there.',
      ],
    },
    credentials: {
      title: 'Your delivery app password',
      text: [
        'Password and tokens are encrypted before they reach the database (AES-256-GCM), each with its own key, which a key ring outside the database locks. They are used to sign in and for nothing else, never shown, logged or sent to a browser. Disconnect in Sync and they are deleted.',
      ],
    },
    how_long: {
      title: 'How long',
      text: [
        '- Log lines and offers: 90 days. The shared history: 60 days. The operator can set other times.',
        '- Questions about offers and the list of messages: 30 days. Notifications: 180 days.',
        '- Codes: a day at most. Sessions: until they end.',
        '- Everything else: as long as your account exists.',
        'What an operator did stays in the audit log, since it shows how the service was run.',
        {
          paid: true,
          text: 'Invoices and accounting entries stay too, tied to no account, and so do keyed hashes of your e-mail, phone and cards, so that coupons and invitations count once.',
        },
      ],
    },
    device: {
      title: 'On your device',
      text: [
        'One cookie for your session, two against forged requests, and one that recognizes your browser for 400 days, so that wrong passwords of others do not lock you out and you learn of a sign-in elsewhere. The app also stores language, appearance, drafts and its own pages. There are no third-party cookies and no tracking.',
      ],
    },
    others: {
      title: 'Who else sees it',
      text: [
        '- Your delivery app: your sign-in, the bot’s requests, your saved location for instant offers and orders near you, and your location when you check in.',
        '- Anyone who has your calendar address: your blocks.',
        '- Services that the operator may use: a mail server, Twilio for SMS and calls, Cloudflare, hCaptcha or Google for the security check, Have I Been Pwned for new passwords (five digits of a hash), and Google or another server for maps.',
        '- Push: encrypted through your browser’s service. The apps of the stores get it from Google or Apple, which can read the text.',
        { paid: true, text: '- Stripe, which takes the payments.' },
        '- Authorities: what a valid order requires, and no more.',
      ],
    },
    operator: {
      title: 'What an operator can see',
      text: [
        'Your name, e-mail, phone, account, bot and requests to support, and which messages were sent. Not their content, your passwords or your codes. Each change they make is written to an audit log.',
        'A demo sends no real messages: they are on the page Sent messages, which everyone who opened the demo can read. Do not enter real addresses there.',
      ],
    },
    rights: {
      title: 'Your rights',
      text: [
        'In your profile you can correct your data, download all of it, or delete the account with its data right away. In Alerts you can turn off every message except codes and security notices. For anything else write to support.',
        { paid: true, text: 'Invoices and accounting records stay.' },
      ],
    },
    safety: {
      title: 'How it is protected',
      text: [
        'Connections are encrypted and sign-ins limited. If your data ever gets into the wrong hands, we tell you without delay what happened and what to do.',
      ],
    },
    changes: {
      title: 'Age and changes',
      text: [
        'The service is for drivers of legal age; we knowingly keep no data of children. We notify you of an important change of this page before it applies.',
      ],
    },
  },
} as const satisfies LegalDocument
