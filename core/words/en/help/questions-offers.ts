import type { Questions } from '../../help.ts'

/** Offers, and the filters that judge them. */
export const offersQuestions = {
  offers: {
    title: 'Offers',
    questions: {
      ignored: {
        ask: 'Why was an offer skipped?',
        answer: [
          'Tap it on Home or in Logs: you see each rule, and change it with one more tap.',
          '- Starts too soon to get there.',
          '- Pay: below your minimum, or above your maximum.',
          '- Schedule: outside your hours, a [station] off, a [block] at that time, or a limit.',
        ],
      },
      missed: {
        ask: 'Why was an offer missed?',
        answer: [
          'The bot tried for it. Mostly another driver was faster; else the request limit, the app’s hour limit, or its late answer. Logs say which.',
          {
            only: ['courier'],
            text: 'Some apps let two drivers accept one order, and the later one keeps it. The bot checks whether another driver had it.',
          },
        ],
      },
      instant: {
        only: ['amazon'],
        ask: 'How do instant offers work, and what is the device ID?',
        answer: [
          'Short trips near you that start right away. They need:',
          '- A location saved on the map.',
          '- The device ID of your delivery app’s phone, enabled by support within 24 hours.',
          'Turn them on under Instant offers and confirm in your delivery app: “+ GPS”.',
          { paid: true, text: 'Each day with them costs $2.00.' },
        ],
      },
      unknown_pay: {
        only: ['courier'],
        ask: 'What happens when the pay is not stated, or in another currency?',
        answer: [
          'In Filters you choose:',
          '- Accept it: without your minimum.',
          '- Ask me: within a minute.',
          '- Skip it.',
          '- Use my own rate per hour and mile: an estimate, with a ~.',
          'Nothing is converted: totals add up your main currency and say what they leave out.',
        ],
      },
      wait_list: {
        only: ['courier'],
        ask: 'What is a wait list, and what does the bot do there?',
        answer: [
          'The first on it gets a full shift that someone gives back. In Filters choose:',
          '- Stay on the wait list: the bot applies, keeps that time free and tells you.',
          '- Leave the wait list: it skips full shifts.',
          'Leave a list in the calendar. Waiting is free and ends when the shift starts.',
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
            text: 'One minimum pay, arrival time and schedule for all stations.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Basic: one minimum pay, arrival time and schedule for all stations.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Advanced: up to three settings per station; one has to fit.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Professional: also pay by block length, maximum pay and your own times (4X).',
          },
          {
            only: ['spark'],
            text: 'Stores, kinds of trips, stops, pay and miles. Curbside has up to 3 stops; more is a multiple order.',
          },
          {
            only: ['courier'],
            text: 'Places, shifts and orders, pay, length, distance, hours, wait lists, and skills: jobs that require others are skipped.',
          },
          'Changes count from the next request.',
        ],
      },
      price: {
        ask: 'How do the pay rules work?',
        answer: [
          'Set a minimum per hour, per [block], or both, and whether both must be met. 0 = no minimum. A switch counts projected tips, which customers can change.',
          'Net pay takes off your miles there, on the trip and back: fuel, the IRS rate (72.5 ¢ in 2026) or your own. An estimate, not tax advice.',
        ],
      },
      hours: {
        ask: 'How do arrival time and hours work?',
        answer: [
          'Offers that start before you can get there are skipped.',
          { only: ['courier'], text: 'Orders are not.' },
          'Hours can cross midnight: Friday 8 PM to 2 AM ends on Saturday. A [block] must start in them, with a switch also end.',
          { only: ['amazon'], text: 'A single station’s hours end at midnight.' },
        ],
      },
      what_if: {
        ask: 'Can I try a filter before the bot accepts anything?',
        answer: [
          '- While you edit: “Would have won 8 of the last 200”, real offers of your [stations].',
          '- Before you save: rules that can never match.',
          '- Watch only: live offers for up to a week, none accepted.',
        ],
      },
      guards: {
        ask: 'What are safety limits and “Ask me”?',
        answer: [
          'With safety limits the bot sleeps after several misses or returned [blocks], stops at your weekly goal, and leaves time to drive.',
          '“Ask me” asks about offers that almost fit: no yes within a minute declines.',
        ],
      },
    },
  },
} as const satisfies Questions
