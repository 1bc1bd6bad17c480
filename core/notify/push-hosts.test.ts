import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arePushKeys, isPushEndpoint } from './push-hosts.ts'

test('addresses of the browsers are taken', () => {
  for (const url of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QGuQ',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
  ])
    assert.ok(isPushEndpoint(url), url)
})

test('nothing else is: other hosts, look-alikes, plain http, ports, users, numbers', () => {
  for (const url of [
    'https://example.com/push',
    'https://fcm.googleapis.com.evil.example/send',
    'https://evilfcm.googleapis.com/send',
    'https://evil.example/fcm.googleapis.com',
    'https://notify.windows.com.evil.example/',
    'https://evilnotify.windows.com/',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com@evil.example/',
    'https://user:secret@fcm.googleapis.com/fcm/send/abc',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'file:///etc/passwd',
    'not an address',
    'https://fcm.googleapis.com/send/\u0000',
    'https://fcm.googleapis.com/ send',
    '',
  ])
    assert.ok(!isPushEndpoint(url), url)
})

test('extra hosts are exact, port included', () => {
  assert.ok(isPushEndpoint('https://push.example:8443/a', ['push.example:8443']))
  assert.ok(!isPushEndpoint('https://push.example:8444/a', ['push.example:8443']))
  assert.ok(!isPushEndpoint('https://a.push.example:8443/a', ['push.example:8443']))
  assert.ok(isPushEndpoint('http://127.0.0.1:4000/a', ['127.0.0.1:4000']))
  assert.ok(!isPushEndpoint('http://push.example:8443/a', ['push.example:8443']))
  assert.ok(!isPushEndpoint('http://127.0.0.1:4001/a', ['127.0.0.1:4000']))
})

test('keys that nothing could be encrypted with are refused', () => {
  const point = `B${'a'.repeat(86)}`
  const auth = 'b'.repeat(22)
  assert.ok(arePushKeys(point, auth))
  assert.ok(arePushKeys(`${point}=`, `${auth}==`))
  assert.ok(!arePushKeys(`A${'a'.repeat(86)}`, auth))
  assert.ok(!arePushKeys(point.slice(1), auth))
  assert.ok(!arePushKeys(point, `${auth}a`))
  assert.ok(!arePushKeys(point, `${auth.slice(1)}/`))
})
