import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopback, isReachable } from './guard.ts'

const PUBLIC = ['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8']
const PRIVATE = ['10.0.0.1', '172.16.3.4', '192.168.1.1', '100.64.0.1', '127.0.0.1', '::1', 'fd12::1']
const NEVER = [
  '169.254.169.254',
  '::ffff:169.254.169.254',
  'fe80::1%eth0',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '0.0.0.0',
  '::',
  '224.0.0.1',
  'ff02::1',
  '255.255.255.255',
  '240.0.0.1',
  // Translated: what a gateway makes of them may be private.
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:0:1::1',
  '64:ff9b:1::a00:1',
  // Compatible with IPv4, and what IANA has given to nobody.
  '::7f00:1',
  '::a00:1',
  '::a9fe:a9fe',
  '::8.8.8.8',
  '::10.0.0.1',
  '::ffff:0:a00:1',
  'fec0::1',
  '4000::1',
  'not an address',
]

test('public addresses are always allowed, private ones by the record, and some never', () => {
  for (const address of PUBLIC) assert.ok(isReachable(address, false), address)
  for (const address of PRIVATE) {
    assert.ok(!isReachable(address, false), address)
    assert.ok(isReachable(address, true), address)
  }
  assert.ok(!isReachable('::ffff:10.0.0.1', false), 'an IPv4 address in an IPv6 one is read as what it is')
  for (const address of NEVER) assert.ok(!isReachable(address, true), address)
})

test('this machine is known in each of its spellings', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) assert.ok(isLoopback(address))
  for (const address of ['10.0.0.1', '8.8.8.8', '::2', '']) assert.ok(!isLoopback(address))
})
