import { Refusal } from '../refusals.ts'
import type { Market, Session } from '../market.ts'

/**
 * One search; with `waitMs` it is held until the list differs from the one this token was sent last, or the
 * time (of the market) is over. Throws the refusal where there is one.
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
