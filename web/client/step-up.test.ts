import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canStepUp, onStepUp, stepUp } from './step-up.ts'

test('operations that need a fresh code at once wait for the same one; the next is asked for anew', async () => {
  const answers: ((given: boolean) => void)[] = []
  const leave = onStepUp(() => new Promise((resolve) => answers.push(resolve)))
  const operations = [stepUp(), stepUp()]
  assert.equal(answers.length, 1, 'one question')
  answers[0]!(true)
  assert.deepEqual(await Promise.all(operations), [true, true])
  const later = stepUp()
  assert.equal(answers.length, 2)
  answers[1]!(false)
  assert.equal(await later, false)
  leave()
})

test('a console that opens before the last one is gone keeps asking', async () => {
  const leaveFirst = onStepUp(async () => false)
  const leaveSecond = onStepUp(async () => true)
  leaveFirst()
  assert.equal(await stepUp(), true)
  leaveSecond()
  assert.equal(canStepUp(), false)
  assert.equal(await stepUp(), false)
})
