import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import type { AppError } from '@madruga/core/errors.ts'
import { CONFIRMATION_FILE } from '@madruga/core/instances.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { handClock } from '../../kit/testing.ts'
import { testDatabase } from '../../db/testing.ts'
import type { TestDatabase } from '../../db/testing.ts'
import { makeKeyRing } from '../../kit/encryption.ts'
import { localUrl } from '../../kit/http.ts'
import type { NewMessage } from '../../notify.ts'
import { countWithdrawn } from './store.ts'
import { createInstances } from './actions.ts'
import type { Instances, InstanceView } from './actions.ts'

const OPERATOR = { id: null, name: 'olivia' }
const clock = handClock(Date.UTC(2026, 10, 27, 12))
let fresh: TestDatabase
let instances: Instances
let audited: { actor: string; action: string }[] = []
let sent: NewMessage[] = []
/** What the platform's host answers, and what it was asked for. */
let answer: { status: number; body: string; headers?: Record<string, string> }
let asked: string[] = []
const host = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.writeHead(answer.status, answer.headers).end(answer.body)
})

before(async () => {
  fresh = await testDatabase()
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  instances = createInstances({
    db: fresh.database.kysely,
    keyRing: makeKeyRing(),
    clock,
    notify: { sendMessage: async (_tx, message) => void sent.push(message), announce: async () => {} },
    announceHouseRules: async () => {},
    recordAction: async (_tx, { name }, _at, { action }) => void audited.push({ actor: name, action }),
  })
})
after(async () => {
  host.closeAllConnections()
  await new Promise((resolve) => host.close(resolve))
  await fresh.drop()
})
beforeEach(async () => {
  await fresh.database.pool.query('delete from platform_instances')
  audited = []
  asked = []
  sent = []
})

const here = () => localUrl('127.0.0.1', (host.address() as AddressInfo).port, false)
const add = (over: { baseUrl?: string; name?: string } = {}): Promise<InstanceView> =>
  instances.add(OPERATOR, {
    kind: 'coopcycle',
    name: 'Riders',
    baseUrl: `${here()}/shifts`,
    key: null,
    options: {},
    authorisedBy: 'Marta',
    authorisedOn: '2026-11-01',
    maxRequestsPerMinute: 600,
    allowPrivate: true,
    ...over,
  })
const read = async (id: string) => (await instances.list()).find((one) => one.id === id)!.confirmation
const refuses = (doing: Promise<unknown>, code: string) =>
  assert.rejects(doing, (error: AppError) => error.code === code, code)

test("a file of the platform's own host confirms it", async () => {
  const { id, confirmation } = await add()
  assert.equal(confirmation.state, 'none')
  assert.equal(confirmation.file.url, `${here()}${CONFIRMATION_FILE}`)
  answer = { status: 200, body: `${confirmation.file.content}\n` }
  const view = await instances.readFile(OPERATOR, { id })
  assert.deepEqual([view.confirmation.state, view.confirmation.by], ['confirmed', 'file'])
  assert.deepEqual(asked, [`GET ${CONFIRMATION_FILE}`])
  assert.deepEqual(audited.at(-1), { actor: 'olivia', action: 'instances.confirm' })
})

test('another file, a redirect, a large one and one of another instance confirm nothing', async () => {
  const { id, confirmation } = await add()
  const other = await add({ name: 'Others', baseUrl: `${here()}/others` })
  const { content } = confirmation.file
  for (const given of [
    { status: 200, body: 'madruga-confirmation=' },
    { status: 200, body: other.confirmation.file.content },
    { status: 302, body: content, headers: { location: 'https://elsewhere.example/' } },
    { status: 404, body: content },
  ]) {
    answer = given
    await refuses(instances.readFile(OPERATOR, { id }), 'instances.file_absent')
  }
  for (const given of [
    { status: 200, body: content.padEnd(3_000) },
    { status: 503, body: content },
  ]) {
    answer = given
    await refuses(instances.readFile(OPERATOR, { id }), 'instances.file_unread')
  }
  assert.equal((await read(id)).state, 'none')
  assert.equal(asked.length, 6, 'a redirect is not followed')
})

