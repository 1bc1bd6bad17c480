import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSignedByTwilio, signForm } from './twilio.ts'

// The example of Twilio's documentation, "Validating Signatures from Twilio".
const TOKEN = '12345'
const URL_POSTED = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const FIELDS = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
}
const SIGNATURE = 'RSOYDt4T1cUTdK1PDd93/VVr8B8='

test('a form is signed as in the example of Twilio', () => {
  assert.equal(signForm(TOKEN, URL_POSTED, FIELDS), SIGNATURE)
  assert.equal(isSignedByTwilio(TOKEN, SIGNATURE, URL_POSTED, FIELDS), true)
})

test('a signature with or without the port of the address is right', () => {
  for (const [configured, signed] of [
    ['https://mycompany.com/sms', 'https://mycompany.com:443/sms'],
    ['http://mycompany.com/sms', 'http://mycompany.com:80/sms'],
    ['https://mycompany.com:8443/sms', 'https://mycompany.com/sms'],
    ['https://mycompany.com:8443/sms', 'https://mycompany.com:8443/sms'],
  ] as const)
    assert.ok(isSignedByTwilio(TOKEN, signForm(TOKEN, signed, FIELDS), configured, FIELDS), signed)
})

test('another token, address or field is refused', () => {
  assert.equal(isSignedByTwilio('12346', SIGNATURE, URL_POSTED, FIELDS), false)
  assert.equal(isSignedByTwilio(TOKEN, SIGNATURE, `${URL_POSTED}3`, FIELDS), false)
  assert.equal(isSignedByTwilio(TOKEN, SIGNATURE, URL_POSTED, { ...FIELDS, Digits: '1235' }), false)
  assert.equal(isSignedByTwilio(TOKEN, '', URL_POSTED, FIELDS), false)
})
