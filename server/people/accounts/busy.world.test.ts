import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import { startTestHttp } from '../../http/testing.ts'
import { createTaskQueue } from '../../kit/task-queue.ts'
import { LOCKOUT } from './lockout.ts'
import { PASSWORD, codeTo, enter, forgetLimits, solveCaptcha, visit } from './testing.ts'
import { until } from '../../kit/testing.ts'

const TRIES = LOCKOUT.pair[0]!.points
const queue = createTaskQueue({ running: 1, waiting: 1, waitingFirst: 3 })
/** What fills it, also for those who go first. */
const ALL = 5
const held: (() => void)[] = []

const http = await startTestHttp({ accounts: { hashing: queue } })
after(() => http.stop())
beforeEach(() => forgetLimits(http))
afterEach(release)

/** Occupies the queue until `release`, like a flood of passwords. */
function hold(turns: number): void {
  for (let turn = 0; turn < turns; turn++)
    void queue.run(() => new Promise<void>((resolve) => held.push(resolve)), turn > 1)
}

async function release(): Promise<void> {
  await until(() => {
    for (const end of held.splice(0)) end()
    return queue.hasRoom()
  }, 'the queue is empty')
}

test('under load a sign-in is refused with a retry time and counts as no guess', async () => {
  const eva = await http.addDriver()
  const visitor = await visit(http)
  hold(2)
  for (const email of [eva.email, 'nobody@example.com', 'no address'])
    for (let turn = 0; turn <= TRIES; turn++) {
      const { status, headers, body } = await visitor.post('/sign-in', { email, password: 'wrong' })
      assert.deepEqual([status, body.code], [503, 'accounts.busy'])
      assert.equal(headers.get('retry-after'), String(body.params['retryAfterSeconds']))
      assert.ok(Number(headers.get('retry-after')) > 0)
    }
  await release()
  assert.equal((await visitor.signIn(eva)).status, 200)
})

test('while strangers fill the queue, known devices, sessions and proofs of work are served', async () => {
  const [eva, luz] = [await enter(http), await enter(http)]
  const stranger = await visit(http)
  const captcha = await solveCaptcha(http)
  hold(2)
  const login = { email: eva.email, password: eva.password }
  assert.equal((await stranger.post('/sign-in', login)).body.code, 'accounts.busy')
  const given = { current: luz.password, password: PASSWORD, confirmPassword: PASSWORD }
  const answers = [
    eva.signIn(eva),
    luz.post('/password', given),
    stranger.post('/sign-in', { ...login, captcha }),
  ]
  await until(() => queue.waiting() === 4, 'all three wait for their turn')
  await release()
  for (const answer of await Promise.all(answers)) assert.equal(answer.status, 200)
  const again = await stranger.post('/sign-in', { ...login, captcha })
  assert.deepEqual([again.status, again.body.code], [422, 'accounts.captcha_failed'], 'a proof is good once')
})

test('a password change under load is refused, keeps session and password, and counts as no guess', async () => {
  const eva = await enter(http)
  const given = { current: eva.password, password: PASSWORD, confirmPassword: PASSWORD }
  hold(ALL)
  for (let turn = 0; turn <= TRIES; turn++)
    assert.equal((await eva.post('/password', given)).body.code, 'accounts.busy')
  await release()
  assert.equal((await eva.post('/password', given)).status, 200)
})

test('a registration that is refused then continues with the same ticket', async () => {
  const visitor = await visit(http)
  const { ticket } = (await visitor.startRegistration({ email: 'late@example.com' })).body
  await visitor.post('/codes/check', { ticket, code: codeTo(http, 'late@example.com') })
  hold(ALL)
  assert.equal((await visitor.register(ticket)).body.code, 'accounts.busy')
  await release()
  assert.equal((await visitor.register(ticket)).status, 200)
})

test('a new driver is signed in, however long the queue', async () => {
  const visitor = await visit(http)
  const { ticket } = (await visitor.startRegistration({ email: 'made@example.com' })).body
  await visitor.post('/codes/check', { ticket, code: codeTo(http, 'made@example.com') })
  hold(1)
  const registering = visitor.register(ticket)
  await until(() => queue.waiting() > 0, 'the new password waits to be hashed')
  // The queue is full again when the session is created.
  hold(ALL)
  held.splice(0).forEach((end) => end())
  await until(() => http.accounts.findDriver('made@example.com'), 'the account is there')
  await release()
  assert.equal((await registering).status, 200)
})

test('internal account creation waits in the queue', async () => {
  hold(2)
  const making = http.addDriver()
  await release()
  assert.equal((await (await visit(http)).signIn(await making)).status, 200)
})
