import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import {
  addressGroup,
  addressNetwork,
  clientAddress,
  parseCookies,
  readSetCookie,
  widerGroups,
  writeSetCookie,
} from '../http.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

test('cookies are read raw, the first of two with one name counts, and nonsense is passed over', () => {
  assert.deepEqual(
    [...parseCookies('a=1; b=x=y;a=2; c; =d;  e = %20 ')],
    [
      ['a', '1'],
      ['b', 'x=y'],
      ['e', '%20'],
    ],
  )
  assert.equal(parseCookies(undefined).size, 0)
})

test('a cookie that is written is read back, and its deletion is seen', () => {
  const line = writeSetCookie('a', 'b', { secure: true, httpOnly: true, maxAgeS: 5 })
  assert.equal(line, 'a=b; Max-Age=5; Path=/; HttpOnly; Secure; SameSite=Lax')
  assert.deepEqual(readSetCookie(line), { name: 'a', value: 'b' })
  assert.deepEqual(readSetCookie('a=b; max-age=0'), { name: 'a', value: '' })
})

test("a caller cannot choose their address; our proxy's last entry determines it", () => {
  assert.equal(clientAddress(request('::ffff:10.0.0.1', '8.8.8.8'), false), '10.0.0.1')
  assert.equal(clientAddress(request('10.0.0.1', '8.8.8.8, 9.9.9.9'), true), '9.9.9.9')
  assert.equal(clientAddress(request('10.0.0.1', 'nonsense'), true), '10.0.0.1')
  assert.equal(clientAddress(request('10.0.0.1'), true), '10.0.0.1')
})

test('an IPv6 address is counted by its /64', () => {
  assert.equal(addressGroup('2001:db8:1:2:aaaa::1'), '2001:db8:1:2')
  assert.equal(addressGroup('2001:0db8:1:2::ffff'), '2001:db8:1:2')
  assert.equal(addressGroup('2001:db8::1'), '2001:db8:0:0')
  assert.equal(addressGroup('2001:db8:1:2:3:4:5.6.7.8'), '2001:db8:1:2')
  assert.equal(addressGroup('fe80::1%eth0'), 'fe80:0:0:0')
  assert.equal(addressGroup('fe80::1%wlan0.1'), 'fe80:0:0:0')
  assert.equal(addressGroup('::1'), '0:0:0:0')
  assert.equal(addressGroup('10.1.2.3'), '10.1.2.3')
})

test('an IPv6 address also counts for its /56 and /48, an IPv4 one for its /24', () => {
  assert.deepEqual(widerGroups('2001:db8:1:2ff::1'), {
    site: '2001:db8:1:200/56',
    customer: '2001:db8:1:0/48',
  })
  assert.deepEqual(widerGroups('2001:db8:1:2ab::1'), widerGroups('2001:db8:1:201:9::'))
  assert.notDeepEqual(widerGroups('2001:db8:1:2ab::1'), widerGroups('2001:db8:1:3ab::1'))
  assert.equal(widerGroups('10.1.2.3'), null)
  assert.equal(widerGroups('::ffff:10.1.2.3'), null)
  assert.equal(addressNetwork('10.1.2.3'), '10.1.2.0/24')
  assert.equal(addressNetwork('::ffff:10.1.2.3'), '10.1.2.0/24')
  assert.equal(addressNetwork('2001:db8:1:2ff::1'), '2001:db8:1:0/48')
})

test('an IPv4 address is counted whole, however a proxy writes it', () => {
  for (const written of [
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '::FFFF:10.1.2.3',
    '::ffff:a01:203',
    '0:0:0:0:0:ffff:0a01:0203',
  ])
    assert.equal(addressGroup(written), '10.1.2.3')
})
