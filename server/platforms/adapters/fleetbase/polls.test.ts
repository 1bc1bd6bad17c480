import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurnedClock } from '../../testing/turned-clock.ts'
import { keepAllowance } from './polls.ts'

test('polls wait while others have left little of the minute, and nothing else does', async () => {
  const clock = createTurnedClock()
  let left = '15'
  const fetch = keepAllowance(async () => {
    const headers = { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': left }
    return { kind: 'answer', status: 200, body: '', headers }
  }, clock)
  const send = async (priority: 'poll' | 'read' | 'accept') => {
    const reply = await fetch({ method: 'GET', path: '/', headers: {}, timeoutMs: 1, priority })
    return reply.kind
  }
  assert.equal(await send('poll'), 'answer')
  left = '14'
  assert.deepEqual([await send('poll'), await send('poll')], ['answer', 'over_budget'])
  assert.deepEqual([await send('accept'), await send('read')], ['answer', 'answer'])
  clock.turn(10_000)
  left = '119'
  assert.deepEqual([await send('poll'), await send('poll')], ['answer', 'answer'])
})
