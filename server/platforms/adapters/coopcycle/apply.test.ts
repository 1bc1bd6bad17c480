import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../../kit/clock.ts'
import type { InstanceReply } from '../../instances/fetch.ts'
import { createRest } from '../rest.ts'
import { createApplications } from './apply.ts'
import type { Shift } from './shapes.ts'

const TAKEN = { outcome: 'refused', cause: 'taken' }

const entries = (names: string[]) => names.map((username) => ({ user: { username } }))

function shiftOf(usernames: string[], slots: number, waiting: string[] = []): Shift {
  return {
    id: 17,
    startsAt: 3_600_000,
    endsAt: 7_200_000,
    slots,
    assignments: entries(usernames),
    waitlist: entries(waiting),
  }
}

/** A platform that answers applications when it is told to, each with the shift as it is then. */
function stage(slots: number) {
  let now = 0
  const clock: Clock = { now: () => now, after: () => () => {} }
  const assigned: string[] = []
  const waiting: string[] = []
  const sent: { username: string; answer: () => void }[] = []
  const rest = createRest(
    ({ headers }) =>
      new Promise<InstanceReply>((resolve) => {
        const username = headers['authorization']?.replace('Bearer ', '') ?? ''
        const answer = (): void => {
          ;(assigned.length < slots ? assigned : waiting).push(username)
          const { startsAt, endsAt, ...shift } = shiftOf(assigned, slots, waiting)
          const [start, end] = [startsAt, endsAt].map((at) => new Date(at).toISOString())
          const body = JSON.stringify({ ...shift, startsAt: start, endsAt: end })
          resolve({ kind: 'answer', status: 200, body, headers: {} })
        }
        sent.push({ username, answer })
      }),
  )
  const applications = createApplications(rest, clock)
  applications.list([shiftOf([], slots)])
  return {
    applications,
    sent,
    pass: (ms: number) => void (now += ms),
    apply: (username: string, joins = false) => {
      const tokens = { accessToken: username, refreshToken: '', expiresAt: 0, platformDriverId: username }
      return applications.apply(tokens, '17', joins)
    },
  }
}

test('no more couriers apply for a shift at once than it has places; to the others it is taken', async () => {
  const { sent, apply } = stage(2)
  const results = ['ana', 'luis', 'sam', 'eva'].map((username) => apply(username))
  assert.deepEqual(
    sent.map(({ username }) => username),
    ['ana', 'luis'],
  )
  for (const { answer } of sent) answer()
  const outcomes = await Promise.all(results)
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['accepted', 'accepted', 'refused', 'refused'],
  )
  assert.deepEqual(outcomes[3], TAKEN)
  assert.equal(sent.length, 2, 'nobody joined a wait list that they do not want')
})

test('who wants a place on the wait list applies at once', async () => {
  const { sent, apply } = stage(1)
  const results = [apply('ana'), apply('luis', true)]
  assert.equal(sent.length, 2)
  for (const { answer } of sent) answer()
  assert.equal((await results[1]!).outcome, 'waiting')
})

test('after a new reading a place that came free again is applied for', async () => {
  const { applications, sent, apply } = stage(1)
  const first = apply('ana')
  sent[0]!.answer()
  await first
  assert.deepEqual(await apply('luis'), TAKEN)
  applications.forgetAnswers()
  void apply('luis')
  assert.equal(sent.length, 2)
})

test('who waited too long for the others does not apply any more', async () => {
  const { sent, apply, pass } = stage(1)
  const results = [apply('ana'), apply('luis')]
  pass(3_000)
  sent[0]!.answer()
  assert.deepEqual(await results[1], { outcome: 'not_sent', cause: 'too_late' })
})
