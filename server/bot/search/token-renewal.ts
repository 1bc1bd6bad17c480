import { openAccess, renewalOf } from '../../platforms.ts'
import type { Access, PlatformTokens } from '../../platforms.ts'
import type { BotDeps } from '../deps.ts'
import type { BotRow } from '../store/bots.ts'

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
  const arm = (current: PlatformTokens): void => {
    const inMs = Math.max(1_000, renewalOf(current) - deps.clock.now())
    cancel = deps.clock.after(inMs, () => {
      openAccess(deps, driverId, variant)
        .then((renewed) => {
          if (over || !renewed?.ok) return
          take(renewed.value)
          arm(renewed.value.tokens)
        })
        // If the tokens are invalid, the platform's next answer says so.
        .catch((error: unknown) => deps.logger.warn({ driverId, err: error }, 'tokens not renewed'))
    })
  }
  arm(tokens)
  return () => {
    over = true
    cancel?.()
  }
}
