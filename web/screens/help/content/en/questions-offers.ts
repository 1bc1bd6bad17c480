import type { Questions } from '../model.ts'

/** Offers, and the filters that judge them. */
export const offersQuestions = {
  offers: {
    title: 'Offers',
    questions: {
      ignored: {
        ask: 'Why was an offer skipped?',
        answer: [
          'Tap it on Home or in Logs: you see every rule of your filter with the offer’s value and your limit, the failed rule first. One more tap takes you to that setting.',
          'Starts too soon: it starts before you can get there. Pay too low: it pays less than your minimum (or more than your maximum). Schedule: outside your hours, at a [station] that is off, overlapping a [block] you have, or beyond another limit of your filter.',
        ],
      },
      missed: {
        ask: 'Why was an offer missed?',
        answer: [
          'It fit your filter, the bot tried to accept it, and did not get it:',
          '- Another driver was faster. That is the usual reason.',
          {
            only: ['courier'],
            text: '- The delivery app did not consider you eligible; your logs show its words.',
          },
          '- It overlaps a [block] you have, or you reached the delivery app’s hour limit.',
          '- The request limit was used up, or the delivery app did not answer in time.',
          'Logs show which one it was, and how fast the bot reacted.',
        ],
      },
      overlap: {
        ask: 'Can it accept two [blocks] at the same time?',
        answer: [
          'No. An offer that overlaps a [block] you have is skipped. Each offer is accepted at most once, even if a server fails.',
        ],
      },
      budget: {
        ask: 'What is the request limit?',
        answer: [
          {
            only: ['amazon', 'spark'],
            text: 'The delivery app allows a number of requests per hour for each driver. The bar on Home shows how many were used. The bot saves some for accepting, and slows down before they run out.',
          },
          {
            only: ['courier'],
            text: 'We agreed on a number of requests per minute with the operator of your delivery app. All drivers there share it, each bot gets a fair part, and some are saved for accepting. The bar on Home shows what your bot used this hour.',
          },
          {
            only: ['courier'],
            text: 'If the app still says it is too much, the bots wait as long as it asks. You do not have to do anything.',
          },
        ],
      },
      tips: {
        ask: 'Do tips count?',
        answer: [
          'In your filter you choose whether a projected tip counts as pay. It is an estimate: customers can give more or less.',
        ],
      },
      instant: {
        only: ['amazon'],
        ask: 'How do instant offers work?',
        answer: [
          'They are short trips near you that start right away. The bot needs a saved location on the map and a device ID enabled by support. When you start, you choose regular, regular and instant, or instant only.',
          { paid: true, text: 'Each day you use them costs $2.00.' },
          'Turn them on under Instant offers and confirm it in your delivery app; then the bot shows “+ GPS”.',
        ],
      },
      device: {
        only: ['amazon'],
        ask: 'What is the device ID, and how do I get it enabled?',
        answer: [
          'Instant offers need the ID of the phone that runs your delivery app. Write to support with the topic “delivery app”; a person enables it within 24 hours.',
        ],
      },
      unknown_pay: {
        only: ['courier'],
        ask: 'What happens when the pay is not stated?',
        answer: [
          'Some delivery apps do not list pay with a job. In Filters you choose what the bot does then:',
          '- Accept it: your minimum pay is not checked.',
          '- Ask me: you have a minute to say yes. Without an answer it is declined.',
          '- Skip it: only jobs with stated pay are accepted.',
          '- Use my own rate: your rate per hour and per mile estimates the pay, and the estimate must meet your minimum. It always has a ~ in front.',
          'Totals leave out pay that is not stated.',
        ],
      },
      wait_list: {
        only: ['courier'],
        ask: 'What is a wait list, and what does the bot do there?',
        answer: [
          'A full shift can have a wait list: when someone gives the shift back, the first on the list gets it. In Filters you choose what the bot does if a shift is full:',
          '- Stay on the wait list: the bot applies for full shifts too. That time stays reserved, so it accepts nothing that overlaps. It looks every minute, and we tell you when you get the shift.',
          '- Leave the wait list: the bot skips full shifts. If a shift fills up while it applies, it leaves the list.',
          'You can also leave a single wait list yourself: open it in the calendar.',
          'If you are still waiting when the shift starts, it is not yours. Waiting costs nothing.',
        ],
      },
      taken_over: {
        only: ['courier'],
        ask: 'The bot accepted a job, and then another driver had it. Why?',
        answer: [
          'Some delivery apps let two drivers accept the same order, and the later one keeps it. So the bot reads an order twice after accepting it, within a few seconds. Until then Home says that it is checking.',
          'If another driver has it, we tell you and Logs show it as missed. It costs nothing.',
        ],
      },
      history: {
        ask: 'Where do I see old offers?',
        answer: [
          'In Logs: by outcome, day, [station] and text. You can save them as a file. Log lines are kept 90 days unless the operator of your service chose another time.',
          'With the live log off, Logs keep only the offers the bot tries for and state changes. Skipped offers only count in the recap. The same goes for offers skipped for low pay, if your filter hides them.',
        ],
      },
    },
  },
  filters: {
    title: 'Filters',
    questions: {
      editions: {
        ask: 'Which filters are there?',
        answer: [
          {
            only: ['amazon'],
            paid: false,
            text: 'Everyone has one filter: your stations, one minimum pay, one arrival time and one schedule for all of them.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Basic: your stations, one minimum pay, one arrival time and one schedule for all of them.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Advanced: up to three settings and its own schedule for each station.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Professional: all of that, plus pay by block length, maximum pay, and your own times (4X).',
          },
          {
            only: ['spark'],
            text: 'Everyone has one filter for stores, kinds of trips, stops and miles.',
          },
          {
            only: ['spark'],
            paid: true,
            offered: 'amazon',
            text: 'Your own times (4X) come with the Professional plan, which is sold in Amazon.',
          },
          {
            only: ['courier'],
            text: 'Everyone has one filter: places, shifts and orders, pay or your own rate, length, distance, skills, hours, and what to do with wait lists.',
          },
        ],
      },
      skills: {
        only: ['courier'],
        ask: 'What are skills?',
        answer: [
          'Some jobs require a skill, such as a cargo bike. Mark yours in Filters, in the words of your delivery app: jobs that require others are skipped.',
        ],
      },
      price: {
        ask: 'How do the pay rules work?',
        answer: [
          'You can set a minimum per hour, a minimum per [block], or both. With both you choose whether both must be met or one is enough. 0 = no minimum.',
          {
            only: ['amazon'],
            paid: true,
            text: 'With the Professional plan you can also set a maximum; leave it empty for none.',
          },
          {
            only: ['courier'],
            text: 'The amounts are in the currency of your delivery app.',
          },
        ],
      },
      arrival: {
        ask: 'What is the arrival time?',
        answer: [
          'The minutes you need to get to the [station]. Offers that start sooner are skipped. 0 = any start time.',
          {
            only: ['courier'],
            text: 'It does not count for orders that start when they are accepted: those go to drivers who are near.',
          },
        ],
      },
      midnight: {
        ask: 'Can my schedule go across midnight?',
        answer: [
          'Yes, the schedule for all [stations] can: 8 PM to 2 AM on Friday means Friday evening and the first two hours of Saturday.',
          {
            only: ['amazon'],
            text: 'The schedule of a single station cannot: its start must be before its end.',
          },
          'Hours are in your time zone and stay right when clocks change.',
        ],
      },
      inside: {
        ask: 'Does a [block] have to end inside my hours?',
        answer: [
          'Only if you want that. Normally a [block] fits if it starts inside your hours; a switch in the filter makes it end inside them too.',
        ],
      },
      running: {
        ask: 'Can I change the filter while the bot is running?',
        answer: [
          'Yes. It counts from the next request, a second later; the speed stays as it was at the start. Each offer shows the version of the filter it was checked against.',
        ],
      },
      three: {
        only: ['amazon'],
        ask: 'How many settings can a station have?',
        answer: ['Up to three, each with its own pay, arrival time and hours. It is enough if one fits.'],
      },
      rests: {
        ask: 'Can it pause after a win, or while I deliver?',
        answer: [
          'Yes, both are in the filter: pause after a win, for the minutes you set, and pause while you deliver.',
          {
            only: ['amazon', 'spark'],
            text: 'Another switch signs you out of the delivery app on your phone when the bot starts.',
          },
        ],
      },
      trips: {
        only: ['spark'],
        ask: 'How do stops and miles work?',
        answer: [
          'A curbside order has up to 3 stops; with more it counts as a multiple order. For each kind you set the minimum pay and the maximum stops.',
          'Miles go in steps: each step sets a minimum pay up to a number of miles. A step cannot have fewer miles than the one above.',
        ],
      },
      sync: {
        ask: 'What does Sync do to my filter?',
        answer: [
          'It updates your [stations] after asking you. Your filter stays: a [station] that is gone is marked, and the bot ignores it until it comes back. The filter is deleted only if no [station] is left, and you can restore it.',
        ],
      },
    },
  },
} as const satisfies Questions
