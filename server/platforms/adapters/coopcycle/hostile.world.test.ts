import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Trouble } from '@madruga/core/events.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { systemClock } from '../../../kit/clock.ts'
import { pollOnce, troubleIn } from '../../contract.ts'
import { createCoopCyclePlatform } from '../coopcycle.ts'
import { openInstanceHttp } from '../../instances/fetch.ts'
import type { InstanceFetch } from '../../instances/fetch.ts'
import type { OfferFeed, Platform, PlatformTokens } from '../../model.ts'
import { replyWith, startRawServer } from '../../testing/raw-server.ts'
import type { Behaviour, RawServer } from '../../testing/raw-server.ts'
import { always, ids } from '../../testing/stage.ts'

/** A Monday; summer time ended in Paris the day before. */
const NOW = Date.UTC(2026, 9, 26, 8)
const TOKENS: PlatformTokens = {
  accessToken: 'token',
  refreshToken: 'refresh',
  expiresAt: NOW,
  platformDriverId: 'sarah',
}
const settingsIn = (zone: string): string =>
  replyWith(`{"latlng":"48.85,2.35","brand_name":"B","currency_code":"eur","timezone":"${zone}"}`)
const SETTINGS = settingsIn('Europe/Paris')

type Stage = { server: RawServer; platform: Platform; feed: OfferFeed }

/** One test with an instance that has good settings and otherwise no manners. */
function hostile(title: string, play: (stage: Stage) => Promise<void>): void {
  void test(`coopcycle, ${title}`, async () => {
    const server = await startRawServer()
    const http = openInstanceHttp({ baseUrl: server.url, allowPrivate: true })
    const platform = createPlatform(server.url, http.fetch)
    try {
      await play({ server, platform, feed: platform.openFeed(TOKENS, 'courier') })
    } finally {
      await http.close()
      await server.close()
    }
  })
}

function createPlatform(baseUrl: string, fetch: InstanceFetch): Platform {
  const clock = { ...systemClock, now: () => NOW }
  return createCoopCyclePlatform({ name: 'coopcycle:1', baseUrl, clock, fetch })
}

/** Good settings; everything else is answered so. */
const otherwise =
  (behaviour: Behaviour): Behaviour =>
  (socket, request, number) => {
    if (request.startsWith('GET /api/settings')) socket.write(SETTINGS)
    else behaviour(socket, request, number)
  }

function shift(id: number, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    '@id': `/api/shifts/${id}`,
    id,
    activity: 'delivery',
    startsAt: '2026-10-28T09:00:00+01:00',
    endsAt: '2026-10-28T12:00:00+01:00',
    slots: 1,
    breakMinutes: 0,
    comment: null,
    requiredSkills: [],
    assignments: [],
    waitlist: [],
    ...change,
  }
}

/** One courier's place. */
const of = (username: string) => ({ user: { username }, createdAt: '2026-10-26T08:00:00+01:00' })
const listOf = (...shifts: unknown[]): string => JSON.stringify({ 'hydra:member': shifts })
const GOOD = replyWith(listOf(shift(7)))

for (const [title, behaviour, trouble] of [
  ['JSON cut short', always(replyWith(listOf(shift(7)).slice(0, -9))), 'unexpected_reply'],
  ['a page', always(replyWith('<html>maintenance</html>')), 'unexpected_reply'],
  ['an empty body', always(replyWith('')), 'unexpected_reply'],
  ['a bare list', always(replyWith(JSON.stringify([shift(7)]))), 'unexpected_reply'],
  ['a map for a list', always(replyWith('{"hydra:member":{"1":{}}}')), 'unexpected_reply'],
  ['wrong types alone', always(replyWith(listOf(shift(7, { slots: '1' }), 17))), 'unexpected_reply'],
  ['shift planning switched off', always(replyWith('{}', '404 Not Found')), 'unexpected_reply'],
  ['a redirect', always(replyWith('', '302 Found', 'Location: http://x.example/\r\n')), 'unexpected_reply'],
  ['an ended token', always(replyWith('{"code":401,"message":"Expired"}', '401 No')), 'sign_in_needed'],
  ['a role taken away', always(replyWith('{}', '403 Forbidden')), 'sign_in_refused'],
  ['a limit', always(replyWith('{}', '429 Slow', 'Retry-After: 90\r\n')), 'rate_limited'],
  ['500', always(replyWith('oops', '500 Oops')), 'unavailable'],
  ['no HTTP', always('GARBAGE\r\n\r\n'), 'unavailable'],
  ['3 MB', always(replyWith('x'.repeat(3_000_000))), 'unavailable'],
  ['half a reply', (socket) => socket.end(GOOD.slice(0, -30)), 'unavailable'],
  ['a drop', (socket) => socket.resetAndDestroy(), 'unavailable'],
] satisfies [string, Behaviour, Trouble][]) {
  hostile(`${title} is ${trouble}, and the next good reply is read`, async ({ server, platform, feed }) => {
    server.behave(otherwise(behaviour))
    const problem = troubleIn(await pollOnce(feed))
    assert.equal(problem.trouble, trouble)
    assert.equal(problem.retryAfterMs, trouble === 'rate_limited' ? 90_000 : null)
    assert.equal(troubleIn(await platform.heldBlocks(TOKENS)).trouble, trouble)
    server.behave(otherwise(always(GOOD)))
    assert.deepEqual(ids(await pollOnce(feed)), ['7'])
    assert.deepEqual(await platform.heldBlocks(TOKENS), { ok: true, value: [] })
  })
}

