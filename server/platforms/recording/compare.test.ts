import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareRecordings } from './compare.ts'

const reply = (body: unknown, more: { path?: string; status?: number; retryAfter?: string } = {}) => ({
  exchanges: [{ method: 'GET', path: '/api/shifts/24', status: 200, body, ...more }],
})

test('replies that differ by ids, names and numbers alone are the same', () => {
  const theirs = reply({
    '@id': '/api/shifts/24',
    '@type': 'Shift',
    name: 'text-3',
    'text-9': null,
    slots: 1,
  })
  const ours = reply(
    { '@id': '/api/shifts/7', '@type': 'Shift', name: 'text-5', slots: 2 },
    { path: '/api/shifts/7' },
  )
  assert.deepEqual(compareRecordings(theirs, ours), [])
})

for (const [title, theirs, ours, told] of [
  [
    'a null for an absent one',
    reply({ a: null }),
    reply({}),
    ['only at the platform: GET /api/shifts/* 200 .a null'],
  ],
  [
    'a text for a number, deep in a list',
    reply({ a: [{ b: 'x' }] }),
    reply({ a: [{ b: 1 }] }),
    [
      'only at the platform: GET /api/shifts/* 200 .a[].b string',
      'only at the stand-in: GET /api/shifts/* 200 .a[].b number',
    ],
  ],
  [
    'another type of the wire',
    reply({ '@type': 'Shift' }),
    reply({ '@type': 'Turn' }),
    [
      'only at the platform: GET /api/shifts/* 200 .@type Shift',
      'only at the stand-in: GET /api/shifts/* 200 .@type Turn',
    ],
  ],
  [
    'a wait that one of them does not tell',
    reply({}, { status: 429 }),
    reply({}, { status: 429, retryAfter: '60' }),
    [
      'only at the platform: GET /api/shifts/* 429',
      'only at the stand-in: GET /api/shifts/* 429 Retry-After',
    ],
  ],
] as const)
  test(`a difference is told: ${title}`, () => assert.deepEqual(compareRecordings(theirs, ours), told))
