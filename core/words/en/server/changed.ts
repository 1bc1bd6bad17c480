import type { Loss } from '../../../events.ts'
import { nameDevice } from '../../../accounts.ts'
import type { NotificationParams } from '../../../notify.ts'
import type { NewsPhrases } from '../../news.ts'

/** Why a held block is no longer the driver's. */
const LOST: Record<Loss, string> = {
  taken: 'Another driver got it. That time is free again.',
  canceled: 'The customer canceled it.',
  gone: 'The delivery app no longer lists it. Do not go; ask there if you did not expect this.',
}

/** What changed of an account. */
const ACCOUNT: Record<Exclude<NotificationParams['account_changed']['what'], 'device'>, string> = {
  email: 'Your sign-in e-mail changed',
  phone: 'Your phone number changed',
  preferredEmail: 'The e-mail for your alerts changed',
  password: 'Your password changed',
  passkey: 'A passkey was added to your account',
}

/** News of what changed: a held block, a price of a member, the account, or who signs in to it. */
export const changed: Pick<NewsPhrases, 'account_changed' | 'block_changed' | 'member_price'> = {
  member_price({ house, cents, currency, from }, say) {
    if (cents === 0)
      return {
        title: `${house} costs nothing`,
        text: `From ${say.month(from)} on you owe it nothing.`,
      }
    const price = say.money(cents, currency)
    return {
      title: `${house}: ${price} a month`,
      text: `From ${say.month(from)} on, for each month in which your bot searches there. The first is free. ${house} collects it: nothing is charged here.`,
    }
  },
  account_changed: (params) => ({
    title: params.what === 'device' ? `New sign-in: ${nameDevice('en', params)}` : ACCOUNT[params.what],
    text: 'If it was not you, reset your password now and contact support.',
  }),
  block_changed({ station, change, startAt, endAt, wasStartAt }, say) {
    const when = `${say.dayTime(startAt)} to ${say.time(endAt)}`
    if (change === 'moved')
      return {
        title: say.words(`Your [block] was moved: ${station}`),
        text: `Now ${when}. Before: ${say.dayTime(wasStartAt)}.`,
      }
    if (change === 'listed_again')
      return {
        title: say.words(`Your [block] is back: ${station}`),
        text: `${when}. The delivery app lists it again.`,
      }
    return { title: say.words(`No longer your [block]: ${station}`), text: `${when}. ${LOST[change]}` }
  },
}
