import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { test } from 'node:test'
import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { readBytes, readJson } from '../http.ts'

const noLimit = { limitBytes: 1_000_000, takeBytes: async () => null }

function request(body: string | Buffer, headers: Record<string, string> = {}): IncomingMessage {
  const stream = Readable.from([Buffer.from(body)])
  return Object.assign(stream, {
    headers: { 'content-type': 'application/json', ...headers },
  }) as unknown as IncomingMessage
}

async function read(text: string): Promise<unknown> {
  return await readJson(request(text), noLimit)
}

const REFUSED = { refused: 'malformed' }

test('lone surrogates and NUL are rejected anywhere, whole characters are accepted', async () => {
  for (const text of [
    '"\\ud83d"',
    '"\\ude00"',
    '"\\ude00\\ud83d"',
    '"\\ud83d\\ud83d\\ude00"',
    '"\\ud83d\\u0041"',
    '"\\ud83dx\\ude00"',
    '"\\uD83D\\n"',
    '"\\u0000"',
    '{"\\ud83d":1}',
    '{"a":{"b":["\\\\\\udead"]}}',
    `["${'x'.repeat(900)}","\\ud83d"]`,
  ])
    assert.deepEqual(await read(text), REFUSED, text)
  for (const [text, body] of [
    ['"\\ud83d\\ude00"', '\u{1f600}'],
    ['"\\uD83D\\uDE00\\ud83d\\ude00"', '\u{1f600}\u{1f600}'],
    ['"\u{1f600}"', '\u{1f600}'],
    ['"\\\\ud83d"', '\\ud83d'],
    ['"\\\\u0000"', '\\u0000'],
    ['"\\u0041\\n\\"\\\\"', 'A\n"\\'],
  ] as const)
    assert.deepEqual(await read(text), { body }, text)
})

test('what is taken is what a database keeps: the same verdict as looking at every text that was parsed', async () => {
  const piece = fc.constantFrom(
    '\\ud83d',
    '\\ude00',
    '\\u0000',
    '\\u0041',
    '\\\\',
    '\\n',
    'u',
    'd83d',
    '\u{1f600}',
    '"',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const text = `{"a":["${pieces.join('')}"]}`
      const storable = (value: unknown): boolean =>
        typeof value === 'string'
          ? value.isWellFormed() && !value.includes('\0')
          : typeof value !== 'object' || value === null || Object.entries(value).flat().every(storable)
      let parsed: unknown = REFUSED
      try {
        parsed = JSON.parse(text)
      } catch {}
      assert.deepEqual(
        await read(text),
        parsed !== REFUSED && storable(parsed) ? { body: parsed } : REFUSED,
        text,
      )
    }),
    { numRuns: 2_000 },
  )
})

test('no function of ours is called for each value of a document, whatever is escaped in it', async (t) => {
  const parse = t.mock.method(JSON, 'parse')
  await read(`{"a":"\\ud83d\\ude00","b":[${'0,'.repeat(1_000)}0]}`)
  assert.deepEqual(
    parse.mock.calls.map((call) => call.arguments.length),
    [1],
  )
})

test("bytes are counted before parsing, and rejected once the sender's budget is used up", async () => {
  let left = 5_000
  const limits = {
    limitBytes: 1_000_000,
    takeBytes: async (bytes: number) => ((left -= bytes) < 0 ? 1_500 : null),
  }
  assert.ok('bytes' in (await readBytes(request('x'.repeat(3_000)), limits)))
  assert.deepEqual(await readBytes(request('x'.repeat(3_000)), limits), {
    refused: 'too_many',
    waitMs: 1_500,
  })
})

test('a rejected body is discarded to its end, so that the refusal can be read', async () => {
  const long = Object.assign(Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(50))), {
    headers: {},
  })
  const ended = once(long, 'end')
  const refused = await readBytes(long as unknown as IncomingMessage, { ...noLimit, limitBytes: 120 })
  assert.deepEqual(refused, { refused: 'too_large' })
  await ended
})

test('a body with too large a length is rejected before a byte is counted', async () => {
  let counted = 0
  const limits = {
    limitBytes: 10,
    async takeBytes(bytes: number) {
      counted += bytes
      return null
    },
  }
  const announced = await readBytes(request('x'.repeat(11), { 'content-length': '11' }), limits)
  assert.deepEqual([announced, counted], [{ refused: 'too_large' }, 0])
  assert.deepEqual(await readBytes(request('x'.repeat(11)), limits), { refused: 'too_large' })
})
