/** Features unique to this product. */
export const extrasQuestions = {
  extras: {
    title: 'Why, what if, what next',
    questions: {
      what_if: {
        ask: 'What does “21 of the last 200 offers fit” mean?',
        answer: [
          'While you edit a filter, it is held against the offers that your stations really showed. You see at once how many would have fitted and what they paid, and which single rule keeps out the most.',
          'The history holds offers alone: no driver, no block, nothing of yours or of anybody else.',
        ],
      },
      check: {
        ask: 'What is the filter check?',
        answer: [
          'Rules that can never match, or that contradict each other, are pointed out before you save, with the rule to change. You may save all the same.',
        ],
      },
      shadow: {
        ask: 'Can I try a filter without accepting anything?',
        answer: [
          'Yes: shadow mode. The bot judges on the live market, for a minute or for a week, and never accepts. At the end you see what it would have tried for. Whether it would have been fast enough nobody can know.',
        ],
      },
      ask: {
        ask: 'What is “Ask me”?',
        answer: [
          'A tier between taking and leaving: an offer that misses your filter by a little is put to you, and you have a minute to take it or leave it. Without an answer it is left.',
        ],
      },
      guards: {
        ask: 'What do the guards do?',
        answer: [
          '- Pause after so many misses in a row, or after blocks that you gave back.',
          '- Stop when the blocks of this week reach your goal.',
          '- Keep the driving time between two blocks.',
          '- Hours a day and a week stand under your limits.',
        ],
      },
      net: {
        ask: 'How is net pay reckoned?',
        answer: [
          'Miles: the way from your saved location to the station and back, estimated along roads, and the miles of the trip or so many for each hour. A mile costs its fuel, or the mileage rate of the IRS: 67 ¢ in 2024, 70 ¢ in 2025, 72.5 ¢ in 2026.',
          'It is an estimate, and no tax advice.',
        ],
      },
      forecast: {
        ask: 'How does the bot know when offers come?',
        answer: [
          'It learns from what your stations showed, minute by minute, and forgets slowly. The drop forecast shows the hours of the week as a heat map and suggests times for autostart. The same knowledge spends the request budget where offers are likely.',
        ],
      },
      recap: {
        ask: 'What is in the recap?',
        answer: [
          'A week: what was offered, caught, missed and left, pay by day, hour and station, what got away and why, and what a change of your filter would have brought. You can print it or save it.',
        ],
      },
    },
  },
} as const
