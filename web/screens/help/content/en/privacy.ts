import type { LegalDocument } from '../model.ts'

/** What is stored about a driver: matches the database's tables, and names them where that helps. */
export const privacy = {
  intro: [
    'What we know about you, why, for how long, and how you can download or delete it. We keep what the service needs and sell nothing.',
  ],
  sections: {
    collected: {
      title: 'What we keep about you',
      text: [
        '- Who you are: first and last name, e-mail, preferred e-mail, phone and whether you confirmed it, language, time zone, delivery app, which version of the terms you accepted and when, the referral code you entered, the device ID that support enabled.',
        '- How you sign in: a digest of your password (Argon2id), never the password itself; the public keys of your passkeys and what you call them; your sessions with browser and address; counts of failed sign-ins.',
        '- Codes sent to you: only digests, deleted when they expire.',
        '- Your delivery app: its e-mail, user name or phone, and its password or tokens encrypted.',
        '- Your filters, every saved version, since each offer shows the version it was checked against.',
        '- Your bot: its state, its runs, and how many requests it used.',
        '- Your log: offers seen, accepted, missed and skipped, with reasons; and the blocks you have.',
        '- Results: totals of offers by hour and station for your recap, check-ins, blocks given back, questions you were asked, what watch-only would have tried for, your autostart tasks and what they did.',
        '- The location you saved for instant offers, orders near you and net pay, and the days on which instant offers were on. Your location at a check-in is sent to the delivery app and not kept.',
        '- Your secret calendar address, encrypted, and when a calendar last read it.',
        'Offers themselves (station, time, pay, when they were seen first) also go into one history that all drivers share for forecasts and “what if”. It does not say who saw them, and offers made only to you never go there.',
        '- Alerts: your notifications, your settings, addresses of browsers and apps that receive push, and a list of messages sent (to whom and when; the content is encrypted and deleted once they are sent; that of a code in a text at the latest when it expires, since we call if the text is lost).',
        {
          paid: true,
          text: '- Money: your invoices with what is on them, coupons and credits, payments with their references, your number at the payment provider, and of a card or bank account its brand and last four digits. The whole number goes from your browser to the provider and never reaches us.',
        },
        {
          paid: true,
          text: '- Friends: your referral code, phones that you invited and when, and who signed up with your code.',
        },
        '- What you wrote to support, and the answers.',
        '- What an operator did to your account, with the reason.',
      ],
    },
    why: {
      title: 'Why',
      text: [
        'To do what you asked for: search, accept, tell you, answer you, and keep your account safe. We keep addresses and failed sign-ins to stop break-ins. Nothing is used for advertising, and no profile of you is made for others.',
      ],
    },
    credentials: {
      title: 'Your delivery app password',
      text: [
        'Password and tokens of your delivery app are encrypted before they reach the database: AES-256-GCM with a separate key for each value, which in turn is locked by a key ring kept outside the database. Keys can be changed without you doing anything.',
        'They are used to sign in at the delivery app and for nothing else, never shown again, never written to a log, never sent to a browser. Disconnect in Sync and they are deleted.',
      ],
    },
    how_long: {
      title: 'How long',
      text: [
        '- Log lines and offers: 90 days, unless the operator set another time.',
        '- Questions you were asked about offers: 30 days. The shared history, which names no driver: 60 days, unless the operator set another time.',
        '- Notifications: 180 days. The list of messages sent: 30 days.',
        '- Codes: minutes, a day at most.',
        '- Sessions: until they end or you end them.',
        '- Everything else: as long as your account exists.',
        'What an operator did stays in the audit log after your account is gone, since it shows how the service was run.',
        {
          paid: true,
          text: 'So do digests of your e-mail and confirmed phone with the coupons that you used: keyed so that no one can read them, they tell whether someone who signs up was here before. So do invoices and the entries of the books, since what was charged must stay traceable; they are tied to no account then.',
        },
      ],
    },
    device: {
      title: 'On your device',
      text: [
        'One cookie for your session, two against forged requests, and one that recognizes your browser for 400 days, so that wrong passwords of others do not lock you out; it signs no one in. The app also stores language, appearance, delivery app, e-mail and drafts on your device, and its own pages to open without a network. There are no third-party cookies and no visitor tracking. Signing out makes the app forget who you are.',
      ],
    },
    others: {
      title: 'Who else sees it',
      text: [
        'The delivery app that you connect: it gets your sign-in and the requests of the bot, your saved location once instant offers are enabled for you or while the bot looks for orders near you, and your location when you check in.',
        'Anyone who has your calendar address can see your blocks there without signing in. Give it only to your calendar; you can remove it at any time.',
        'Everything else runs on the servers of the operator, unless they use one of these: a mail server for e-mail, Twilio for SMS and calls (phone number and text), Cloudflare, hCaptcha or Google for the security check, Have I Been Pwned for new passwords (it gets five digits of a digest, never the password), Google or another server for maps (it sees your address and what you look at). Notifications travel encrypted over the push service of your browser. The apps of the stores get them from Google (Android) or Apple (iPhone), which can read their text.',
        { paid: true, text: 'Stripe takes the payments. We never see the card number.' },
        'We sell nothing and rent nothing. Authorities get what a valid order requires, and no more.',
      ],
    },
    operator: {
      title: 'What an operator can see',
      text: [
        'Name, e-mail, phone, account and bot status, your requests to support, and which messages were sent to you, without their content. Not your passwords and not your codes. Each change that they make is written to an audit log.',
        'A demo sends no real messages: whatever it would send is on the page Sent messages. Its operators can read that page, and so can everyone who opened the demo by its link. Do not enter real addresses.',
      ],
    },
    rights: {
      title: 'Your rights',
      text: [
        'In your profile you can read and correct your data, download a file with everything we keep, and delete the account with all its data. That takes effect right away.',
        { paid: true, text: 'Invoices and accounting records stay.' },
        'You can turn off every kind of message in Alerts, except codes and notices about the security of your account. For anything else write to support: a person answers within 24 hours.',
      ],
    },
    safety: {
      title: 'How it is protected',
      text: [
        'Connections are encrypted where the operator serves the app over https, as they must on the internet. Sign-ins are limited per account and address. Pages load nothing from other places, apart from a map or a security check that the operator configured. If your data ever gets into the wrong hands, we tell you without delay what happened and what to do.',
      ],
    },
    children: {
      title: 'Not for children',
      text: ['The service is for drivers of legal age. We knowingly keep no data of children.'],
    },
    changes: {
      title: 'When this page changes',
      text: [
        'The date at the top names the version. We tell you about an important change in the app before it applies.',
      ],
    },
  },
} as const satisfies LegalDocument
