import type { Loss } from '@madruga/core/events.ts'
import type { NewsPhrases } from './news-model.ts'

/** Why a held block is no longer the driver's. */
const LOST: Record<Loss, string> = {
  taken: 'The delivery app gave it to another driver. Its time is free again.',
  canceled: 'Its customer canceled it. Its time is free again.',
  gone: 'The delivery app no longer lists it for you. Do not go, and ask there if this surprises you.',
}

/** News of what the delivery app changed about a held block, in English. */
export const CHANGED_ENGLISH: Pick<NewsPhrases, 'block_changed'> = {
  block_changed({ station, change, startAt, endAt, wasStartAt }, say) {
    const when = `${say.dayTime(startAt)} to ${say.time(endAt)}`
    if (change === 'moved')
      return {
        title: say.words(`Your [block] was moved: ${station}`),
        text: `It is now ${when}. Before, it began ${say.dayTime(wasStartAt)}. The delivery app changed it.`,
      }
    if (change === 'listed_again')
      return {
        title: say.words(`Your [block] is back: ${station}`),
        text: `${when}. The delivery app lists it for you again.`,
      }
    return { title: say.words(`Not your [block] any more: ${station}`), text: `${when}. ${LOST[change]}` }
  },
}
