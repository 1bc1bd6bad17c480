import type { Questions } from '../../help.ts'

/** Offers, and the filters that judge them. */
export const offersQuestions = {
  offers: {
    title: 'Offers',
    questions: {
      ignored: {
        ask: 'Why was an offer skipped?',
        answer: [
          'Tap it on Home or in Logs: you see each rule with the offer’s value and your limit, and one more tap changes the rule.',
          '- Starts too soon: you could not get there in time.',
          '- Pay too low: below your minimum, or above your maximum.',
          '- Schedule: outside your hours, at a [station] that is off, overlapping a [block] you have, or beyond another limit.',
          'Logs keep offers for 90 days, unless your operator chose another time.',
        ],
      },
      missed: {
        ask: 'Why was an offer missed?',
        answer: [
          'It fit your filter and the bot tried to accept it. Most often another driver was faster. It can also be the request limit, the delivery app’s hour limit, or an answer that came too late. Logs say which, and how fast the bot was.',
          {
            only: ['courier'],
            text: 'Some delivery apps let two drivers accept the same order, and the later one keeps it. So the bot reads an order twice after accepting it, and tells you if another driver had it.',
          },
        ],
      },
      instant: {
        only: ['amazon'],
        ask: 'How do instant offers work, and what is the device ID?',
        answer: [
          'They are short trips near you that start right away. The bot needs two things:',
          '- A location that you save on the map.',
          '- The device ID: that of the phone with your delivery app. Ask support to enable it; that takes up to 24 hours.',
          'Turn them on under Instant offers and confirm it in your delivery app: the bot then shows “+ GPS”.',
          { paid: true, text: 'Each day you use them costs $2.00.' },
        ],
      },
      unknown_pay: {
        only: ['courier'],
        ask: 'What happens when the pay is not stated, or in another currency?',
        answer: [
          'In Filters you choose what the bot does with jobs without stated pay:',
          '- Accept it: your minimum is not checked.',
          '- Ask me: you have a minute to say yes.',
          '- Skip it.',
          '- Use my own rate: your rate per hour and per mile gives an estimate, shown with a ~.',
          'Your filter uses the currency of your delivery app. Nothing is converted: a total adds up the currency that most of your jobs are paid in, and says how many it leaves out.',
        ],
      },
      wait_list: {
        only: ['courier'],
        ask: 'What is a wait list, and what does the bot do there?',
        answer: [
          'When a shift is full, the first on its wait list gets it if someone gives it back. In Filters you choose:',
          '- Stay on the wait list: the bot applies, keeps that time free and tells you if you get the shift.',
          '- Leave the wait list: the bot skips full shifts.',
          'You can leave a list in the calendar. Waiting costs nothing and ends when the shift starts.',
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
            text: 'Your stations, one minimum pay, one arrival time and one schedule for all of them.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Basic: one minimum pay, one arrival time and one schedule for all your stations.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Advanced: up to three settings for each station; an offer has to fit one of them.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Professional: all of that, plus pay by block length, maximum pay, and your own times (4X).',
          },
          {
            only: ['spark'],
            text: 'Stores, kinds of trips, stops, pay and miles. A curbside order has up to 3 stops; with more it counts as a multiple order. Each step of miles has its own minimum pay.',
          },
          {
            only: ['courier'],
            text: 'Places, shifts and orders, pay, length, distance, hours, wait lists, and skills such as a cargo bike: jobs that require a skill you did not mark are skipped.',
          },
          'You can change it while the bot is running: it counts from the next request. If Sync finds that a [station] is gone, it is marked in your filter and works again when it comes back.',
        ],
      },
      price: {
        ask: 'How do the pay rules work?',
        answer: [
          'You set a minimum per hour, per [block], or both; then you choose whether both must be met. 0 = no minimum. Another switch decides whether a projected tip counts; customers can change it.',
          'Net pay takes off your miles: to the [station] and back by road, plus those of the trip. A mile costs its fuel, the IRS mileage rate (72.5 ¢ in 2026) or what you say. It is an estimate, not tax advice.',
          {
            only: ['courier'],
            text: 'The IRS rate is for pay in US dollars. For another currency set your own cost per mile.',
          },
        ],
      },
      hours: {
        ask: 'How do arrival time and hours work?',
        answer: [
          'Arrival time is how long you need to get to the [station]: offers that start sooner are skipped. 0 = any start time.',
          { only: ['courier'], text: 'It does not count for orders: they start when they are accepted.' },
          'Hours can go across midnight: 8 PM to 2 AM on Friday ends on Saturday morning. A [block] must start inside them; a switch makes it end inside them too.',
          { only: ['amazon'], text: 'The hours of a single station end at midnight.' },
        ],
      },
      what_if: {
        ask: 'Can I try a filter before the bot accepts anything?',
        answer: [
          '- While you edit: “Would have won 8 of the last 200” counts the offers your [stations] really showed, and says which rule skips the most.',
          '- Before you save: the filter check names rules that can never match.',
          '- Watch only: the bot checks live offers for up to a week and accepts none.',
        ],
      },
      guards: {
        ask: 'What are safety limits and “Ask me”?',
        answer: [
          'Safety limits make the bot sleep after several misses or returned [blocks], stop at your goal for the week, and leave time to drive between two [blocks]. It never accepts two at the same time.',
          'With “Ask me” we ask you about an offer that almost fits. You have a minute; without an answer it is declined.',
        ],
      },
    },
  },
} as const satisfies Questions
