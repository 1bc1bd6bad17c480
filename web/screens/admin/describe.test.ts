import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDetails, reasonOf, sayAgo, sayCode, sayValue } from './describe.ts'

test('a changed value stands beside what it was, the reason apart', () => {
  const details = { before: 'active', after: 'suspended', reason: 'unpaid' }
  assert.deepEqual(describeDetails(details), [{ name: null, before: 'active', text: 'suspended' }])
  assert.equal(reasonOf(details), 'unpaid')
  assert.deepEqual(describeDetails({ before: null, after: 'A1' }), [{ name: null, before: '', text: 'A1' }])
  assert.deepEqual(describeDetails({ before: 'A1', after: null }), [{ name: null, before: 'A1', text: '' }])
})

test('of two records only differences are shown', () => {
  assert.deepEqual(
    describeDetails({
      before: { killed: false, serverAvailable: true },
      after: { killed: true, serverAvailable: true },
      reason: 'x',
    }),
    [{ name: 'killed', before: 'false', text: 'true' }],
  )
})

test('whatever else an action names is shown by its name', () => {
  assert.deepEqual(describeDetails({ requestId: 7, messageId: 9 }), [
    { name: 'requestId', before: null, text: '7' },
    { name: 'messageId', before: null, text: '9' },
  ])
  assert.deepEqual(describeDetails({}), [])
  assert.equal(reasonOf({}), null)
})

test('what is less than a minute old is just now', () => {
  const words = {
    t: (key: string, params?: { time: string }) => `${key} ${params?.time ?? ''}`.trim(),
    span: (ms: number) => `${ms} ms`,
  } as unknown as Parameters<typeof sayAgo>[0]
  assert.equal(sayAgo(words, 1_000, 60_999), 'admin.just_now')
  assert.equal(sayAgo(words, 1_000, 61_000), 'admin.ago 60000 ms')
})

test('states of the audit log are words, and what no release knows is no code alone', () => {
  const texts: Record<string, string> = {
    'audit.value.active': 'Active',
    'audit.action.other': 'Another action',
    'incident.job_fails': 'Job failing: ',
    'job.fleet.watch': 'Check for problems',
  }
  const words = {
    say: (key: string) => texts[key] ?? key,
    date: () => 'Nov 23',
    money: (cents: number) => `$${cents / 100}`,
  } as unknown as Parameters<typeof sayValue>[0] & Parameters<typeof sayCode>[0]
  assert.equal(sayValue(words, null, 'active'), 'Active')
  assert.equal(sayValue(words, null, 'A1'), 'A1')
  assert.equal(sayValue(words, 'incident', 'job_fails'), 'Job failing')
  assert.equal(sayValue(words, 'incident', 'of_another_release'), 'of_another_release')
  assert.equal(sayValue(words, 'subject', 'fleet.watch'), 'Check for problems')
  assert.equal(sayValue(words, 'from', '1795454409790'), 'Nov 23')
  assert.equal(sayValue(words, 'amountCents', '1050'), '$10.5')
  assert.equal(sayValue(words, 'cut', '{"kind":"percent","percent":50}'), '50%')
  assert.equal(sayValue(words, 'cut', '{"kind":"amount","cents":500}'), '$5')
  assert.equal(sayCode(words, 'audit.action', 'things.do'), 'Another action')
})
