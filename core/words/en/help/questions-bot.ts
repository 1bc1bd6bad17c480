import type { Questions } from '../../help.ts'

/** First steps, and the bot itself. */
export const botQuestions = {
  begin: {
    title: 'First steps',
    questions: {
      what: {
        ask: 'What does Madruga do?',
        answer: [
          'It accepts the offers of your delivery app that fit the [stations], pay and hours you set, and decides nothing else.',
          'It runs on our servers: your phone can be off.',
          {
            only: ['courier'],
            text: 'It applies for shifts, planned ahead. An order is a delivery that starts now: it takes no other until it is done.',
          },
        ],
      },
      authorised: {
        ask: 'Which delivery apps does it work with? Is that allowed?',
        answer: [
          'Only with those that allow it; most forbid bots. Ours hides nothing, keeps to a request limit and solves no security check.',
          {
            only: ['amazon', 'spark'],
            text: 'Today you use a practice market: it works like a delivery app, but nothing is delivered.',
          },
          {
            only: ['courier'],
            text: 'Co-ops and courier companies on CoopCycle or Fleetbase. Sync shows who authorized the bot; if they withdraw, we stop within seconds.',
          },
          {
            only: ['courier'],
            text: '“In trial”: tested with the app’s software, not yet with a co-op. Check in the app what it books.',
          },
        ],
      },
      first: {
        ask: 'How do I start searching?',
        answer: [
          '- Connect your delivery app in Sync.',
          '- Save [stations], pay and hours in Filters.',
          '- Tap Start searching on Home: Running within 40 seconds.',
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
          { only: ['amazon'], text: '- Running + GPS: also for instant offers.' },
          '- Sleeping: it waits; Home says why.',
          '- Failed To Launch: it could not start; Home says why.',
          '- Pending Termination: it finishes an accept, then stops.',
          '- Cooling Down: a minute before the next start, 70 after 2X15.',
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
          'Use 3X right before offers drop, 2X15 around that time. Unsure? 1X or 2X30.',
        ],
      },
      sleep: {
        ask: 'Why does my bot sleep?',
        answer: [
          'Home shows which it is:',
          '- The search time of its speed is over.',
          '- You won or are delivering, and your filter pauses.',
          '- A safety limit was reached.',
          { only: ['courier'], text: '- An order is under way.' },
          {
            only: ['amazon', 'spark'],
            text: '- Aggressive search: too many requests. It sleeps 70 minutes or longer, also after a new start. Choose a slower speed; close the delivery app, which uses the same limit.',
          },
          {
            only: ['courier'],
            text: '- The requests that all drivers of your app share are used up.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- A security check is waiting.',
          },
          '- The delivery app is not responding; the bot retries within 5 minutes.',
        ],
      },
      stop: {
        ask: 'How do I stop the bot? Why does it stop in the early morning?',
        answer: [
          'Hold the button on Home for a second, or tap it and confirm. It finishes an accept first.',
          'Once a day every bot stops, normally from 4:00 to 4:10 AM Eastern Time. Start again after it, or let autostart.',
        ],
      },
      failed: {
        ask: 'The bot does not start. What can I do?',
        answer: [
          'Failed To Launch is mostly a rejected sign-in: connect again in Sync.',
          'Otherwise Home says what to do.',
        ],
      },
    },
  },
} as const satisfies Questions
