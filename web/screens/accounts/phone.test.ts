import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editPhone, formatPhone, showPhone } from './phone.ts'

/** Types each character at the end, like a thumb. */
function type(keys: string, from = ''): string {
  let digits = from
  for (const key of keys) {
    const text = formatPhone(digits) + key
    digits = editPhone(digits, text, text.length).digits
  }
  return digits
}

test('brackets and dash come by themselves', () => {
  const shown = ['', '3', '305', '3055', '305555', '3055550', '3055550142'].map(formatPhone)
  assert.deepEqual(shown, ['', '3', '305', '(305) 5', '(305) 555', '(305) 555-0', '(305) 555-0142'])
})

test('typing and pasting end in the same ten digits, with or without the country code', () => {
  for (const text of ['3055550142', '(305) 555-0142', '305.555.0142', '+1 305 555 0142', '13055550142']) {
    assert.equal(type(text), '3055550142', text)
    assert.equal(editPhone('', text, text.length).digits, '3055550142', text)
  }
})

test('too many digits are kept for the driver to see', () => {
  assert.equal(type('30555501427'), '30555501427')
  assert.equal(formatPhone('30555501427'), '30555501427')
})

test('deleting a bracket or dash deletes the digit before it', () => {
  // (305) 555-0 with the cursor after the dash, then backspace.
  assert.deepEqual(editPhone('3055550', '(305) 5550', 9), { digits: '305550', text: '(305) 550', caret: 8 })
})

test('the cursor stays behind the digit it was behind', () => {
  // A 9 typed after 30 in (305) 555-0142.
  const { text, caret } = editPhone('305555', '(3095) 555', 4)
  assert.equal(text, '(309) 555-5')
  assert.equal(text.slice(0, caret), '(309')
})

test('a kept phone is read with its country code', () => {
  assert.equal(showPhone('13055550142'), '+1 (305) 555-0142')
  assert.equal(showPhone('34612345678'), '+34 612 345 678')
  assert.equal(showPhone('447911123456'), '+44 791 112 3456')
  assert.equal(showPhone('351912345678'), '+351 912 345 678')
})
