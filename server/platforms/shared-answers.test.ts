import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareAnswers } from './shared-answers.ts'
import { createTurnedClock } from './testing/turned-clock.ts'

const TIMES = { forMs: 5_000, silentMs: 3_000 }

test('whether a platform answers is asked once for all who want to know within a while', async () => {
  const clock = createTurnedClock()
  let asked = 0
  const answers = shareAnswers(clock, TIMES, async () => ++asked > 1)
  assert.deepEqual(await Promise.all([answers(), answers()]), [false, false])
  clock.turn(4_999)
  assert.equal(await answers(), false)
  clock.turn(1)
  assert.equal(await answers(), true)
  assert.equal(asked, 2)
})

test('a platform that says nothing is silent after three seconds, however long its call may take', async () => {
  const clock = createTurnedClock()
  const answers = shareAnswers(clock, TIMES, () => new Promise(() => {}))
  const reading = answers()
  clock.turn(3_000)
  assert.equal(await reading, false)
})
