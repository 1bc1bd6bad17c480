import type { Loss, Waiting } from '../../../events.ts'
import type { NewsPhrases } from '../../news.ts'

/** What an accept that the delivery app has not decided waits for. */
const UNDECIDED: Record<Waiting, { title: string; text: string }> = {
  provisional: {
    title: 'Won, being confirmed',
    text: 'Another driver can still get it. You will know within a minute.',
  },
  pending: {
    title: 'Waiting for a yes',
    text: 'The delivery app has to agree. The bot keeps this time free.',
  },
  waitlisted: {
    title: 'On the wait list',
    text: 'The bot keeps this time free. We tell you if you get it.',
  },
}

/** News of accepts that the delivery app has not decided, in English. */
export const undecided: Pick<NewsPhrases, 'block_waiting' | 'block_taken'> = {
  block_waiting: ({ station, startAt, endAt, waiting }, say) => ({
    title: `${UNDECIDED[waiting].title}: ${station}`,
    text: `${say.dayTime(startAt)} to ${say.time(endAt)}. ${UNDECIDED[waiting].text}`,
  }),
  block_taken: ({ station, startAt, endAt, waiting, loss = 'taken' }, say) => ({
    title: `${LOST[loss].title}: ${station}`,
    text: `${say.dayTime(startAt)} to ${say.time(endAt)}. ${say.words(LOST[loss].text(waiting))} That time is free again.`,
  }),
}

/** Why an accept is not the driver's any more. */
const LOST: Record<Loss, { title: string; text(waiting: Waiting): string }> = {
  taken: {
    title: 'Taken by another driver',
    text: (waiting) =>
      waiting === 'provisional' ? 'The [block] was yours for a moment.' : 'The [block] did not become yours.',
  },
  canceled: {
    title: 'The customer canceled it',
    text: () => 'If the delivery app still shows it, ask before you deliver it.',
  },
  gone: { title: 'No longer yours', text: () => 'The delivery app does not say why.' },
}
