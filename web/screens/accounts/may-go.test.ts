import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldError } from '@madruga/core/errors.ts'
import { mayGo } from './may-go.ts'

/** A form as its driver sees it: the server's last answer, and the errors at its fields. */
function refusedForm() {
  const shown: { refusal: string | null; fields: readonly FieldError[] } = {
    refusal: 'accounts.locked',
    fields: [],
  }
  const go = (wrong: readonly FieldError[]) =>
    mayGo(
      wrong,
      () => (shown.refusal = null),
      (fields) => (shown.fields = fields),
    )
  return { shown, go }
}

test("the form's own errors replace the server's: only current errors are shown", () => {
  const { shown, go } = refusedForm()
  const wrong = [{ path: 'password', code: 'accounts.missing' }]
  assert.equal(go(wrong), false)
  assert.deepEqual(shown, { refusal: null, fields: wrong })
})

test('a valid form is sent, and earlier errors are cleared', () => {
  const { shown, go } = refusedForm()
  assert.equal(go([]), true)
  assert.deepEqual(shown, { refusal: null, fields: [] })
})
