import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { DEMO_COURIERS } from '../console/admin/demo-drivers.ts'
import { startStandIns } from './stand-ins.ts'
import type { StandIns } from './stand-ins.ts'
import { realNow } from '../kit/testing.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'madruga-stand-ins-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

const quiet = () => {}
const accountAt = (kind: string) => DEMO_COURIERS.find((courier) => courier.kind === kind)!

function callAt({ all }: StandIns, kind: string) {
  const { url, key } = all.find((standIn) => standIn.kind === kind)!
  return async <T>(method: string, route: string, body: object | null, token = key): Promise<T> => {
    const reply = await fetch(url + route, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    assert.equal(reply.status, 200, `${method} ${route}`)
    return (await reply.json()) as T
  }
}

type Shift = { id: number; slots: number; assignments: { user: { username: string } }[] }
type Shifts = { 'hydra:member': Shift[] }

/** From today to two weeks ahead. */
function days(): string {
  return `date[after]=${dayIn(0)}&date[before]=${dayIn(14)}`
}

function dayIn(ahead: number): string {
  return new Date(realNow() + ahead * 86_400_000).toISOString().slice(0, 10)
}

test('what a demo courier holds, and their sign-in, outlive a restart at the co-op', async () => {
  const { identity, password } = accountAt('coopcycle')
  const first = await startStandIns(folder, quiet)
  const call = callAt(first, 'coopcycle')
  const signIn = { method: 'POST', body: new URLSearchParams({ _username: identity, _password: password }) }
  const reply = await fetch(
    `${first.all.find(({ kind }) => kind === 'coopcycle')!.url}/api/login_check`,
    signIn,
  )
  const { token } = (await reply.json()) as { token: string }
  const open = await call<Shifts>('GET', `/api/shifts/open?${days()}`, null, token)
  const free = open['hydra:member'].find(
    ({ assignments, slots, ...shift }) =>
      assignments.length < slots && !('requiredSkills' in shift && String(shift.requiredSkills) !== ''),
  )!
  await call('PUT', `/api/shifts/${free.id}/apply`, {}, token)
  await first.stop()

  const again = await startStandIns(folder, quiet)
  const held = await callAt(again, 'coopcycle')<Shifts>('GET', `/api/me/shifts?${days()}`, null, token)
  const later = await callAt(again, 'coopcycle')<Shifts>('GET', `/api/shifts/open?${days()}`, null, token)
  await again.stop()
  assert.deepEqual(
    held['hydra:member'].map(({ id }) => id),
    [free.id],
  )
  const ids = (list: Shifts) => list['hydra:member'].map(({ id }) => id).toSorted((a, b) => a - b)
  assert.deepEqual(ids(later), ids(open), 'no day is planned twice')
})

test('a running order and its courier’s token outlive a restart at the courier company, and no order gets an old id', async () => {
  const { identity, password } = accountAt('fleetbase')
  const first = await startStandIns(folder, quiet)
  const call = callAt(first, 'fleetbase')
  const login = { identity, password }
  const driver = await call<{ id: string; token: string }>('POST', '/v1/drivers/login', login)
  const pickup = { latitude: 25.7743, longitude: -80.1937 }
  const order = await call<{ id: string }>('POST', '/admin/orders', { pickup })
  await call('POST', `/v1/orders/${order.id}/start`, { assign: driver.id }, driver.token)
  await first.stop()

  const again = await startStandIns(folder, quiet)
  const callAgain = callAt(again, 'fleetbase')
  const query = `driver_assigned=${driver.id}&active=1&limit=-1`
  const held = await callAgain<{ id: string }[]>('GET', `/v1/orders?${query}`, null, driver.token)
  assert.ok(held.some(({ id }) => id === order.id))
  const before = await callAgain<{ id: string }[]>('GET', '/admin/orders', null)
  const next = await callAgain<{ id: string }>('POST', '/admin/orders', { pickup })
  assert.ok(!before.some(({ id }) => id === next.id))
  await again.stop()
})

test('a state that cannot be read is one that is not there', async () => {
  for (const kind of ['coopcycle', 'fleetbase'])
    writeFileSync(path.join(folder, `${kind}.json`), '{"made": 3,')
  const standIns = await startStandIns(folder, assert.fail)
  assert.equal(standIns.all.length, 2)
  await standIns.stop()
})