hostile('shift planning that is off is told by a test of the instance and in the detail', async (stage) => {
  const { server, platform, feed } = stage
  assert.ok(platform.lacks)
  for (const [status, lack] of [
    ['404 Not Found', 'shift_planning'],
    ['401 No', null],
    ['500 Oops', null],
  ] as const) {
    server.behave(otherwise(always(replyWith('{}', status))))
    assert.equal(await platform.lacks(), lack, status)
  }
  const asked = server.requests.at(-1) ?? ''
  assert.ok(asked.startsWith('GET /api/shifts/open?') && !/authorization/i.test(asked), 'without a courier')
  server.behave(otherwise(always(replyWith('{}', '404 Not Found'))))
  for (const reply of [await pollOnce(feed), await platform.heldBlocks(TOKENS)])
    assert.equal(troubleIn(reply).detail, 'shift planning is off')
})

hostile(
  'shift planning that is switched off at a newer server offers nothing, without a trouble',
  async (stage) => {
    const { server, platform, feed } = stage
    server.behave(otherwise(always(replyWith(listOf()))))
    assert.deepEqual(ids(await pollOnce(feed)), [])
    assert.equal(await platform.lacks?.(), null)
  },
)

hostile('a time zone that cannot be the place’s is told by a test of the instance', async (stage) => {
  const { server, platform } = stage
  for (const [zone, lack] of [
    ['UTC', 'time_zone'],
    ['Europe/Paris', null],
  ] as const) {
    server.behave((socket, request) =>
      socket.write(request.startsWith('GET /api/settings') ? settingsIn(zone) : replyWith('{}', '401 No')),
    )
    assert.equal(await platform.lacks?.(), lack)
  }
})

hostile('wrong types cost the shift, not the list; duplicates are one', async ({ server, feed }) => {
  const wrong = [
    { startsAt: 0 },
    { startsAt: '2026-10-28T09:00:00' },
    { endsAt: '2026-10-28T08:00:00+01:00' },
    { endsAt: '2026-12-28T08:00:00+01:00' },
    { slots: 0 },
    { assignments: [{ user: 'sarah' }] },
    { assignments: null },
    { requiredSkills: ['/api/skills/1'] },
    { id: '9' },
  ].map((change, at) => shift(20 + at, change))
  server.behave(otherwise(always(replyWith(listOf(shift(7), ...wrong, shift(8), shift(7))))))
  assert.deepEqual(ids(await pollOnce(feed)), ['7', '8'])
})

hostile('a shift of two days is offered, and held by who has it', async ({ server, platform, feed }) => {
  const long = { endsAt: '2026-10-30T09:00:00+01:00' }
  server.behave(otherwise(always(replyWith(listOf(shift(7, long))))))
  assert.deepEqual(ids(await pollOnce(feed)), ['7'])
  server.behave(otherwise(always(replyWith(listOf(shift(7, { ...long, assignments: [of('sarah')] }))))))
  const held = await platform.heldBlocks(TOKENS)
  assert.deepEqual(held.ok && held.value.map(({ endAt, startAt }) => (endAt - startAt) / HOUR_MS), [48])
})

const listed = (changes: readonly Record<string, unknown>[]) =>
  replyWith(listOf(...changes.map((change, at) => shift(20 + at, change))))

for (const [title, own, open, isRead] of [
  ['an open shift that cannot be read', [], [{ slots: 0 }], true],
  ['an open one that names the driver', [], [{ slots: 0, waitlist: [of('sarah')] }], false],
  ['one of the driver’s own', [{ slots: 0 }], [], false],
] as const) {
  hostile(`${title} ${isRead ? 'costs no reading' : 'ends the reading'} of held shifts`, async (stage) => {
    stage.server.behave(
      otherwise((socket, request) => void socket.write(listed(request.includes('/me/') ? own : open))),
    )
    assert.equal((await stage.platform.heldBlocks(TOKENS)).ok, isRead)
  })
}

