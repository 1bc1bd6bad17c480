/** Entry of the bot: the state of a driver's search, and its transitions. */
export * from './bot/model.ts'
export type {
  BotAction,
  BotInput,
  BotNotice,
  Delivery,
  IgnoredInput,
  RecordedEvent,
  StartFacts,
  Step,
  StopReason,
} from './bot/messages.ts'
export { newBot, stepBot } from './bot/step.ts'
export { hasMode, reasonNow, refuseStart, type ReasonFacts, type Refused } from './bot/start.ts'
export { findPollMs, runScheduleOf, runLimitAt } from './bot/speed.ts'
export { findBackOffMs, REACTIONS, type Reaction } from './bot/trouble.ts'
export { dailyStopAt, nextDailyStop, type StopWindow } from './bot/daily-stop.ts'
export {
  followForecast,
  mayRequest,
  nextPollMs,
  noteObservations,
  type RequestRate,
  spendRequest,
  startRequestRate,
  usedThisHour,
} from './bot/request-rate.ts'
