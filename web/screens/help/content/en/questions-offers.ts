import type { Questions } from '../model.ts'

/** Offers, and the filters that judge them. */
export const offersQuestions = {
  offers: {
    title: 'Offers',
    questions: {
      ignored: {
        ask: 'Why was an offer skipped?',
        answer: [
          'Tap it on Home or in the log: you see every rule of your filter with the offer’s value and your limit, the failed rule first. One more tap takes you to that setting.',
          'Starts too soon: it starts before you can get there. Pay too low: it pays less than your minimum (or more than your maximum). Outside your hours: outside your schedule, at a [station] that is off, or overlapping a [block] you have.',
        ],
      },
      missed: {
        ask: 'Why was an offer missed?',
        answer: [
          'It fit your filter, the bot tried to accept it, and did not get it:',
          '- Another driver was faster. That is the usual reason.',
          '- It overlaps a [block] you have, or you reached the delivery app’s hour limit.',
          '- The request limit was used up, or the delivery app did not answer in time.',
          'The log shows which one it was, and how fast the bot reacted.',
        ],
      },
      overlap: {
        ask: 'Can it accept two [blocks] at the same time?',
        answer: [
          'No. An offer that overlaps a [block] you have is skipped. And each offer is accepted at most once, even if a server fails at that moment: afterwards we compare with the [blocks] you have.',
        ],
      },
      budget: {
        ask: 'What is the request limit?',
        answer: [
          'The platform allows a number of requests per hour for each driver. The bar on Home shows how many were used. The bot saves some for accepting, and slows down before they run out.',
        ],
      },
      tips: {
        ask: 'Do tips count?',
        answer: [
          'Some offers come with a projected tip. In your filter you choose whether it counts as pay. It is an estimate by the delivery app: customers can give more or less.',
        ],
      },
      instant: {
        only: 'amazon',
        ask: 'How do instant offers work?',
        answer: [
          'They are short trips near you that start right away. The bot needs a saved location on the map and a device ID enabled by support. When you start, you choose regular, regular and instant, or instant only.',
          'The location feature costs $2.00 for each day you use it.',
          'Turn them on under Instant offers and confirm it in your delivery app; then the bot shows “+ GPS”.',
        ],
      },
      device: {
        only: 'amazon',
        ask: 'What is the device ID, and how do I get it enabled?',
        answer: [
          'Instant offers need the ID of the phone that runs your delivery app. Write to support with the topic “delivery account”; a person enables it within 24 hours.',
        ],
      },
      history: {
        ask: 'Where do I see old offers?',
        answer: [
          'In Logs: by outcome, day, [station] and text. You can save them as a file. Log lines are kept 90 days unless the operator of your service chose another time.',
          'With the live log off, only the offers the bot tries for and state changes are shown and kept. Skipped offers are counted for the recap, but they are not in Logs and their reasons cannot be looked up. The same goes for offers skipped for low pay, if your filter hides them.',
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
          '- Basic: your stations, one minimum pay, one arrival time and one schedule for all of them.',
          '- Advanced: up to three settings and its own schedule for each station.',
          '- Professional: all of that, plus pay by block length, maximum pay, and your own times (4X).',
          'In Spark everyone has one filter for stores, kinds of trips, stops and miles; 4X needs the professional plan there too.',
        ],
      },
      price: {
        ask: 'How do the pay rules work?',
        answer: [
          'You can set a minimum per hour, a minimum per block, or both. With both you choose whether both must be met or one is enough. 0 = no minimum.',
          'You can also set a maximum; leave it empty for none.',
        ],
      },
      arrival: {
        ask: 'What is the arrival time?',
        answer: [
          'The minutes you need to get to the [station]. Offers that start sooner are skipped. 0 = any start time.',
        ],
      },
      midnight: {
        ask: 'Can my schedule go across midnight?',
        answer: [
          'Yes, the schedule for all [stations] can: 8 PM to 2 AM on Friday means Friday evening and the first two hours of Saturday. The schedule of a single station cannot: its start must be before its end.',
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
          'Yes. What you save counts from the next request on, a second later. The speed stays as it was when you started. Every save is a new version, and each offer shows the version it was checked against.',
        ],
      },
      three: {
        ask: 'How many settings can a station have?',
        answer: ['Up to three, each with its own pay, arrival time and hours. It is enough if one fits.'],
      },
      rests: {
        ask: 'Can it sleep after a win, or while I deliver?',
        answer: [
          'Yes, both are in the filter: sleep after a win, for as many minutes as you set, and sleep while you deliver. Another switch signs you out of the delivery app on your phone when the bot starts.',
        ],
      },
      trips: {
        ask: 'How do stops and miles work in spark?',
        answer: [
          'A curbside order has up to 3 stops; with more it counts as a multiple order. For each kind you set the minimum pay and the maximum stops.',
          'Miles go in steps: each step sets a minimum pay up to a number of miles. A step cannot have fewer miles than the one above.',
        ],
      },
      sync: {
        ask: 'What does Sync do to my filter?',
        answer: [
          'Sync updates the [stations] of your delivery account, after asking you. Your filter stays. A [station] that is gone is marked in it and the bot ignores it; when it comes back, its settings count again. A filter is deleted only if no [station] is left, and you can restore it.',
        ],
      },
    },
  },
} as const satisfies Questions