/** A list whose entry has that passing id. */
const withPassingId = (id: string): Behaviour => {
  const entry = { '@id': `/api/.well-known/genid/${id}`, ...of('alice') }
  return otherwise(always(replyWith(listOf(shift(7, { slots: 2, assignments: [entry] })))))
}

hostile('the ids that entries get anew in each answer change nothing', async ({ server, feed }) => {
  server.behave(withPassingId('0123456789abcdef0123'))
  assert.deepEqual(ids(await pollOnce(feed)), ['7'])
  server.behave(withPassingId('fedcba9876543210fedc'))
  assert.equal((await pollOnce(feed)).kind, 'unchanged')
})

hostile('shifts of two weeks are offered, by the instant of their day’s offset', async ({ server, feed }) => {
  const list = listOf(
    shift(1, { startsAt: '2026-10-26T09:00:00+01:00', endsAt: '2026-10-26T12:00:00+01:00' }),
    shift(2, { startsAt: '2026-10-26T09:00:01+01:00', endsAt: '2026-10-26T12:00:00+01:00' }),
    shift(3, { startsAt: '2026-11-09T09:00:00+01:00', endsAt: '2026-11-09T12:00:00+01:00' }),
    shift(4, { startsAt: '2026-11-09T09:00:01+01:00', endsAt: '2026-11-09T12:00:00+01:00' }),
    shift(5, { startsAt: '2026-10-26T10:00:00+02:00', endsAt: '2026-10-26T13:00:00+02:00' }),
  )
  server.behave(otherwise(always(replyWith(list))))
  assert.deepEqual(ids(await pollOnce(feed)), ['2', '3'])
  assert.match(
    server.requests.find((request) => request.includes('/shifts/open')) ?? '',
    /date\[after\]=2026-10-25&date\[before\]=2026-11-10 /,
  )
})

hostile('an application whose outcome is open is unknown, and sent once', async ({ server, feed }) => {
  const open: [string, Behaviour][] = [
    ['cut short', always(replyWith(JSON.stringify(shift(7)).slice(0, -4)))],
    ['another courier', always(replyWith(JSON.stringify(shift(7, { assignments: [of('alice')] }))))],
    ['500', always(replyWith('{}', '500 Oops'))],
    ['a drop', (socket) => socket.resetAndDestroy()],
    ['applied before', always(replyWith('{"hydra:description":"Already applied to this shift"}', '400 Bad'))],
  ]
  for (const [name, behaviour] of open) {
    server.behave(behaviour)
    assert.equal((await feed.accept('7')).outcome, 'unknown', name)
  }
  assert.equal(
    server.requests.filter((request) => request.startsWith('PUT /api/shifts/7/apply')).length,
    open.length,
  )
})

hostile(
  'an application is for the shift of its listing, and the answer’s lists decide',
  async ({ server, feed }) => {
    server.behave(always(replyWith(JSON.stringify(shift(7, { assignments: [of('sarah')] })))))
    assert.deepEqual(await feed.accept('7~1764000000'), {
      outcome: 'accepted',
      blockId: `7~sarah~${(NOW - HOUR_MS) / 1_000}`,
    })
    assert.match(server.requests.at(-1) ?? '', /^PUT \/api\/shifts\/7\/apply HTTP/)
    const full = shift(7, { assignments: [of('alice')], waitlist: [of('sarah')] })
    server.behave(always(replyWith(JSON.stringify(full))))
    assert.equal((await feed.accept('7')).outcome, 'waiting')
    server.behave(always(replyWith('{"hydra:description":"Skills, please"}', '400 Bad')))
    assert.deepEqual(await feed.accept('7'), {
      outcome: 'refused',
      cause: 'not_eligible',
      detail: 'Skills, please',
    })
    const said = 'Missing required skill(s): cargo bike, , cold chain'
    server.behave(always(replyWith(JSON.stringify({ 'hydra:description': said }), '400 Bad')))
    const lacks = ['cargo bike', 'cold chain']
    const refused = { outcome: 'refused', cause: 'not_eligible', detail: said, lacks }
    assert.deepEqual(await feed.accept('7'), refused)
    server.behave(always(replyWith('', '400 Bad')))
    assert.equal(troubleIn(await feed.accept('7')).trouble, 'unexpected_reply')
  },
)
