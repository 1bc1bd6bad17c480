import type { Questions } from '../../help.ts'

/** First steps, and the bot itself. */
export const botQuestions = {
  begin: {
    title: 'First steps',
    questions: {
      what: {
        ask: 'What does Madruga do?',
        answer: [
          'It watches the offers in your delivery app and accepts those that fit the [stations], pay and hours you set. The bot decides nothing else.',
          'It runs on our servers: your phone can be off.',
          {
            only: ['courier'],
            text: 'A shift is planned ahead: the bot applies for it. An order is one delivery that starts now: the bot takes no other until it is done.',
          },
        ],
      },
      authorised: {
        ask: 'Which delivery apps does it work with? Is that allowed?',
        answer: [
          'Only with those that allow it; most forbid bots. Ours does not hide: it stays within a request limit and solves no security check.',
          {
            only: ['amazon', 'spark'],
            text: 'Today you use a practice market: offers, rivals and limits work as in a delivery app, but nothing is delivered.',
          },
          {
            only: ['courier'],
            text: 'Co-ops and courier companies on CoopCycle or Fleetbase. Sync shows who authorized the bot, and since when. If they withdraw it, we stop within seconds.',
          },
          {
            only: ['courier'],
            text: '“In trial”: tested with the app’s own software, not yet with a co-op. Check in the delivery app what the bot books.',
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
          '- Not Running: no requests.',
          '- Preparing: it signs in, up to 40 seconds.',
          '- Running: it searches.',
          { only: ['amazon'], text: '- Running + GPS: it also searches for instant offers.' },
          '- Sleeping: it waits; you see why and how long.',
          '- Failed To Launch: it could not start; you see why.',
          '- Pending Termination: it finishes an accept, then stops.',
          '- Cooling Down: a minute before the next start, 70 after a full 2X15 run.',
        ],
      },
      speeds: {
        ask: 'What do the speeds mean (1X, 2X15, 2X30, 3X)?',
        answer: [
          '- 1X searches 60 minutes, then sleeps 70.',
          '- 2X15 searches 15 and sleeps 15, for 3 hours, then stops with an e-mail.',
          '- 2X30 searches 30 and sleeps 30.',
          '- 3X searches 10 with the fastest requests, then sleeps 70.',
          {
            only: ['amazon', 'spark'],
            paid: true,
            offered: 'amazon',
            text: '- 4X (Professional) uses your own times.',
          },
          'If you know when offers drop, use 3X right before or 2X15 around that time. If not, 1X or 2X30.',
        ],
      },
      sleep: {
        ask: 'Why does my bot sleep?',
        answer: [
          'Home shows which of these it is:',
          '- The speed’s search time is over.',
          '- You won a [block] or are delivering, and your filter pauses.',
          '- A safety limit was reached.',
          { only: ['courier'], text: '- An order is under way: a new one would begin at once.' },
          {
            only: ['amazon', 'spark'],
            text: '- Aggressive search: too many requests. The bot sleeps 70 minutes or longer; a new start does not shorten it. Choose a slower speed, and close the delivery app: it uses the same limit.',
          },
          {
            only: ['courier'],
            text: '- The request limit that all drivers of your delivery app share is used up.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- A security check is waiting for you.',
          },
          '- The delivery app is not responding; the bot tries every 5 minutes or sooner.',
        ],
      },
      stop: {
        ask: 'How do I stop the bot? Why does it stop in the early morning?',
        answer: [
          'Hold the button on Home for a second, or tap it and confirm. An accept under way is finished first.',
          'Once a day every bot stops, normally from 4:00 to 4:10 AM Eastern Time. Start yours again after that, or let autostart do it.',
        ],
      },
      failed: {
        ask: 'The bot does not start. What can I do?',
        answer: [
          '- Failed To Launch: most often the delivery app rejected your sign-in: connect again in Sync.',
          '- Servers recycling: wait one minute.',
          '- No servers available: wait a few minutes.',
          '- Old version of the app: tap Reload.',
        ],
      },
    },
  },
} as const satisfies Questions
