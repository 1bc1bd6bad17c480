import type { Questions } from '../model.ts'

/** First steps, and the bot itself. */
export const botQuestions = {
  begin: {
    title: 'First steps',
    questions: {
      what: {
        ask: 'What does Madruga do?',
        answer: [
          'It watches the list of offers in your delivery app, judges each one by your filter and accepts those that fit, before other drivers do.',
          'You decide stations, pay and hours. The bot decides nothing on its own: an offer that your filter leaves is left, and you can read why.',
        ],
      },
      authorised: {
        ask: 'Which delivery apps does it work with? Is that allowed?',
        answer: [
          'Only with platforms that authorise it. Many delivery apps forbid programs that act for you; for those there is no connection here and there will be none until they agree.',
          'What is connected today is a practice market that behaves like a delivery app: offers, rivals, limits and refusals are real, the deliveries are not.',
          'The bot does not hide: it keeps to a visible request budget, obeys when the platform asks it to slow down, and solves no human check for you.',
        ],
      },
      first: {
        ask: 'How do I start searching?',
        answer: [
          'Three things are needed, once:',
          '- Connect your delivery account in Sync.',
          '- Choose stations, pay and hours in Filters, and save.',
          '- Tap Start searching on Home.',
          'Within 40 seconds, usually a few, the bot is Running.',
        ],
      },
      phone: {
        ask: 'Must my phone stay on?',
        answer: [
          'No. The bot runs on our servers. Lock the phone, close the app, lose the signal: it goes on.',
          'Without a connection the app shows the last state it knows and says that it is offline.',
        ],
      },
      install: {
        ask: 'Can I put it on my phone like an app?',
        answer: [
          'Yes. In Chrome choose Install app in the menu; on an iPhone open the share button in Safari and choose Add to Home Screen. It then opens without the address bar.',
          'On an iPhone, notifications only come to the app on the Home Screen.',
        ],
      },
      variant: {
        ask: 'What is the difference between amazon and spark?',
        answer: [
          'They are two ways of working. amazon is about blocks at warehouses with a start and an end; spark is about trips from stores: curbside, shopping and deliveries with stops and miles.',
          'You choose one when you register and can change it in your profile. Each has its own menu, filter and logs.',
        ],
      },
    },
  },
  bot: {
    title: 'The bot',
    questions: {
      states: {
        ask: 'What do the states of the bot mean?',
        answer: [
          '- Not Running: nothing is asked of the delivery app.',
          '- Preparing: signing in and warming up, up to 40 seconds, usually a few.',
          '- Running: it searches. Running + GPS (amazon alone): it searches instant offers too.',
          '- Sleeping: a rest, with its reason and the time left.',
          '- Failed To Launch: it could not start and says why.',
          '- Pending Termination: it is being stopped; an offer under way is settled first.',
          '- Cooling Down: a pause before the next start.',
        ],
      },
      speeds: {
        ask: 'What do the speeds 1X, 2X15, 2X30, 3X and 4X mean?',
        answer: [
          'A speed says how long the bot searches and how long it rests:',
          '- 1X searches 60 minutes and rests 70.',
          '- 2X15 searches 15 and rests 15, for 3 hours. Then the bot stops, writes you an e-mail and waits 70 minutes.',
          '- 2X30 searches 30 and rests 30.',
          '- 3X searches 10 and rests 70, and asks fastest while it searches.',
          '- 4X is your own run schedule. It belongs to the professional filter.',
        ],
      },
      which_speed: {
        ask: 'Which speed should I choose?',
        answer: [
          'If you know when your station releases offers, use 3X just before or 2X15 around it. If you do not, 1X or 2X30 watch all day.',
          'Faster is not always more: every platform has a limit of requests per hour, and whoever goes over it is sent to sleep.',
        ],
      },
      sleep: {
        ask: 'Why does my bot sleep?',
        answer: [
          'Home always shows the reason and the time left. It can be:',
          '- Your speed: the searching time is over and the rest begins.',
          '- You won a block and your filter asks for a rest after an award.',
          '- You are on a delivery and your filter asks to wait.',
          '- The delivery app called the search aggressive: 70 minutes, or longer if it asks for longer.',
          '- The delivery app wants to see a person: until you solve its check.',
          '- The delivery app does not answer: it tries again by itself, 5 minutes apart at most.',
        ],
      },
      aggressive: {
        ask: 'What is an aggressive search?',
        answer: [
          'The delivery app decided that it was asked too often. The bot obeys and sleeps 70 minutes, or longer if the app asks for longer. Stopping and starting does not shorten that: a bot that you start meanwhile sleeps until the time is over and goes on by itself.',
          'If that happens again and again, choose a calmer speed, and do not leave the delivery app open and refreshing beside the bot: both use the same allowance.',
        ],
      },
      human: {
        ask: 'It says a human check is needed. What now?',
        answer: [
          'Open the human check here, look at the picture and type the answer; solving it in the delivery app works as well. The bot sleeps until it is solved and then goes on by itself. We never solve such checks by a program.',
        ],
      },
      daily_stop: {
        ask: 'Why did all bots stop in the early morning?',
        answer: [
          'Once a day every bot is stopped, by default from 4:00 to 4:10 a.m. Eastern time. It does not start again by itself: start it when the stop is over.',
          'A start inside that time is refused and says so.',
        ],
      },
      cooling: {
        ask: 'Why must I wait before I start again?',
        answer: [
          'After every stop there is a pause: one minute, and 70 minutes after a 2X15 run of 3 hours. The countdown is on Home.',
        ],
      },
      stop: {
        ask: 'How do I stop it, and is it really off then?',
        answer: [
          'Hold the button on Home for a second, or tap it and confirm. Once you see Cooling Down or Not Running, nothing more is asked of the delivery app.',
          'An offer that is being accepted in that very moment is settled first, so that you know whether it is yours.',
        ],
      },
      failed: {
        ask: 'It says Failed To Launch. What can I do?',
        answer: [
          'Read the reason on Home. Most often the delivery app did not take the e-mail and password: open Sync and connect again.',
          'If the delivery app does not answer, wait a few minutes and start again.',
        ],
      },
      servers: {
        ask: 'What does “no servers available” or “servers recycling” mean?',
        answer: [
          'Recycling: our servers are being renewed; wait one minute and start again. Bots that run are handed over and go on.',
          'No servers available: starts are closed for now. Home shows whether servers and delivery app answer; try again in a few minutes.',
        ],
      },
      old_version: {
        ask: 'It says that my app is an old version.',
        answer: [
          'Tap Load again. That fetches the new one and deletes what the old one kept on your device. Your bot, your filter and your drafts stay.',
        ],
      },
    },
  },
} as const satisfies Questions
