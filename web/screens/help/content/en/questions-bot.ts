import type { Questions } from '../model.ts'

/** First steps, and the bot itself. */
export const botQuestions = {
  begin: {
    title: 'First steps',
    questions: {
      what: {
        ask: 'What does Madruga do?',
        answer: [
          'It searches the offers in your delivery app, checks each one against your filter and accepts those that fit, before other drivers do.',
          'You choose [stations], pay and hours. The bot decides nothing: it skips what your filter skips, and you can see why.',
        ],
      },
      authorised: {
        ask: 'Which delivery apps does it work with? Is that allowed?',
        answer: [
          'Only where the delivery app authorizes it. Many forbid programs that act for you: we do not connect to those until they agree.',
          {
            only: ['amazon', 'spark'],
            text: 'What is connected today is a practice market that behaves like a delivery app: offers, rivals, limits and refusals are real, the deliveries are not.',
          },
          {
            only: ['courier'],
            text: 'Couriers connect to the app of a co-op or courier company that runs on CoopCycle or Fleetbase. Each one in Sync is there because its operator said yes. In a demo, simulations take their place: the deliveries are not real.',
          },
          'The bot does not hide: it stays within a request limit you can see, slows down when the delivery app asks, and solves no security check for you.',
        ],
      },
      first: {
        ask: 'How do I start searching?',
        answer: [
          'You need three things, once:',
          { only: ['amazon', 'spark'], text: '- Connect your delivery app in Sync.' },
          { only: ['courier'], text: '- Choose your delivery app in Sync and connect your account there.' },
          '- Choose [stations], pay and hours in Filters, and save.',
          '- Tap Start searching on Home.',
          'Within 40 seconds, usually a few, the bot is Running.',
        ],
      },
      phone: {
        ask: 'Does my phone have to stay on?',
        answer: [
          'No. The bot runs on our servers. Lock your phone, close the app or lose signal: the bot keeps working.',
          'Offline, the app shows the last state it knows and says so.',
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
        choice: true,
        ask: 'Which kinds of delivery work are there?',
        answer: [
          { offered: 'amazon', text: '- Amazon: blocks at warehouses with a start and an end.' },
          {
            offered: 'spark',
            text: '- Spark: trips from stores, which are curbside, shopping and deliveries with stops and miles.',
          },
          {
            offered: 'courier',
            text: '- Courier: shifts and orders of courier co-ops and courier companies.',
          },
          'You choose one when you sign up and can change it in your profile. Each has its own menu, filter and logs.',
        ],
      },
      jobs: {
        only: ['courier'],
        ask: 'What is a shift, and what is an order?',
        answer: [
          'A shift is planned ahead and has a start and an end, such as Saturday 6 PM to 10 PM. The bot applies for it in your name.',
          'An order is one delivery that starts now. Accepting it begins the job, so the bot accepts no other order until it is done.',
          'In Filters you choose shifts, orders or both. Which of them you get depends on your delivery app.',
        ],
      },
      who_authorised: {
        only: ['courier'],
        ask: 'Who authorized the bot on my delivery app?',
        answer: [
          'The co-op or company that runs it. Sync shows who said yes, and since when. Without that we request nothing there.',
          'If they withdraw it, we stop all requests to that app within seconds.',
        ],
      },
      draft: {
        only: ['courier'],
        ask: 'What does Draft mean next to a delivery app?',
        answer: [
          'We built our connection from the app’s published source code and tested it with a simulation. It has not met the real app yet.',
          'Check in the delivery app itself what the bot books, and write to support if something does not match.',
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
          '- Not Running: nothing is requested from the delivery app.',
          '- Preparing: it signs in to the delivery app, up to 40 seconds, usually a few.',
          '- Running: it searches.',
          { only: ['amazon'], text: '- Running + GPS: it also searches for instant offers.' },
          '- Sleeping: no requests; you see the reason and the time left.',
          '- Failed To Launch: it could not start and says why.',
          '- Pending Termination: it is stopping; it finishes the offer it is accepting.',
          '- Cooling Down: a wait before the next start.',
        ],
      },
      speeds: {
        ask: 'What do the speeds mean (1X, 2X15, 2X30, 3X)?',
        answer: [
          'A speed sets how long the bot searches and how long it sleeps:',
          '- 1X searches 60 minutes and sleeps 70.',
          '- 2X15 searches 15 and sleeps 15, for 3 hours. Then the bot stops, sends you an e-mail and waits 70 minutes.',
          '- 2X30 searches 30 and sleeps 30.',
          '- 3X searches 10 and sleeps 70, with the fastest requests while it searches.',
          {
            only: ['amazon', 'spark'],
            paid: true,
            offered: 'amazon',
            text: '- 4X uses your own times. It is part of the professional plan.',
          },
        ],
      },
      which_speed: {
        ask: 'Which speed should I choose?',
        answer: [
          'If you know when offers drop at your [station], use 3X right before that or 2X15 around it. If you do not, 1X or 2X30 search all day.',
          'Faster is not always better: every delivery app limits requests, and a bot that goes over has to sleep.',
        ],
      },
      sleep: {
        ask: 'Why does my bot sleep?',
        answer: [
          'Home always shows the reason and the time left. It can be:',
          '- Your speed: the search time is over.',
          '- You won a [block] and your filter says to sleep after that.',
          '- You are on a delivery and your filter says to wait.',
          {
            only: ['courier'],
            text: '- An order is under way: a new one would begin at once, so the bot waits until it is done.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- The delivery app said the search was too fast: 70 minutes, or longer if the app asks for it.',
          },
          {
            only: ['courier'],
            text: '- Your delivery app’s request limit is used up: as long as the app asks for.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- The delivery app wants a security check: until you solve it.',
          },
          '- The delivery app is not responding: the bot tries again, at most 5 minutes apart.',
        ],
      },
      aggressive: {
        only: ['amazon', 'spark'],
        ask: 'What is an aggressive search?',
        answer: [
          'The delivery app decided that it got too many requests. The bot sleeps 70 minutes, or longer if the app asks for it. Stopping and starting does not make it shorter: the bot sleeps until the time is over, then searches.',
          'If it keeps happening, choose a slower speed and close the delivery app: it uses the same limit as the bot.',
        ],
      },
      human: {
        only: ['amazon', 'spark'],
        ask: 'It says a security check is needed. What now?',
        answer: [
          'Open the security check here, look at the picture and type the answer; you can also solve it in the delivery app. The bot sleeps until it is solved, then continues. No program ever solves these checks.',
        ],
      },
      daily_stop: {
        ask: 'Why did all bots stop in the early morning?',
        answer: [
          'Once a day every bot stops, normally from 4:00 to 4:10 AM Eastern Time. Start yours again when the daily stop is over.',
          'If you try to start it during that time, the app tells you.',
        ],
      },
      cooling: {
        ask: 'Why must I wait before I start again?',
        answer: [
          'After every stop the bot is Cooling Down: one minute, or 70 minutes after a 2X15 run of 3 hours. The countdown is on Home.',
        ],
      },
      stop: {
        ask: 'How do I stop it, and is it really off then?',
        answer: [
          'Hold the button on Home for a second, or tap it and confirm. Once you see Cooling Down or Not Running, nothing more is requested from the delivery app.',
          'If the bot is accepting an offer at that moment, it finishes that first, so you know whether it is yours.',
        ],
      },
      failed: {
        ask: 'It says Failed To Launch. What can I do?',
        answer: [
          'Read the reason on Home. Most often the delivery app did not accept your sign-in: open Sync and connect again.',
          'If the delivery app is not responding, wait a few minutes and start again.',
        ],
      },
      servers: {
        ask: 'What does “no servers available” or “servers recycling” mean?',
        answer: [
          'Recycling: our servers are restarting; wait one minute and start again. Running bots keep running.',
          'No servers available: bots cannot start right now. Home shows whether the servers and the delivery app are available; try again in a few minutes.',
        ],
      },
      old_version: {
        ask: 'It says my version of the app is too old.',
        answer: ['Tap Reload. You get the new version. Your bot, your filter and what you typed stay.'],
      },
    },
  },
} as const satisfies Questions
