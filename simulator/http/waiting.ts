import { Refusal } from '../refusals.ts'
import type { Market, Session } from '../market.ts'

/**
 * One search. With `waitMs` it is held until the list differs from the last one sent to this token, or the
 * (market's) time is over. Throws a refusal.
 */
export async function searchAndWait(
  market: Market,
  session: Session,
  waitMs: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const { rules } = market
  const before = session.lastSent
  const list = rules.search(market.world, session)
  if (list instanceof Refusal) throw list
  if (waitMs === 0 || before === undefined || !before.equals(list.body)) return list.body
  const deadline = market.world.now + waitMs
  await new Promise<void>((resolve) => {
    const check = () => {
      const { driver } = session
      const changed = !rules.findList(market.world, driver).body.equals(before)
      if (!changed && market.clock.now() < deadline && !signal.aborted) return
      stopTimer()
      forget()
      signal.removeEventListener('abort', check)
      resolve()
    }
    const forget = market.onMoved(check)
    const stopTimer = market.wakeAt(deadline)
    signal.addEventListener('abort', check)
  })
  if (session.driver.challenge !== undefined) {
    throw new Refusal('human_verification', { challengeId: session.driver.challenge.challengeId })
  }
  return rules.searchAgain(market.world, session).body
}
