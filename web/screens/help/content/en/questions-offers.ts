import type { Questions } from '../model.ts'

/** Offers, and the filters that judge them. */
export const offersQuestions = {
  offers: {
    title: 'Offers',
    questions: {
      ignored: {
        ask: 'Why was an offer ignored?',
        answer: [
          'Tap it on Home or in the log: every rule of your filter stands there with the value of the offer and your limit, the one that failed first. One more tap leads to that setting.',
          'Ignored for time: it starts sooner than you can be there. Ignored for price: it pays less than you ask, or more than your maximum. Ignored for schedule: outside your hours, at a station that is off, or across a block that you hold.',
        ],
      },
      missed: {
        ask: 'Why was an offer missed?',
        answer: [
          'It fitted your filter, the bot asked for it, and did not get it:',
          '- Another driver was faster. That is the usual reason.',
          '- It crosses a block that you hold, or your hours at the delivery app are used up.',
          '- The request budget was used up, or the delivery app did not answer in time.',
          'The log tells which, and in how many milliseconds the bot answered.',
        ],
      },
      overlap: {
        ask: 'Can it accept two blocks at the same time?',
        answer: [
          'No. An offer that overlaps a block you hold is left. And each offer is asked for once at most, even if a server dies in that moment: afterwards the blocks that you hold are read again and compared.',
        ],
      },
      budget: {
        ask: 'What is the request budget?',
        answer: [
          'The platform allows so many requests an hour for one driver. The bar on Home shows how many are used. The bot keeps some back for accepting, and slows down before they run out.',
        ],
      },
      tips: {
        ask: 'Do tips count?',
        answer: [
          'Some offers come with a projected tip. In your filter you choose whether it counts as pay. It is a projection of the delivery app: what customers give in the end can be more or less.',
        ],
      },
      instant: {
        only: 'amazon',
        ask: 'How do instant offers work?',
        answer: [
          'They are short trips near you that start at once. The bot needs a saved location on the map and a device id that support has enabled. At the start you choose regular, regular and instant, or instant only.',
          'The location feature costs $2.00 for each day on which it is used.',
          'Switch them on under Instant offers and confirm that in your delivery app; the bot shows “+ GPS” then.',
        ],
      },
      device: {
        only: 'amazon',
        ask: 'What is the device id, and how do I get it enabled?',
        answer: [
          'Instant offers need the id of the phone on which your delivery app runs. Write to support with the topic “delivery account”; a person enables it within 24 hours.',
        ],
      },
      history: {
        ask: 'Where do I see old offers?',
        answer: [
          'In Logs: by outcome, day, station and text, with a file to save. Log lines are kept 90 days unless the operator of your service chose another time.',
          'With the live log off, only what the bot goes after and changes of state are shown and kept. The offers that it leaves are counted for the recap, but they are not in Logs, and nobody can look up the reasons later. The same goes for offers left for their price, where your filter hides them.',
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
          '- Basic: your stations, one price, one arrival time and one schedule for all of them.',
          '- Advanced: each station with up to three settings and hours of its own.',
          '- Professional: all that, a price for each block length, price ranges, and your own speed 4X.',
          'In spark everybody has one filter for stores, kinds of trips, stops and miles; the speed 4X is professional there too.',
        ],
      },
      price: {
        ask: 'How do the price rules work?',
        answer: [
          'You can ask for a minimum per hour, a minimum in total, or both. With both you choose whether both must hold or one is enough. Zero means: not used.',
          'A maximum is possible too; leave it empty for none.',
        ],
      },
      arrival: {
        ask: 'What is the arrival time?',
        answer: [
          'The minutes that you need to get to the station. An offer that starts sooner is ignored for time. Zero means: not used.',
        ],
      },
      midnight: {
        ask: 'Can my schedule go across midnight?',
        answer: [
          'Yes, the schedule for all stations can: from 8 PM to 2 AM on Friday means Friday evening and the first two hours of Saturday. A schedule of a single station cannot: its start must be before its end.',
          'Hours are read in your own time zone and are right on the days when clocks change.',
        ],
      },
      inside: {
        ask: 'Does a block have to end inside my hours?',
        answer: [
          'Only if you want that. Normally a block fits when it starts inside your hours; there is a switch in the filter so that it must end inside as well.',
        ],
      },
      running: {
        ask: 'May I change the filter while the bot runs?',
        answer: [
          'Yes. What you save counts from the next request on, a second later. The speed of a run stays as it was at its start. Every save is a new version, and each offer remembers the one that judged it.',
        ],
      },
      three: {
        ask: 'How many settings can a station have?',
        answer: ['Three at most, each with its own price, arrival time and hours. One that fits is enough.'],
      },
      rests: {
        ask: 'Can it rest after I won a block, or while I deliver?',
        answer: [
          'Yes, both are switches in the filter: sleep after an award for as many minutes as you say, and sleep during a delivery. Another one signs you out of the delivery app on your phone at the start.',
        ],
      },
      trips: {
        ask: 'How do stops and miles work in spark?',
        answer: [
          'A curbside order has 3 stops at most; with more it counts as a multiple order. For each kind you set a minimum pay and a maximum of stops.',
          'Miles are steps: up to so many miles pays at least so much. A step cannot have fewer miles than the one before.',
        ],
      },
      sync: {
        ask: 'What does Sync do to my filter?',
        answer: [
          'Sync reads the stations of your delivery account afresh, after asking you. Your filter stays. A station that is gone is marked in it and the bot leaves it alone; when it comes back, its settings count again. Only a filter of which no station is left is deleted, and you can bring it back.',
        ],
      },
    },
  },
} as const satisfies Questions
