import { Refusal } from '../refusals.ts'
import { defineRoute } from './route.ts'
import type { Route } from './route.ts'
import * as schemas from './schemas.ts'
import {
  writeBlock,
  writeInstant,
  writeInstantState,
  writeSignedIn,
  writeStation,
  writeStore,
} from './wire.ts'
import type { Market, Session } from '../market.ts'

const signingIn: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/v1/sign-in',
    summary: 'Sign in; `signOutOthers` ends every other sign-in of the driver',
    who: 'anyone',
    body: schemas.SigningIn,
    answer: schemas.SignedIn,
    handle: ({ market, body }) => ({
      json: writeSignedIn(market.rules.signIn(market.world, body.email, body.password, body.signOutOthers)),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/refresh',
    summary: 'A new access token for a refresh token',
    who: 'anyone',
    body: schemas.RefreshToken,
    answer: schemas.SignedIn,
    handle: ({ market, body }) => ({
      json: writeSignedIn(market.rules.refresh(market.world, body.refreshToken)),
    }),
  }),
]

const searching: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/v1/stations',
    summary: "The stations of the driver's metro (amazon)",
    who: 'driver',
    answer: schemas.Stations,
    handle({ market, session }) {
      if (session.driver.variant !== 'amazon') throw new Refusal('not_found')
      const stations = market.rules.listStationsOf(market.world, session.driver)
      return { json: { stations: stations.map(writeStation) } }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/stores',
    summary: "The stores of the driver's metro (spark)",
    who: 'driver',
    answer: schemas.Stores,
    handle({ market, session }) {
      if (session.driver.variant !== 'spark') throw new Refusal('not_found')
      const stores = market.rules.listStationsOf(market.world, session.driver)
      return { json: { stores: stores.map(writeStore) } }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/offers',
    summary: 'Search: what is offered now, or, with wait, once it differs from what this token was sent last',
    who: 'driver',
    query: schemas.WaitQuery,
    answer: schemas.Offers,
    handle: async ({ market, session, query, signal }) => ({
      bytes: await searchAndWait(market, session, query.wait ?? 0, signal),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/offers/{offerId}/accept',
    summary: 'Accept an offer',
    who: 'driver',
    // The rule refuses it itself, so that the ledger records it.
    duringQuestion: true,
    answer: schemas.Accepted,
    handle({ market, session, params }) {
      const block = market.rules.acceptOffer(market.world, session.driver, params.offerId ?? '')
      return { json: { blockId: block.blockId, offerId: block.offerId } }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/offers/{offerId}/decline',
    summary: 'Turn an offer down',
    who: 'driver',
    handle({ market, session, params }) {
      market.rules.declineOffer(market.world, session.driver, params.offerId ?? '')
      return undefined
    },
  }),
]

const holding: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/v1/blocks',
    summary: 'Blocks of the last 14 days and all to come',
    who: 'driver',
    answer: schemas.Blocks,
    handle({ market, session }) {
      const { world } = market
      const blocks = market.rules.listBlocks(world, session.driver)
      return { json: { blocks: blocks.map((block) => writeBlock(market, block, world.now)) } }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/blocks/{blockId}/release',
    summary: 'Give a block back',
    who: 'driver',
    answer: schemas.Released,
    handle: ({ market, session, params }) => ({
      json: { late: market.rules.releaseBlock(market.world, session.driver, params.blockId ?? '') },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/blocks/{blockId}/check-in',
    summary: 'Mark the arrival at a block',
    who: 'driver',
    body: schemas.Location,
    answer: schemas.CheckedIn,
    handle({ market, session, params, body }) {
      const at = market.rules.checkIn(market.world, session.driver, params.blockId ?? '', body)
      return { json: { checkedInAt: writeInstant(at) } }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/limits',
    summary: 'Hours held today and this week, and the search budget',
    who: 'driver',
    answer: schemas.Limits,
    handle({ market, session }) {
      const { world } = market
      const { driver } = session
      market.rules.fillQuota(driver.quota, world.quotaPerHour, world.now)
      const remaining = driver.quota.lockedUntil > world.now ? 0 : Math.floor(driver.quota.tokens)
      const quota = { perHour: world.quotaPerHour, remaining }
      return { json: { ...market.rules.findLimits(world, driver, world.now), quota } }
    },
  }),
]

const switching: Route[] = [
  defineRoute({
    method: 'PUT',
    path: '/v1/location',
    summary: 'Say where the driver is',
    who: 'driver',
    body: schemas.Location,
    handle({ market, session, body }) {
      market.rules.moveDriver(market.world, session.driver, body)
      return undefined
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/v1/instant-offers',
    summary: 'Ask for instant offers on or off; the driver confirms it in the delivery app',
    who: 'driver',
    body: schemas.InstantSwitch,
    answer: schemas.InstantState,
    handle({ market, session, body }) {
      market.rules.switchInstant(market.world, session.driver, body.enabled)
      return { json: writeInstantState(session.driver) }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/instant-offers',
    summary: 'Whether instant offers are on',
    who: 'driver',
    answer: schemas.InstantState,
    handle: ({ session }) => ({ json: writeInstantState(session.driver) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/verification',
    summary: 'The question for humans, if one is open',
    who: 'driver',
    duringQuestion: true,
    answer: schemas.Verification,
    handle({ session }) {
      const challenge = session.driver.challenge
      if (challenge === undefined) return { json: { challengeId: null } }
      const { challengeId, question, image } = challenge
      return { json: { challengeId, question, image } }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/verification/{challengeId}',
    summary: 'Answer the question for humans',
    who: 'driver',
    duringQuestion: true,
    body: schemas.Answer,
    handle({ market, session, params, body }) {
      const { world, rules } = market
      rules.answerQuestion(world, session.driver, params.challengeId ?? '', body.answer)
      return undefined
    },
  }),
]

/** All driver calls. */
export const DRIVER_ROUTES: readonly Route[] = [...signingIn, ...searching, ...holding, ...switching]

/**
 * One search. With `waitMs` it is held until the list differs from the last one sent to this token, or the
 * (market's) time is over. Throws a refusal.
 */
async function searchAndWait(
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
