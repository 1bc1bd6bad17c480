/** Entry of the bot: the state of a driver's search, and its transitions. */
export * from './bot/model.ts'
export type {
  BotAction,
  BotInput,
  BotNotice,
  Delivery,
  IgnoredInput,
  StartFacts,
  Step,
  StopReason,
} from './bot/messages.ts'
export { prepareAt } from './bot/phases.ts'
export { newBot, stepBot } from './bot/step.ts'
export { reactionTo } from './bot/trouble.ts'
export { countReading, decideWaiting, type Listed, readBackIn, type WaitingAccept } from './bot/waiting.ts'
export { hasMode, reasonNow, type ReasonFacts } from './bot/start.ts'
export { ANNOUNCED_POLL_MS, findPollMs, PUSHED_POLL_MS, runScheduleOf } from './bot/speed.ts'
export { dailyStopAt, nextDailyStop, type StopWindow } from './bot/daily-stop.ts'
export {
  announcedPollMs,
  followForecast,
  mayRequest,
  nextPollMs,
  noteObservations,
  readHistory,
  type RequestHistory,
  type RequestRate,
  spendRequest,
  startRequestRate,
} from './bot/request-rate.ts'
