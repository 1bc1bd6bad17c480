import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCoopCycle } from './coopcycle.ts'
import type { RunningCoopCycle } from './coopcycle.ts'

const HOUR_MS = 3_600_000
/** A Wednesday; summer time ends in Paris on the Sunday. */
const NOW = Date.UTC(2026, 9, 21, 8)

type Reply = { status: number; body: Record<string, unknown>; type: string }

class Client {
  token = ''
  refreshToken = ''
  readonly #url: string
  constructor(url: string) {
    this.#url = url
  }

  async signIn(username: string, password = username): Promise<Reply> {
    const body = new URLSearchParams({ _username: username, _password: password })
    const reply = await this.#read(await fetch(`${this.#url}/api/login_check`, { method: 'POST', body }))
    this.token = String(reply.body['token'])
    this.refreshToken = String(reply.body['refresh_token'])
    return reply
  }

  async call(method: string, path: string): Promise<Reply> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.token}`,
      accept: 'application/ld+json',
      ...(method === 'PUT' && { 'content-type': 'application/ld+json' }),
    }
    const body = method === 'PUT' ? '{}' : null
    return await this.#read(await fetch(this.#url + path, { method, headers, body }))
  }

  async refresh(): Promise<Reply> {
    const body = new URLSearchParams({ refresh_token: this.refreshToken })
    return await this.#read(await fetch(`${this.#url}/api/token/refresh`, { method: 'POST', body }))
  }

  async #read(reply: Response): Promise<Reply> {
    const type = reply.headers.get('content-type') ?? ''
    return { status: reply.status, type, body: (await reply.json()) as Record<string, unknown> }
  }
}

async function withInstance(
  play: (all: { running: RunningCoopCycle; sarah: Client; alice: Client }) => Promise<void>,
): Promise<void> {
  const couriers = ['sarah', 'alice'].map((username) => ({ username, password: username }))
  const running = await startCoopCycle({ clock: 'stepped', startAt: NOW, couriers })
  try {
    const [sarah, alice] = [new Client(running.url), new Client(running.url)]
    await sarah.signIn('sarah')
    await alice.signIn('alice')
    await play({ running, sarah, alice })
  } finally {
    await running.stop()
  }
}

const shiftAt = (hours: number) => ({ startsAt: NOW + hours * HOUR_MS, endsAt: NOW + (hours + 3) * HOUR_MS })
const OPEN = '/api/shifts/open?date[after]=2026-10-20&date[before]=2026-11-05'

function members(reply: Reply): Record<string, unknown>[] {
  return reply.body['hydra:member'] as Record<string, unknown>[]
}

function names(reply: Reply | Record<string, unknown>, list: 'assignments' | 'waitlist'): string[] {
  const shift = ('body' in reply ? reply.body : reply) as Record<string, { user: { username: string } }[]>
  return (shift[list] ?? []).map(({ user }) => user.username)
}

test('a sign-in by form gives a token for an hour, its roles, and one that renews it', async () => {
  await withInstance(async ({ running, sarah }) => {
    const signedIn = await sarah.signIn('sarah')
    assert.deepEqual([signedIn.status, signedIn.body['username']], [200, 'sarah'])
    assert.deepEqual(signedIn.body['roles'], ['ROLE_COURIER', 'ROLE_USER'])
    assert.deepEqual((await new Client(running.url).signIn('sarah', 'wrong')).body, {
      code: 401,
      message: 'Identifiants invalides.',
    })
    running.levers.advance(HOUR_MS)
    assert.equal((await sarah.call('GET', OPEN)).status, 401)
    sarah.token = String((await sarah.refresh()).body['token'])
    assert.equal((await sarah.call('GET', OPEN)).status, 200)
    running.levers.expireTokens('sarah', true)
    assert.equal((await sarah.refresh()).status, 401)
  })
})

test('a sign-in is by user name in any case or e-mail address, and by a disabled account as well', async () => {
  await withInstance(async ({ running, sarah }) => {
    running.levers.openCourier({ username: 'bob', password: 'bob', enabled: false })
    for (const name of ['SARAH', 'sarah@example.org'])
      assert.equal((await sarah.signIn(name, 'sarah')).body['username'], 'sarah')
    assert.equal((await sarah.signIn('bob')).body['enabled'], false)
    running.levers.setSettings({ locale: 'en' })
    assert.equal((await sarah.signIn('sarah', 'wrong')).body['message'], 'Invalid credentials.')
  })
})

