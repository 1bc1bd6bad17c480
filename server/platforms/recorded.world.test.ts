import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { pollOnce, troubleIn } from './contract.ts'
import type { Polled } from './contract.ts'
import type { AcceptResult, PlatformReply } from './model.ts'
import { TOKENS, always, hostile } from './testing/stage.ts'

/** Replies of the market as they came over the wire: what the adapter must go on reading. */
const RECORDED = JSON.parse(
  readFileSync(new URL('./testing/recorded-market.json', import.meta.url), 'utf8'),
) as Record<string, string>

const HELD_OFFER = 'of2794151074a3c863688b8c65'
const HELD_BLOCK = 'bl625b6cf0ec4965007955567a'
const CHALLENGE = 'hvba35ad79be160fdb4de74888'

function recorded(name: string): string {
  const reply = RECORDED[name]
  assert.ok(reply, `no recording of ${name}`)
  return reply
}

function valueIn<T>(reply: PlatformReply<T>): T {
  assert.ok(reply.ok, JSON.stringify(reply))
  return reply.value
}

hostile('recorded: a session of a driver', async ({ server, platform, feed }) => {
  const play = (name: string) => server.behave(always(recorded(name)))
  play('sign-in')
  const tokens = valueIn(await platform.signIn({ email: 'd@example.com', password: 'pw' }))
  assert.equal(tokens.platformDriverId, 'drb8dddfd29caa42357acf3e0e')
  assert.equal(tokens.expiresAt, Date.UTC(2026, 10, 4, 17))
  play('stations')
  const [station] = valueIn(await platform.stations(tokens, 'amazon'))
  assert.deepEqual([station?.code, station?.timeZone], ['VSE3', 'America/Los_Angeles'])
  play('offers')
  const polled = await pollOnce(feed)
  assert.ok(polled.kind === 'offers')
  assert.deepEqual(
    polled.offers.map((offer) => [offer.id, offer.startAt, offer.payCents, offer.tipCents, offer.miles])[0],
    [HELD_OFFER, Date.UTC(2026, 10, 4, 19), 7_200, 300, 12.5],
  )
  assert.equal(platform.figures().fullParses, 0, 'read by scanning')
  play('accepted')
  assert.deepEqual(await feed.accept(HELD_OFFER), { outcome: 'accepted', blockId: HELD_BLOCK })
  play('blocks')
  const [block] = valueIn(await platform.heldBlocks(tokens))
  assert.deepEqual([block?.blockId, block?.offerId, block?.state], [HELD_BLOCK, HELD_OFFER, 'held'])
  play('released')
  assert.deepEqual(valueIn(await platform.release(tokens, HELD_BLOCK)), { late: false })
  play('limits')
  assert.deepEqual(valueIn(await platform.limits(tokens)), { quotaPerHour: 3_600, remaining: 599 })
  play('question')
  const question = valueIn(await platform.verification(tokens))
  assert.equal(question?.challengeId, CHALLENGE)
})

hostile('recorded: refusals that are told to the driver', async ({ server, platform, feed }) => {
  const play = (name: string) => server.behave(always(recorded(name)))
  const place = { latitude: 47, longitude: -122 }
  play('too early')
  const early = valueIn(await platform.checkIn(TOKENS, HELD_BLOCK, place))
  const opensAt = Date.UTC(2026, 10, 4, 18, 45)
  assert.deepEqual(early, { refused: 'too_early', opensAt, distanceM: null })
  play('no location')
  const unknown = valueIn(await platform.instantOffers(TOKENS, true))
  assert.deepEqual(unknown, { refused: 'no_location', opensAt: null, distanceM: null })
  play('wrong answer')
  assert.deepEqual(valueIn(await platform.answerVerification(TOKENS, CHALLENGE, '')), { solved: false })
  for (const [name, cause] of [
    ['conflict', 'conflict'],
    ['gone', 'taken'],
    ['hour limit', 'hour_limit'],
  ] as const) {
    play(name)
    assert.deepEqual(await feed.accept('another'), { outcome: 'refused', cause })
  }
})

hostile(
  'recorded: every trouble, from polls, accepts and cold calls alike',
  async ({ server, platform, feed }) => {
    for (const [name, trouble] of [
      ['wrong password', 'sign_in_refused'],
      ['expired', 'sign_in_needed'],
      ['human', 'human_needed'],
      ['aggressive search', 'rate_limited'],
      ['unavailable', 'unavailable'],
    ] as const) {
      server.behave(always(recorded(name)))
      const replies: (Polled | AcceptResult | PlatformReply<unknown>)[] = [
        await pollOnce(feed),
        await platform.heldBlocks(TOKENS),
      ]
      if (trouble !== 'unavailable') replies.push(await feed.accept('a'))
      for (const reply of replies) {
        const problem = troubleIn(reply)
        assert.equal(problem.trouble, trouble)
        assert.equal(problem.challengeId, trouble === 'human_needed' ? CHALLENGE : null)
        assert.equal(problem.retryAfterMs, trouble === 'rate_limited' ? 1_799_999 : null)
      }
    }
  },
)