test('a confirmation is checked every day, and operators learn of one that was withdrawn', async () => {
  const { id, confirmation } = await add()
  answer = { status: 200, body: confirmation.file.content }
  await instances.readFile(OPERATOR, { id })
  await instances.checkAgain()
  assert.equal(asked.length, 1, 'too early')
  await clock.advance(DAY_MS)
  answer = { status: 500, body: '' }
  await instances.checkAgain()
  assert.equal((await read(id)).state, 'confirmed', 'a server in trouble withdraws nothing')
  assert.equal(await countWithdrawn(fresh.database.kysely), 0)
  answer = { status: 404, body: '' }
  await instances.checkAgain()
  assert.equal((await read(id)).state, 'withdrawn')
  assert.equal(await countWithdrawn(fresh.database.kysely), 1)
  assert.deepEqual(audited.at(-1), { actor: 'service', action: 'instances.withdraw' })
  await instances.checkAgain()
  assert.equal(asked.length, 3, 'it is asked no more')
  await instances.setActive(OPERATOR, { id, active: false, reason: 'withdrawn' })
  assert.equal(await countWithdrawn(fresh.database.kysely), 0, 'a disabled one is no longer in use')
})

test('a platform that moves is no longer confirmed', async () => {
  const { id, confirmation, ...stored } = await add()
  answer = { status: 200, body: confirmation.file.content }
  await instances.readFile(OPERATOR, { id })
  const { kind, name, options, authorisedBy, authorisedOn, maxRequestsPerMinute, allowPrivate } = stored
  const moved = { kind, name, options, authorisedBy, authorisedOn, maxRequestsPerMinute, allowPrivate }
  const baseUrl = 'https://new.example.org'
  const view = await instances.edit(OPERATOR, { id, ...moved, key: null, baseUrl })
  assert.equal(view.confirmation.state, 'none')
  assert.notEqual(view.confirmation.file.content, confirmation.file.content)
})

const CODED = { name: 'Coded', baseUrl: 'https://coop.example.org' }
const codeOf = (message: NewMessage | undefined): string => {
  assert.equal(message?.template, 'instance_code')
  return message.template === 'instance_code' ? message.params.code : ''
}

test('a code that an administrator of its domain was sent confirms it, once, for a year', async () => {
  const { id } = await add(CODED)
  await refuses(
    instances.sendCode(OPERATOR, { id, email: 'me@evil.example', language: 'en' }),
    'instances.not_administrator',
  )
  assert.equal(sent.length, 0)
  const { confirmation } = await instances.sendCode(OPERATOR, {
    id,
    email: 'Admin@example.org',
    language: 'es',
  })
  assert.equal(confirmation.codeSentTo, 'admin@example.org')
  const code = codeOf(sent[0])
  assert.deepEqual(
    [sent[0]!.recipient, sent[0]!.language, sent[0]!.driverId],
    ['admin@example.org', 'es', null],
  )
  const { rows } = await fresh.database.pool.query(
    'select confirmation_code::text as text from platform_instances',
  )
  assert.ok(!rows[0].text.includes(code), 'the code is not stored')
  const view = await instances.confirm(OPERATOR, { id, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
  assert.deepEqual([view.confirmation.state, view.confirmation.by], ['confirmed', 'mail'])
  await refuses(instances.confirm(OPERATOR, { id, code }), 'instances.code_over')
  await clock.advance(365 * DAY_MS)
  await instances.checkAgain()
  assert.equal((await read(id)).state, 'withdrawn')
  assert.deepEqual(
    audited.map(({ action }) => action),
    ['instances.add', 'instances.send_code', 'instances.confirm', 'instances.withdraw'],
  )
})

test('a code has five tries, and no more than three are sent a day', async () => {
  const { id } = await add(CODED)
  const send = () => instances.sendCode(OPERATOR, { id, email: 'admin@example.org', language: 'en' })
  await send()
  const code = codeOf(sent[0])
  const wrong = code === '000000' ? '000001' : '000000'
  await refuses(instances.confirm(OPERATOR, { id, code: 'no code' }), 'instances.code_wrong')
  for (const triesLeft of [4, 3, 2, 1, 0])
    await assert.rejects(instances.confirm(OPERATOR, { id, code: wrong }), { params: { triesLeft } })
  await refuses(instances.confirm(OPERATOR, { id, code }), 'instances.code_over')
  await send()
  await send()
  await refuses(send(), 'instances.code_limit')
  await clock.advance(DAY_MS)
  await send()
  await clock.advance(DAY_MS)
  await refuses(instances.confirm(OPERATOR, { id, code: codeOf(sent.at(-1)) }), 'instances.code_over')
})