test('a renewal answers as a sign-in, and keeps what renews', async () => {
  await withInstance(async ({ sarah }) => {
    const signedIn = await sarah.signIn('sarah')
    const renewed = await sarah.refresh()
    assert.deepEqual(Object.keys(renewed.body).toSorted(), Object.keys(signedIn.body).toSorted())
    assert.equal(renewed.body['refresh_token'], signedIn.body['refresh_token'])
    assert.match(sarah.refreshToken, /^[0-9a-f]{128}$/)
    sarah.refreshToken = 'f'.repeat(128)
    assert.equal((await sarah.refresh()).status, 401)
    sarah.refreshToken = ''
    assert.equal((await sarah.refresh()).status, 404)
  })
})

test('a call that is none is refused as by its own code', async () => {
  await withInstance(async ({ running, sarah }) => {
    assert.equal((await sarah.call('GET', '/api/shifts/1/apply')).status, 405)
    assert.equal((await sarah.call('GET', '/api/nothing')).status, 404)
    assert.equal((await sarah.call('GET', '/api/shifts/open?date[after]=soon')).status, 500)
    sarah.token = 'none'
    const refused = await fetch(`${running.url}${OPEN}`)
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
  })
})

test('who asks for plain JSON gets a bare list, and errors with a detail', async () => {
  await withInstance(async ({ running, sarah }) => {
    running.levers.place(shiftAt(24))
    const headers = { authorization: `Bearer ${sarah.token}`, accept: 'application/json' }
    const list = (await (await fetch(running.url + OPEN, { headers })).json()) as unknown[]
    assert.equal(list.length, 1)
    const missing = await fetch(`${running.url}/api/nothing`, { headers })
    assert.equal(missing.headers.get('content-type'), 'application/problem+json; charset=utf-8')
  })
})

test('under maintenance all but the settings is a page', async () => {
  await withInstance(async ({ running, sarah }) => {
    running.levers.setFaults({ maintenance: true })
    assert.equal((await fetch(running.url + OPEN)).status, 503)
    assert.equal((await sarah.call('GET', '/api/settings')).status, 200)
  })
})

test('who is no courier reads no shifts', async () => {
  await withInstance(async ({ running, sarah }) => {
    running.levers.openCourier({ username: 'bob', password: 'bob', roles: ['ROLE_USER'] })
    const bob = new Client(running.url)
    assert.equal((await bob.signIn('bob')).status, 200)
    assert.equal((await bob.call('GET', OPEN)).status, 403)
    assert.equal((await sarah.call('GET', OPEN)).type, 'application/ld+json; charset=utf-8')
  })
})

test('open shifts are those of published weeks, full ones too, with the offset of their day', async () => {
  await withInstance(async ({ running, sarah }) => {
    const summer = running.levers.place(shiftAt(24))
    running.levers.fill(summer)
    const unpublished = running.levers.place({ ...shiftAt(24 * 7), published: false })
    assert.deepEqual(
      members(await sarah.call('GET', OPEN)).map((shift) => [shift['id'], shift['startsAt']]),
      [[summer, '2026-10-22T10:00:00+02:00']],
    )
    running.levers.publish('2026-10-26')
    const [, winter] = members(await sarah.call('GET', OPEN))
    assert.deepEqual([winter?.['id'], winter?.['startsAt']], [unpublished, '2026-10-28T09:00:00+01:00'])
    const oneDay = '/api/shifts/open?date[after]=2026-10-22&date[before]=2026-10-22'
    assert.equal(members(await sarah.call('GET', oneDay)).length, 1)
  })
})

