import { findList } from './board.ts'
import { acceptOffer, checkIn, declineOffer, findState, listBlocks, releaseBlock } from './blocks.ts'
import { askHuman, expireTokens, openAccount, refresh, signIn } from './drivers.ts'
import { findLimits } from './limits.ts'
import { METROS } from './metros.ts'
import { listStationsOf } from './personal.ts'
import { acceptPast, checkInPast, findShownAt, recallPast } from './past.ts'
import { placeOffer } from './placing.ts'
import { fillQuota } from './quota.ts'
import { search, searchAgain } from './search.ts'
import { answerQuestion, confirmInstant, moveDriver, switchInstant } from './switches.ts'

/** All calls on a world, as functions with the world as their first argument. */
export const rules = {
  acceptOffer,
  acceptPast,
  answerQuestion,
  askHuman,
  checkIn,
  checkInPast,
  confirmInstant,
  declineOffer,
  expireTokens,
  fillQuota,
  findLimits,
  findList,
  findShownAt,
  findState,
  listBlocks,
  listStationsOf,
  metros: METROS,
  moveDriver,
  openAccount,
  placeOffer,
  recallPast,
  refresh,
  releaseBlock,
  search,
  searchAgain,
  signIn,
  switchInstant,
}
