import type { RequestBudget } from '@madruga/core/settings.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { openAccess, RENEW_BEFORE_MS } from '../platforms.ts'
import type { Access, PlatformTokens } from '../platforms.ts'
import type { BotDeps } from './deps.ts'
import type { BotRow } from './store/bots.ts'
import { readQuota, listUsedHours } from './store/requests.ts'

/**
 * Renews a search's tokens shortly before they end and hands them over, until the returned function is
 * called.
 */
export function renewTokens(
  deps: BotDeps,
  { driverId, variant }: BotRow,
  tokens: PlatformTokens,
  take: (access: Access) => void,
): () => void {
  let cancel: (() => void) | null = null
  let over = false
  const arm = (expiresAt: number): void => {
    const inMs = Math.max(1_000, expiresAt - RENEW_BEFORE_MS - deps.clock.now())
    cancel = deps.clock.after(inMs, () => {
      openAccess(deps, driverId, variant)
        .then((renewed) => {
          if (over || !renewed?.ok) return
          take(renewed.value)
          arm(renewed.value.tokens.expiresAt)
        })
        // If the tokens are invalid, the platform's next answer says so.
        .catch((error: unknown) => deps.logger.warn({ driverId, err: error }, 'tokens not renewed'))
    })
  }
  arm(tokens.expiresAt)
  return () => {
    over = true
    cancel?.()
  }
}

/** The service's budget for a driver, or the platform's own where that is smaller. */
export async function readBudget(deps: BotDeps, { driverId, variant }: BotRow): Promise<RequestBudget> {
  const { budget } = deps.settings
  const quota = await readQuota(deps.db, driverId, variant)
  return { ...budget, perHour: Math.min(budget.perHour, quota ?? budget.perHour) }
}

/** Requests of the last 60 minutes: all of this clock hour, and the remaining share of the one before. */
export async function readUsed(deps: BotDeps, driverId: string, now: number): Promise<number> {
  const hourAt = now - (now % HOUR_MS)
  const rows = await listUsedHours(deps.db, driverId)
  let used = 0
  for (const row of rows) {
    if (row.hourAt === hourAt) used += row.used
    else if (row.hourAt === hourAt - HOUR_MS) used += row.used * (1 - (now - hourAt) / HOUR_MS)
  }
  return Math.ceil(used)
}
