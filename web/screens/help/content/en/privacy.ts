import type { LegalDocument } from '../model.ts'

/** What is stored about a driver: matches the database's tables, and names them where that helps. */
export const privacy = {
  intro: [
    'What we know about you, why, for how long, and how you get or delete it. We keep what the service needs and sell nothing.',
  ],
  sections: {
    collected: {
      title: 'What we keep about you',
      text: [
        '- Who you are: first and last name, e-mail, preferred e-mail, phone and whether you confirmed it, language, time zone, variant, which version of the terms you accepted and when, the referral code that you gave, the device id that support enabled.',
        '- How you sign in: a digest of your password (Argon2id), never the password itself; your sessions with browser and address; counts of failed sign-ins.',
        '- Codes that were sent to you: digests alone, deleted when they are over.',
        '- Your delivery account: its e-mail, and its password or tokens encrypted.',
        '- Your filters, every saved version, since each offer names the one that judged it.',
        '- Your bot: its state, its runs, and how many requests it used.',
        '- Your log: offers that were seen, accepted, missed and left, with reasons; and the blocks that you hold.',
        '- What came of it: sums of offers by hour and station for your recap, check-ins with their fee, releases, questions that you were asked, what shadow runs would have tried for, your autostarts and what became of them.',
        '- The place on the map that you saved for instant offers and net pay, and the days on which instant offers were on. Where you are at a check-in is passed to the platform and not kept.',
        '- The secret of your calendar address, encrypted, and when a calendar read it last.',
        'Offers themselves (station, time, pay, when they were seen first) also go into one history that all drivers share for forecasts and “what if”. Who saw them is not in it, and offers made to you alone never go there.',
        '- Alerts: your news, your settings, addresses of browsers that take notifications, and a list of messages that were sent (to whom and when; the content is encrypted and deleted once they are sent).',
        '- Money: your invoices with what is on them, coupons and credits, payments with their references, your number at the payment provider, and of a card or bank account its brand and last four digits. The whole number goes from your browser to the provider and never reaches us.',
        '- Friends: your referral code, phones that you invited and when, and who registered with your code.',
        '- What you wrote to support, and the answers.',
        '- What an operator did to your account, with the reason.',
      ],
    },
    why: {
      title: 'Why',
      text: [
        'To do what you asked for: search, accept, tell you, answer you, and keep your account safe. Addresses and failed sign-ins are there against break-ins. Nothing is used for advertising, and no profile of you is made for others.',
      ],
    },
    credentials: {
      title: 'Your delivery password',
      text: [
        'Password and tokens of your delivery account are encrypted before they reach the database: AES-256-GCM with a data key of its own for each value, which in turn is locked by a key ring kept outside the database. Keys can be changed without your doing.',
        'They are used to sign in at the platform and for nothing else, never shown again, never written to a log, never sent to a browser. Disconnect in Sync and they are deleted.',
      ],
    },
    how_long: {
      title: 'How long',
      text: [
        '- Log lines and offers: 90 days, unless the operator set another time.',
        '- Questions that you were asked about offers: 30 days. The shared history, which knows no driver: 60 days, unless the operator set another time.',
        '- News: 180 days. The list of messages that were sent: 30 days.',
        '- Codes: minutes, at most a day.',
        '- Sessions: until they end or you end them.',
        '- Everything else: as long as your account is there.',
        'What an operator did stays in the audit log after your account is gone, since it shows how the service was run. So do digests of your e-mail and confirmed phone with the coupons that you used: keyed so that nobody can read them, they tell whether somebody who registers was here before. So do invoices and the entries of the books, since what was charged must stay traceable; they are tied to no account then.',
      ],
    },
    device: {
      title: 'On your device',
      text: [
        'One cookie for your session, two against forged requests, and one by which your browser is known as yours for 400 days, so that wrong passwords of others do not keep you out; it opens nothing by itself. The app also remembers language, look, variant, e-mail and drafts on your device, and keeps its own pages to open without a network. There are no cookies of others and no counting of visitors. Signing out makes the app forget who you are.',
      ],
    },
    others: {
      title: 'Who else sees it',
      text: [
        'The delivery platform that you connect: it gets your sign-in and the requests of the bot, your saved place once instant offers are enabled for you, and where you are when you check in.',
        'Whoever has your calendar address reads your blocks there, without signing in. Give it to your calendar alone; you can end it at any time.',
        'Everything else runs on the servers of the operator, unless they use one of these: a mail server for e-mail, Twilio for SMS and calls (phone number and text), Stripe for payments (we never see the card number), Cloudflare, hCaptcha or Google for the human check, Have I Been Pwned for new passwords (it gets five digits of a digest, never the password), Google or another server for maps (it sees your address and what you look at). Notifications travel encrypted over the push service of your browser.',
        'We sell nothing and rent nothing. Authorities get what a valid order demands, and no more.',
      ],
    },
    operator: {
      title: 'What an operator can see',
      text: [
        'Name, e-mail, phone, state of the account and the bot, your requests to support, and which messages were sent to you, without their content. Not your passwords and not your codes. Each change that they make is written to an audit log.',
        'A service that runs as a demo has no real messages: whatever it would send is kept on the page Sent messages. Its operators read that page, and on the machine that it runs on everybody. Do not give it real addresses.',
      ],
    },
    rights: {
      title: 'Your rights',
      text: [
        'In your profile you can read and correct your data, save a file with everything that we keep, and delete the account with all that it holds, invoices and books apart. That takes effect at once.',
        'You can turn off every kind of message in Alerts, apart from codes and notices about the safety of your account. For anything else write to support: a person answers within 24 hours.',
      ],
    },
    safety: {
      title: 'How it is protected',
      text: [
        'Connections are encrypted where the operator serves the app over https, as they must on the internet. Sign-ins are limited per account and address. Pages load nothing from other places, apart from a map or a human check that the operator configured. If data of yours should ever get into wrong hands, we tell you without delay what happened and what to do.',
      ],
    },
    children: {
      title: 'Not for children',
      text: ['The service is for drivers of legal age. We knowingly keep no data of children.'],
    },
    changes: {
      title: 'When this page changes',
      text: [
        'The date at the top names the version. Of a change that matters we tell you in the app before it counts.',
      ],
    },
  },
} as const satisfies LegalDocument
