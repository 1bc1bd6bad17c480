import type { Questions } from '../../help.ts'

/** First steps, and the bot itself. */
export const botQuestions = {
  begin: {
    title: 'First steps',
    questions: {
      what: {
        ask: 'What does Madruga do?',
        answer: [
          'It watches the offers in your delivery app and accepts those that fit your filter, before other drivers do. You set [stations], pay and hours; the bot decides nothing else.',
          'It runs on our servers. Your phone can be locked, off or without signal.',
          {
            only: ['courier'],
            text: 'A shift is planned ahead, such as Saturday 6 PM to 10 PM: the bot applies for it. An order is one delivery that starts now: the bot takes no other order until it is done.',
          },
        ],
      },
      authorised: {
        ask: 'Which delivery apps does it work with? Is that allowed?',
        answer: [
          'Only with those that allow it. The bot does not hide: it stays within a request limit, slows down when the delivery app asks, and solves no security check.',
          {
            only: ['amazon', 'spark'],
            text: 'Today you are connected to a practice market: offers, rivals and limits work as in a delivery app, but nothing is delivered.',
          },
          {
            only: ['courier'],
            text: 'The apps are those of co-ops and courier companies that run on CoopCycle or Fleetbase. Sync shows who authorized the bot, and since when. If they withdraw it, we stop within seconds.',
          },
          {
            only: ['courier'],
            text: '“In trial” means that we tested with the app’s own software on our machines, not yet with a co-op. Check in the delivery app what the bot books.',
          },
        ],
      },
      first: {
        ask: 'How do I start searching?',
        answer: [
          '- Connect your delivery app in Sync.',
          '- Choose [stations], pay and hours in Filters, and save.',
          '- Tap Start searching on Home. Within 40 seconds the bot is Running.',
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
          '- Preparing: it signs in to the delivery app, up to 40 seconds.',
          '- Running: it searches.',
          { only: ['amazon'], text: '- Running + GPS: it also searches for instant offers.' },
          '- Sleeping: no requests; you see the reason and the time left.',
          '- Failed To Launch: it could not start and says why.',
          '- Pending Termination: it finishes the offer it is accepting, then stops.',
          '- Cooling Down: the wait before the next start, one minute, or 70 after a full 2X15 run.',
        ],
      },
      speeds: {
        ask: 'What do the speeds mean (1X, 2X15, 2X30, 3X)? Which one should I choose?',
        answer: [
          '- 1X searches 60 minutes, then sleeps 70.',
          '- 2X15 searches 15 and sleeps 15, for 3 hours. Then it stops and sends you an e-mail.',
          '- 2X30 searches 30 and sleeps 30.',
          '- 3X searches 10 with the fastest requests, then sleeps 70.',
          {
            only: ['amazon', 'spark'],
            paid: true,
            offered: 'amazon',
            text: '- 4X uses your own times. It is part of the Professional plan.',
          },
          'If you know when offers drop at your [station], use 3X right before or 2X15 around that time. If not, 1X or 2X30 search all day.',
        ],
      },
      sleep: {
        ask: 'Why does my bot sleep?',
        answer: [
          'Home shows the reason and the time left:',
          '- The search time of your speed is over.',
          '- You won a [block] or you are delivering, and your filter says to pause.',
          '- A safety limit was reached.',
          { only: ['courier'], text: '- An order is under way: a new one would begin at once.' },
          {
            only: ['amazon', 'spark'],
            text: '- Aggressive search: the delivery app got too many requests. The bot sleeps 70 minutes or longer; a new start does not shorten it. Choose a slower speed, and close the delivery app on your phone: it uses the same request limit.',
          },
          {
            only: ['courier'],
            text: '- The request limit is used up. All drivers of your delivery app share it, and each bot gets a fair part.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- A security check is waiting. Solve it here or in the delivery app, and the bot continues.',
          },
          '- The delivery app is not responding: the bot tries again, at most 5 minutes apart.',
        ],
      },
      stop: {
        ask: 'How do I stop the bot? Why does it stop in the early morning?',
        answer: [
          'Hold the button on Home for a second, or tap it and confirm. An offer it is accepting at that moment is finished first, so you know whether it is yours.',
          'Once a day every bot stops, normally from 4:00 to 4:10 AM by the clock of the service: Eastern Time in the United States. Start yours again after that, or let autostart do it.',
        ],
      },
      failed: {
        ask: 'The bot does not start. What can I do?',
        answer: [
          '- Failed To Launch: read the reason on Home. Most often the delivery app rejected your sign-in: connect again in Sync.',
          '- Servers recycling: wait one minute and start again.',
          '- No servers available: try again in a few minutes.',
          '- Old version of the app: tap Reload. What you typed stays.',
        ],
      },
    },
  },
} as const satisfies Questions