test('the first to apply has the place, the next one waits, and moves up when it is given back', async () => {
  await withInstance(async ({ running, sarah, alice }) => {
    const id = running.levers.place(shiftAt(24))
    const [first, second] = await Promise.all([
      sarah.call('PUT', `/api/shifts/${id}/apply`),
      alice.call('PUT', `/api/shifts/${id}/apply`),
    ])
    assert.deepEqual([first.status, second.status], [200, 200])
    const [shift] = members(await sarah.call('GET', OPEN))
    assert.ok(shift)
    const [winner, loser] = [names(shift, 'assignments'), names(shift, 'waitlist')]
    assert.deepEqual([...winner, ...loser].toSorted(), ['alice', 'sarah'])
    const again = await sarah.call('PUT', `/api/shifts/${id}/apply`)
    assert.deepEqual([again.status, again.body['hydra:description']], [400, 'Already applied to this shift'])
    const client = winner[0] === 'sarah' ? sarah : alice
    const left = await client.call('PUT', `/api/shifts/${id}/unapply`)
    assert.deepEqual([names(left, 'assignments'), names(left, 'waitlist')], [loser, []])
    const mine = '/api/me/shifts?date[after]=2026-10-20&date[before]=2026-11-05'
    assert.equal(members(await client.call('GET', mine)).length, 0)
    assert.deepEqual(
      running.levers
        .ledger()
        .flatMap(({ action, result }) => (action === 'apply' ? [result ?? 'refused'] : [])),
      ['assigned', 'waitlisted', 'refused'],
    )
  })
})

test('an application is refused before its week is published and without the skill', async () => {
  await withInstance(async ({ running, sarah }) => {
    const early = running.levers.place({ ...shiftAt(24), published: false })
    const refused = await sarah.call('PUT', `/api/shifts/${early}/apply`)
    assert.equal(refused.body['@type'], 'hydra:Error')
    assert.equal(refused.body['hydra:description'], 'The schedule for this week is not published yet')
    const skilled = running.levers.place({ ...shiftAt(30), requiredSkills: ['cargo bike'] })
    assert.equal(
      (await sarah.call('PUT', `/api/shifts/${skilled}/apply`)).body['hydra:description'],
      'Missing required skill(s): cargo bike',
    )
    assert.equal((await sarah.call('PUT', '/api/shifts/99/apply')).status, 404)
  })
})

test('levers answer over HTTP as they do in the process, and to no page of another site', async () => {
  await withInstance(async ({ running, sarah }) => {
    const pull = async (path: string, body: object, origin?: string) =>
      await fetch(`${running.url}/admin/${path}`, {
        method: path === 'faults' ? 'PUT' : 'POST',
        headers: { 'content-type': 'application/json', ...(origin && { origin }) },
        body: JSON.stringify(body),
      })
    const instants = { startsAt: '2026-10-22T10:00:00Z', endsAt: '2026-10-22T12:00:00Z' }
    const { id } = (await (await pull('shifts', instants)).json()) as { id: number }
    assert.deepEqual(
      members(await sarah.call('GET', OPEN)).map((shift) => shift['id']),
      [id],
    )
    assert.equal((await pull('faults', { unavailable: 1 }, 'https://elsewhere.example')).status, 403)
    assert.equal((await pull('faults', { unavailable: 1 })).status, 200)
    assert.equal((await sarah.call('GET', OPEN)).status, 503)
    assert.equal((await pull('faults', { unavailable: 'often' })).status, 400)
  })
})

/** How many shifts a demo has, and how many places are taken from minute to minute. */
async function liveDemo(): Promise<number[]> {
  const running = await startCoopCycle({ clock: 'stepped', startAt: NOW, scenario: 'demo' })
  const { levers } = running
  const taken = () => levers.shifts().reduce((sum, shift) => sum + names(shift, 'assignments').length, 0)
  const counts = [levers.shifts().length, taken()]
  for (let minute = 0; minute < 90; minute++) {
    levers.advance(60_000)
    counts.push(taken())
  }
  await running.stop()
  return counts
}

test('a demo is full of shifts, of which places come free and are taken; the same seed, the same world', async () => {
  const counts = await liveDemo()
  assert.ok(counts[0]! > 45)
  const taken = counts.slice(1)
  assert.ok(
    taken.some((count, minute) => minute > 0 && count < taken[minute - 1]!),
    'one was given back',
  )
  assert.ok(
    taken.some((count, minute) => minute > 0 && count > taken[minute - 1]!),
    'one was taken',
  )
  assert.deepEqual(await liveDemo(), counts)
})
