import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import type { RunningCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { systemClock } from '../kit/clock.ts'
import { readRecording, recordSession, verifyRecording } from './recording.ts'
import type { Recorded } from './recording.ts'
import { compareRecordings } from './recording/compare.ts'
import { realNow } from '../kit/testing.ts'

const FOLDER = new URL('./testing/recordings/', import.meta.url)
const SARAH = { username: 'sarah-courier', password: 'Her-own-Word!7', email: 'sarah@bikes.example' }
const OTHER = { username: 'mme-dupont', password: 'another' }

type Faults = Parameters<RunningCoopCycle['levers']['setFaults']>[0]

function shiftIn(hours: number) {
  const startsAt = Math.ceil(realNow() / HOUR_MS) * HOUR_MS + hours * HOUR_MS
  return { startsAt, endsAt: startsAt + 3 * HOUR_MS, comment: 'Ring at Mme Dupont, 12 rue de la Paix' }
}

/** A session with the stand-in: one shift is held, one is open, one is full. */
async function record(accept: boolean, faults: Faults = {}): Promise<Recorded> {
  const running = await startCoopCycle({
    couriers: [SARAH, OTHER],
    settings: { brandName: 'Les Coursiers de Dupont', latlng: '43.296482,5.369780' },
  })
  const { levers, url } = running
  levers.place({ ...shiftIn(24), requiredSkills: ['cargo bike of Mme Dupont'] })
  levers.place(shiftIn(48))
  levers.fill(levers.place({ ...shiftIn(72), comment: undefined }))
  levers.setFaults(faults)
  try {
    return await recordSession({
      kind: 'coopcycle',
      baseUrl: url,
      key: null,
      secret: { email: SARAH.username, password: SARAH.password },
      askCode: null,
      options: {},
      at: null,
      variant: 'courier',
      accept,
      allowPrivate: true,
      clock: systemClock,
    })
  } finally {
    await running.stop()
  }
}

test('a recorded session has no one and no secret in it, and reads as it did', async () => {
  const { recording: made } = await record(false)
  assert.deepEqual(made.facts, {
    wrongPassword: 'sign_in_refused',
    endedToken: 'sign_in_needed',
    renewed: true,
    stations: 1,
    offers: 3,
    held: 0,
    accepted: null,
    acceptedAgain: null,
    heldAfter: null,
    released: null,
    joined: null,
    left: null,
    skilled: null,
  })
  const text = JSON.stringify(made)
  assert.doesNotMatch(text, /sarah|dupont|Her-own|bikes|Paix|coursiers|43\.29|eyJ|127\.0\.0\.1/i)
  assert.deepEqual(await verifyRecording(readRecording(text)), [])
})

test('a session that accepts plays every refusal and gives back what it took', async () => {
  const { recording: made } = await record(true)
  const { accepted, acceptedAgain, heldAfter, released, joined, left, skilled } = made.facts
  assert.deepEqual([accepted, acceptedAgain, heldAfter, released], ['accepted', 'unknown', 1, 'released'])
  assert.deepEqual([joined, left, skilled], ['waitlisted', 'released', 'not_eligible'])
  assert.doesNotMatch(JSON.stringify(made), /dupont|cargo/i)
  assert.deepEqual(await verifyRecording(made), [])
})

test('a refusal that the adapter takes for something else is told', async () => {
  const { recording: made } = await record(true)
  const statusOf = (path: string, status: number, to: number) => {
    const reply = made.exchanges.find((one) => one.path === path && one.status === status)
    assert.ok(reply, path)
    reply.status = to
  }
  statusOf('/api/me/shifts', 401, 429)
  assert.deepEqual(await verifyRecording(made), ['endedToken: rate_limited, recorded sign_in_needed'])
  statusOf('/api/login_check', 401, 418)
  assert.match((await verifyRecording(made)).join(), /^wrong password: unexpected_reply/)
})

test('an adapter that reads a recording differently is told', async () => {
  const { recording: made } = await record(false)
  const list = made.exchanges.find(({ path, status }) => path === '/api/shifts/open' && status === 200)
  assert.ok(list)
  list.body = { 'hydra:member': [] }
  assert.deepEqual(await verifyRecording(made), ['offers: 0, recorded 3'])
  made.exchanges = []
  assert.match((await verifyRecording(made)).join(), /^wrong password: unavailable/)
})

test('a session that ends early is recorded up to its step, which a replay names', async () => {
  const { recording, failed } = await record(false, { wrongTypes: 1 })
  assert.deepEqual(recording.failed, { step: 'offers', trouble: 'unexpected_reply' })
  assert.equal(failed?.step, 'offers')
  const text = JSON.stringify(recording)
  assert.doesNotMatch(text, /sarah|dupont|Paix/i)
  const made = readRecording(text)
  assert.deepEqual(
    made.exchanges.map(({ path, status }) => `${path} ${status}`),
    [
      '/api/login_check 401',
      '/api/login_check 200',
      '/api/settings 200',
      '/api/me/shifts 401',
      '/api/shifts/open 401',
      '/api/token/refresh 200',
      '/api/settings 200',
      '/api/shifts/open 200',
    ],
  )
  assert.deepEqual(await verifyRecording(made), ['offers: unexpected_reply (no list of shifts)'])

  const list = made.exchanges.at(-1)
  assert.ok(list)
  list.body = { 'hydra:member': [] }
  assert.deepEqual(await verifyRecording(made), ['offers: the adapter reads it now: record a whole session'])
})

test('the stand-in of CoopCycle answers as its own code did, property by property', async () => {
  const theirs = readRecording(readFileSync(new URL('coopcycle-shift-code.json', FOLDER), 'utf8'))
  const { recording: ours } = await record(true)
  assert.deepEqual(compareRecordings(theirs, ours), [])
})

test('a platform that answers nothing is not recorded', async () => {
  await assert.rejects(record(false, { dropBefore: 1 }), /^Error: wrong password: unavailable/)
})

for (const file of readdirSync(FOLDER)) {
  test(`recorded: ${file} reads as it was recorded`, async () => {
    const made = readRecording(readFileSync(new URL(file, FOLDER), 'utf8'))
    assert.deepEqual(await verifyRecording(made), [])
  })
}
