import { findList } from './board.ts'
import { acceptOffer, checkIn, declineOffer, findState, listBlocks, releaseBlock } from './blocks.ts'
import { askHuman, expireTokens, openAccount, refresh, signIn } from './drivers.ts'
import { findLimits } from './limits.ts'
import { acceptJob, listHoldings, releaseJob } from './courier/accept.ts'
import * as jobs from './courier/jobs.ts'
import { listJobs, placeJob, searchJobs } from './courier/search.ts'
import { METROS } from './metros.ts'
import { listStationsOf } from './personal.ts'
import { acceptPast, checkInPast, findShownAt, recallPast } from './past.ts'
import { placeOffer } from './placing.ts'
import { fillQuota } from './quota.ts'
import { search, searchAgain } from './search.ts'
import { answerQuestion, confirmInstant, moveDriver, switchInstant } from './switches.ts'

/** All calls on a world, as functions with the world as their first argument. */
export const rules = {
  acceptJob,
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
  jobs,
  listBlocks,
  listHoldings,
  listJobs,
  listStationsOf,
  metros: METROS,
  moveDriver,
  openAccount,
  placeJob,
  placeOffer,
  recallPast,
  refresh,
  releaseBlock,
  releaseJob,
  search,
  searchAgain,
  searchJobs,
  signIn,
  switchInstant,
}
