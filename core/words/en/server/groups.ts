import type { GroupPhrases } from '../../news.ts'

/** News of several blocks at once. */
export const groups: GroupPhrases = {
  title: {
    won: (count, hours) => `${count} more [blocks] won: ${hours}`,
    waiting: (count, hours) => `${count} more [blocks] not decided yet: ${hours}`,
    taken: (count, hours) => `${count} more [blocks] did not become yours: ${hours}`,
    lost: (count, hours) => `${count} more [blocks] are no longer yours: ${hours}`,
    changed: (count, hours) => `${count} more of your [blocks] changed: ${hours}`,
  },
  span: (first, last) => `The first starts ${first}, the last ${last}.`,
  advice: {
    won: 'They are yours in your delivery app.',
    waiting: 'The delivery app has to decide. The bot keeps this time free.',
    taken: 'That time is free again.',
    lost: 'That time is free again. Do not go; ask the delivery app if you did not expect this.',
    changed: 'The delivery app changed them. Check your calendar.',
  },
}
