import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createPasswordJudge } from './password-judge.ts'

const person = { email: 'ana@example.com', firstName: 'Ana', lastName: 'López', phone: null }
const BREACHED = 'nine blue horses'
const digest = createHash('sha1').update(BREACHED).digest('hex').toUpperCase()

/** A fake breach service; `answer` gets the path after the slash. */
async function startBreaches(t: TestContext, answer: (range: string) => { status: number; body: string }) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['add-padding']}`)
    const { status, body } = answer((request.url ?? '').slice('/range/'.length))
    response.writeHead(status, { location: '/range/elsewhere' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const faults: string[] = []
  const breachesUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`
  const judge = createPasswordJudge({ breachesUrl, onFault: (message) => void faults.push(message) })
  return { asked, faults, judge: (password: string) => judge(password, person) }
}

test('a password that was in a breach is refused, and five digits of its digest are all that leaves', async (t) => {
  const body = `${'0'.repeat(35)}:7\r\n${digest.slice(5)}:3`
  const { asked, faults, judge } = await startBreaches(t, () => ({ status: 200, body }))
  assert.equal(await judge(BREACHED), 'accounts.password_breached')
  assert.deepEqual(asked, [`/range/${digest.slice(0, 5)} true`])
  assert.equal(await judge('eleven green boats'), null)
  assert.deepEqual(faults, [])
})

test('what pads an answer is no breach, and what our own lists refuse is not asked for', async (t) => {
  const { asked, judge } = await startBreaches(t, () => ({ status: 200, body: `${digest.slice(5)}:0` }))
  assert.equal(await judge(BREACHED), null)
  assert.equal(await judge('password'), 'accounts.password_common')
  assert.equal(await judge('short'), 'accounts.password_short')
  assert.equal(asked.length, 1)
})

test('if the service fails, our own lists decide, and the log reports it', async (t) => {
  for (const status of [500, 302]) {
    const { asked, faults, judge } = await startBreaches(t, () => ({ status, body: `${digest.slice(5)}:3` }))
    assert.equal(await judge(BREACHED), null)
    assert.deepEqual(faults, ['breached passwords could not be looked up'])
    assert.equal(asked.length, 1, 'no redirect is followed')
    assert.equal(await judge('password'), 'accounts.password_common')
  }
  const alone = createPasswordJudge({ breachesUrl: null, onFault: () => assert.fail() })
  assert.equal(await alone(BREACHED, person), null)
})
