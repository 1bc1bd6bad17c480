import { AppError } from '@madruga/core/errors.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { callAs, valueOf } from '../../platforms.ts'
import type { Access, PlatformReply } from '../../platforms.ts'
import type { BlocksDeps } from './model.ts'

/**
 * Calls the platform for a block's driver, with the account that holds it: the driver may have changed the
 * delivery app since. Refuses with `platforms.no_account`, `platforms.sign_in_refused`,
 * `platforms.human_needed` and `platforms.unavailable`.
 */
export async function askPlatform<T>(
  deps: BlocksDeps,
  driverId: string,
  variant: Variant,
  ask: (access: Access) => Promise<PlatformReply<T>>,
): Promise<T> {
  const reply = await callAs(deps, driverId, variant, ask)
  if (reply === null) throw new AppError('platforms.no_account')
  return valueOf(reply)
}
