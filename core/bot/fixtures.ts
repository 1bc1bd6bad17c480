import type { Bot, BotInput, StartFacts } from '../bot.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import { newBot } from './step.ts'

/** A Tuesday noon in New York, at which the bots of the table tests entered their phase. */
export const NOW = Date.UTC(2026, 9, 20, 16, 0)
/** 04:05 of the next day there: inside the daily stop, which ends five minutes later. */
export const IN_DAILY_STOP = Date.UTC(2026, 9, 21, 8, 5)

/** Facts with which a start is allowed. */
export const GOOD_FACTS: StartFacts = {
  appVersionOk: true,
  accountStatus: 'active',
  subscribed: true,
  serverAvailable: true,
  serversRecycling: false,
  killed: false,
  hasPlatformAccount: true,
  hasFilter: true,
  filterFits: true,
  hasLocation: true,
  hasDevice: true,
  goalReached: false,
}

type StartInput = Extract<BotInput, { type: 'start' }>

/** A start by the driver that is allowed, except for the given overrides. */
export function startInput(facts: Partial<StartFacts> = {}, more: Partial<StartInput> = {}): StartInput {
  return {
    type: 'start',
    by: 'driver',
    lateMs: 0,
    mode: 'regular',
    liveLog: true,
    speed: '1X',
    custom: null,
    shadowUntil: null,
    facts: { ...GOOD_FACTS, ...facts },
    ...more,
  }
}

export const idle: Bot = { ...newBot('driver', 'amazon'), gen: 5 }
export const preparing: Bot = { ...idle, phase: 'preparing', startedAt: NOW, dueAt: NOW + 40 * SECOND_MS }
export const running: Bot = {
  ...preparing,
  phase: 'running',
  windowStartedAt: NOW,
  dueAt: NOW + 60 * MINUTE_MS,
}
export const sleeping: Bot = {
  ...running,
  phase: 'sleeping',
  reason: 'run_window_over',
  dueAt: NOW + 70 * MINUTE_MS,
}
export const forHuman: Bot = { ...sleeping, reason: 'human_verification', dueAt: null }
export const delivering: Bot = { ...sleeping, reason: 'delivery', dueAt: NOW + HOUR_MS }
export const failed: Bot = {
  ...idle,
  phase: 'failed_to_launch',
  reason: 'sign_in_refused',
  coolUntil: NOW + MINUTE_MS,
}
export const stopping: Bot = {
  ...running,
  phase: 'pending_termination',
  reason: 'driver_stopped',
  dueAt: NOW + 5 * SECOND_MS,
}
export const cooling: Bot = {
  ...idle,
  phase: 'cooling_down',
  reason: 'driver_stopped',
  dueAt: NOW + MINUTE_MS,
  coolUntil: NOW + MINUTE_MS,
}
/** A 2X15 run whose three hours end in ten minutes. */
export const late2x15: Bot = {
  ...running,
  speed: '2X15',
  startedAt: NOW - 3 * HOUR_MS + 10 * MINUTE_MS,
  dueAt: NOW + 10 * MINUTE_MS,
}
