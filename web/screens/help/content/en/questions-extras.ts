/** Features unique to this product. */
export const extrasQuestions = {
  extras: {
    title: 'Why, what if, what next',
    questions: {
      what_if: {
        ask: 'What does “Would have won 8 of the last 200” mean?',
        answer: [
          'While you edit a filter, it is checked against the offers your [stations] really showed: how many you would have won without overlaps, what they paid, and which rule skips the most.',
          'That history has only offers, nothing about any driver.',
        ],
      },
      check: {
        ask: 'What is the filter check?',
        answer: [
          'Before you save, it shows rules that can never match or that contradict each other, and what to change. You can save anyway.',
        ],
      },
      shadow: {
        ask: 'Can I try a filter without accepting anything?',
        answer: [
          'Yes: watch only. The bot checks live offers, for a minute or up to a week, and never accepts any. At the end you see what it would have tried for. Whether it would have been fast enough, no one can know.',
        ],
      },
      ask: {
        ask: 'What is “Ask me”?',
        answer: [
          'When an offer almost fits your filter, we ask you. You have a minute to accept or decline it. Without an answer it is declined.',
          {
            only: ['courier'],
            text: 'We also ask about jobs without stated pay, if your filter says so.',
          },
        ],
      },
      guards: {
        ask: 'What do the safety limits do?',
        answer: [
          '- The bot sleeps after several misses in a row, or after you give back [blocks].',
          '- It stops when this week’s [blocks] reach your goal.',
          '- It leaves time to drive between two [blocks].',
          '- Hours per day and per week are under Your limits.',
        ],
      },
      net: {
        ask: 'How is net pay calculated?',
        answer: [
          'Miles: the drive from your saved location to the [station] and back, estimated by road, plus the miles of the trip or a number of miles per hour. A mile costs its fuel, the IRS mileage rate (67 ¢ in 2024, 70 ¢ in 2025, 72.5 ¢ in 2026), or what you say it costs.',
          {
            only: ['courier'],
            text: 'The IRS rate is in US dollars and only applies to pay in dollars. If you are paid in another currency, set your own cost per mile under Net pay; until then what is left after miles is not known.',
          },
          'It is an estimate, not tax advice.',
        ],
      },
      forecast: {
        ask: 'How does the bot know when offers come?',
        answer: [
          'It learns from what your [stations] showed, minute by minute; newer days count more. The forecast shows the hours of the week and suggests autostart times. The bot also searches more when offers are likely.',
        ],
      },
      recap: {
        ask: 'What is in the recap?',
        answer: [
          'Your week: offers accepted, missed and skipped, pay by day, hour and [station], what you missed and why, and what you could have won with another filter. You can print or save it.',
        ],
      },
    },
  },
} as const
