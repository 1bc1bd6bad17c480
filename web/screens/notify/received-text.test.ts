import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCode, splitLinks } from './received-text.ts'

test('a code is found as mails, SMS and calls write it', () => {
  assert.equal(findCode('Your Madruga code is 482913. It holds 5 minutes.'), '482913')
  assert.equal(findCode('Tu código: 482 913'), '482913')
  assert.equal(findCode('Your code is 4, 8, 2, 9, 1, 3. Again: 4, 8, 2, 9, 1, 3.'), '482913')
  assert.equal(findCode('4 8 2 9 1 3'), '482913')
})

test('phones, prices and times are no codes', () => {
  assert.equal(findCode('Call 13055550199 at 10:45, it pays $108.50 for 4 h'), null)
  assert.equal(findCode('MIA4 1234567'), null)
  assert.equal(findCode('Read it: http://127.0.0.1:8080/#/support?request=123456'), null)
  assert.equal(findCode('It costs $482913, or 482913.50'), null)
  assert.equal(findCode('no digits'), null)
})

test('only addresses of our own origin can be followed', () => {
  const text = 'See http://app.test/#/inbox, not http://app.test.evil.com/x or https://app.test/y.'
  assert.deepEqual(splitLinks(text, 'http://app.test'), [
    { text: 'See ', href: null },
    { text: 'http://app.test/#/inbox', href: 'http://app.test/#/inbox' },
    { text: ', not http://app.test.evil.com/x or https://app.test/y.', href: null },
  ])
  assert.deepEqual(splitLinks('http://app.test@evil.com/', 'http://app.test'), [
    { text: 'http://app.test@evil.com/', href: null },
  ])
  assert.deepEqual(splitLinks('', 'http://app.test'), [])
})
