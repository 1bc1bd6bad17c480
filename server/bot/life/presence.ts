import { forgetOnline, listSwitchedOnline, noteOnline, openAccess } from '../../platforms.ts'
import type { Access, PlatformTrouble } from '../../platforms.ts'
import type { BotDeps } from '../deps.ts'
import { eachDriver } from '../each-driver.ts'
import { isAtRest, readBotRow } from '../store/bots.ts'
import type { BotRow } from '../store/bots.ts'
import { readDelivery } from '../store/facts.ts'

/**
 * Puts a driver online for a run, at the place that they saved, where only drivers who are online get offers.
 * Answers what prevented it, or null. A driver who was online before stays so after the run.
 */
export async function goOnline(
  deps: BotDeps,
  { driverId, variant }: Pick<BotRow, 'driverId' | 'variant'>,
  { platform, tokens }: Access,
): Promise<PlatformTrouble | null> {
  if (platform.setOnline === undefined) return null
  const place = await deps.savedPlace(driverId)
  const locationReply = place && (await platform.setLocation(tokens, place))
  if (locationReply && !locationReply.ok) return locationReply.problem
  // Noted before the call: a process that ends after it leaves no one online.
  const isNew = await noteOnline(deps.db, { driverId, variant }, deps.clock.now())
  const reply = await platform.setOnline(tokens, true)
  if (isNew && !(reply.ok && reply.value.changed)) await forgetOnline(deps.db, { driverId, variant })
  return reply.ok ? null : reply.problem
}

/** Drivers whom one sweep looks at. */
const AT_ONCE = 200

/** Puts drivers offline whom a run put online, once their bot rests and no job of theirs runs. */
export async function leaveOnline(deps: BotDeps): Promise<void> {
  const accounts = await listSwitchedOnline(deps.db, AT_ONCE)
  const variants = new Map(accounts.map((account) => [account.driverId, account.variant]))
  await eachDriver(deps, [...variants.keys()], async (driverId) => {
    const account = { driverId, variant: variants.get(driverId)! }
    const bot = await readBotRow(deps.db, driverId)
    if (bot !== null && !isAtRest(bot.phase)) return
    if ((await readDelivery(deps.db, driverId, account.variant, deps.clock.now())) !== null) return
    const access = await openAccess(deps, driverId, account.variant)
    if (access !== null && !access.ok) return
    const reply = await access?.value.platform.setOnline?.(access.value.tokens, false)
    if (reply === undefined || reply.ok) await forgetOnline(deps.db, account)
  })
}
