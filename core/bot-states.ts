/**
 * The seed's states. GPS (instant offers on) is the flag `gps` beside it: "Running + GPS", "Sleeping + GPS".
 */
export const PHASES = [
  'not_running',
  'preparing',
  'running',
  'sleeping',
  'failed_to_launch',
  'pending_termination',
  'cooling_down',
] as const
export type Phase = (typeof PHASES)[number]

/** What the bot searches for: regular offers, regular and instant offers, or only instant offers. */
export const START_MODES = ['regular', 'regular_and_instant', 'instant_only'] as const
export type StartMode = (typeof START_MODES)[number]

/**
 * Why a bot sleeps, stops, cools or failed; always shown to the driver. Grouped by where each occurs most; a
 * trouble's reason can occur in any group.
 */
export const BOT_REASONS = [
  // sleeping
  'run_window_over',
  'sleep_after_award',
  'delivery',
  'guard_misses',
  'guard_releases',
  'aggressive_search',
  'shared_limit',
  'human_verification',
  'platform_unavailable',
  'platform_turned_off',
  // pending termination, cooling down, not running
  'driver_stopped',
  'daily_stop',
  'speed_limit_reached',
  'suspended',
  'kill_switch',
  'autostop',
  'subscription_ended',
  'filter_too_dear',
  'goal_reached',
  'shadow_over',
  // failed to launch
  'sign_in_refused',
  'no_platform_account',
  'unexpected_reply',
] as const
export type BotReason = (typeof BOT_REASONS)[number]

/** Sleeps between two tries: the bot asks again automatically, and searches only once it is answered. */
export const TRIED_AGAIN: readonly BotReason[] = [
  'platform_unavailable',
  'platform_turned_off',
  'unexpected_reply',
  'shared_limit',
]

/** Why a start is refused; each is an error code `bot.<refusal>`. */
export const START_REFUSALS = [
  'already_running',
  'no_filter',
  'filter_too_dear',
  'suspended',
  'inactive',
  'no_subscription',
  'server_unavailable',
  'cooling',
  'daily_stop',
  'no_location',
  'no_device',
  'no_instant_offers',
  'old_version',
  'no_platform_account',
  'servers_recycling',
  'goal_reached',
] as const
export type StartRefusal = (typeof START_REFUSALS)[number]
