import type { Loss } from '@madruga/core/events.ts'
import { sayMemberPrice } from './member-price.ts'
import type { NewsPhrases } from './news-model.ts'

/** Why a held block is no longer the driver's. */
const LOST: Record<Loss, string> = {
  taken: 'The delivery app gave it to another driver. That time is free again.',
  canceled: 'The customer canceled it. That time is free again.',
  gone: 'The delivery app no longer lists it. Do not go; ask there if you did not expect this.',
}

/** News of what the delivery app changed about a held block, in English. */
export const CHANGED_ENGLISH: Pick<NewsPhrases, 'block_changed' | 'member_price'> = {
  member_price: (params) => sayMemberPrice('en', params),
  block_changed({ station, change, startAt, endAt, wasStartAt }, say) {
    const when = `${say.dayTime(startAt)} to ${say.time(endAt)}`
    if (change === 'moved')
      return {
        title: say.words(`Your [block] was moved: ${station}`),
        text: `It is now ${when}. Before: ${say.dayTime(wasStartAt)}. The delivery app changed it.`,
      }
    if (change === 'listed_again')
      return {
        title: say.words(`Your [block] is back: ${station}`),
        text: `${when}. The delivery app lists it for you again.`,
      }
    return { title: say.words(`No longer your [block]: ${station}`), text: `${when}. ${LOST[change]}` }
  },
}
