import type { Questions } from '../../help.ts'

/** Offers, and the filters that judge them. */
export const offersQuestions = {
  offers: {
    title: 'Offers',
    questions: {
      ignored: {
        ask: 'Why was an offer skipped?',
        answer: [
          'Tap it on Home or in Logs: you see each rule, and one more tap changes it.',
          '- Starts too soon to get there.',
          '- Pay too low: below your minimum, or above your maximum.',
          '- Schedule: outside your hours, a [station] that is off, overlapping a [block], or beyond a limit.',
          'Logs keep offers for 90 days, or what your operator chose.',
        ],
      },
      missed: {
        ask: 'Why was an offer missed?',
        answer: [
          'The bot tried to accept it. Most often another driver was faster; or it was the request limit, the delivery app’s hour limit, or its late answer. Logs say which.',
          {
            only: ['courier'],
            text: 'Some delivery apps let two drivers accept one order, and the later one keeps it. The bot checks, and tells you if another driver had it.',
          },
        ],
      },
      instant: {
        only: ['amazon'],
        ask: 'How do instant offers work, and what is the device ID?',
        answer: [
          'Short trips near you that start right away. The bot needs:',
          '- A location saved on the map.',
          '- The device ID of the phone with your delivery app. Support enables it within 24 hours.',
          'Turn them on under Instant offers and confirm in your delivery app: the bot shows “+ GPS”.',
          { paid: true, text: 'Each day you use them costs $2.00.' },
        ],
      },
      unknown_pay: {
        only: ['courier'],
        ask: 'What happens when the pay is not stated, or in another currency?',
        answer: [
          'In Filters you choose for jobs without stated pay:',
          '- Accept it: your minimum is not checked.',
          '- Ask me: you have a minute to say yes.',
          '- Skip it.',
          '- Use my own rate per hour and mile: an estimate, shown with a ~.',
          'Nothing is converted: a total adds up the currency of most of your jobs, and says how many it leaves out.',
        ],
      },
      wait_list: {
        only: ['courier'],
        ask: 'What is a wait list, and what does the bot do there?',
        answer: [
          'The first on it gets a full shift that someone gives back. In Filters you choose:',
          '- Stay on the wait list: the bot applies, keeps that time free and tells you if you get it.',
          '- Leave the wait list: the bot skips full shifts.',
          'You can leave a list in the calendar. Waiting is free and ends when the shift starts.',
        ],
      },
    },
  },
  filters: {
    title: 'Filters',
    questions: {
      editions: {
        ask: 'What can I set in a filter?',
        answer: [
          {
            only: ['amazon'],
            paid: false,
            text: 'One minimum pay, arrival time and schedule for all your stations.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Basic: one minimum pay, arrival time and schedule for all stations.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Advanced: up to three settings for each station; one has to fit.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Professional: also pay by block length, maximum pay, and your own times (4X).',
          },
          {
            only: ['spark'],
            text: 'Stores, kinds of trips, stops, pay and miles. A curbside order has up to 3 stops; more count as a multiple order.',
          },
          {
            only: ['courier'],
            text: 'Places, shifts and orders, pay, length, distance, hours, wait lists, and skills: jobs that require one you did not mark are skipped.',
          },
          'Changes count from the next request. A [station] that is gone works again when it comes back.',
        ],
      },
      price: {
        ask: 'How do the pay rules work?',
        answer: [
          'Set a minimum per hour, per [block], or both, and whether both must be met. 0 = no minimum. A switch counts projected tips; customers can change them.',
          'Net pay takes off your miles, to the [station], on the trip and back: at fuel cost, the IRS rate (72.5 ¢ in 2026) or your own. An estimate, not tax advice.',
          {
            only: ['courier'],
            text: 'For pay in another currency than US dollars set your own cost per mile.',
          },
        ],
      },
      hours: {
        ask: 'How do arrival time and hours work?',
        answer: [
          'Arrival time is how long you need to get there: offers that start sooner are skipped.',
          { only: ['courier'], text: 'It does not count for orders.' },
          'Hours can cross midnight: Friday 8 PM to 2 AM ends on Saturday. A [block] must start inside them, with a switch also end.',
          { only: ['amazon'], text: 'A single station’s hours end at midnight.' },
        ],
      },
      what_if: {
        ask: 'Can I try a filter before the bot accepts anything?',
        answer: [
          '- While you edit: “Would have won 8 of the last 200” counts real offers of your [stations].',
          '- Before you save: a check names rules that can never match.',
          '- Watch only: live offers for up to a week, none accepted.',
        ],
      },
      guards: {
        ask: 'What are safety limits and “Ask me”?',
        answer: [
          'Safety limits make the bot sleep after several misses or returned [blocks], stop at your weekly goal, and leave time to drive between two [blocks].',
          '“Ask me” asks about an offer that almost fits. Without your yes within a minute it is declined.',
        ],
      },
    },
  },
} as const satisfies Questions
