import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEntry } from '@madruga/core/events.ts'
import { backoffMs, followLog } from './follow.ts'
import type { Connection, FollowDeps } from './follow.ts'

const line = (seq: number): LogEntry => ({
  seq,
  at: seq,
  type: 'filter.saved',
  data: { variant: 'amazon', version: seq, edition: 'basic' },
})

/** A server with ten lines whose streams break off as specified: the number of lines of each stream. */
function world(streams: number[], options: { openFailures?: number; final?: boolean } = {}) {
  const got: number[] = []
  const connections: Connection[] = []
  const asked: number[] = []
  const pauses: number[] = []
  const stopper = new AbortController()
  let opened = false
  let failures = options.openFailures ?? 0
  const deps: FollowDeps = {
    open: async () => {
      if (failures-- > 0) throw new Error('no answer')
      opened = true
    },
    lastSeq: () => (opened ? (got.at(-1) ?? 0) : null),
    stream: async (after) => {
      asked.push(after)
      const count = streams.shift()
      if (count === undefined) {
        if (!options.final) stopper.abort()
        throw new Error('closed')
      }
      return give(after, count)
    },
    onLine: (entry) => got.push(entry.seq),
    onConnection: (connection) => connections.push(connection),
    online: () => true,
    pause: async (ms) => void pauses.push(ms),
    isFinal: () => options.final === true && opened,
  }
  return { deps, stopper, got, connections, asked, pauses }
}

async function* give(after: number, count: number): AsyncGenerator<LogEntry> {
  for (let seq = after + 1; seq <= after + count; seq += 1) yield line(seq)
  throw new Error('broken off')
}

test('each stream continues after the last line that arrived', async () => {
  const { deps, stopper, got, asked, connections } = world([3, 0, 4])
  await followLog(deps, stopper.signal, () => new AbortController().signal)
  assert.deepEqual(got, [1, 2, 3, 4, 5, 6, 7])
  assert.deepEqual(asked, [0, 3, 3, 7])
  assert.deepEqual(connections.slice(0, 3), ['live', 'reconnecting', 'live'])
  assert.equal(connections.at(-1), 'closed')
})

test('the first page is asked for until it comes', async () => {
  const { deps, stopper, got, pauses } = world([1], { openFailures: 3 })
  await followLog(deps, stopper.signal, () => new AbortController().signal)
  assert.deepEqual(got, [1])
  assert.deepEqual(pauses.slice(0, 3), [500, 1000, 2000])
})

test('a session that ended ends the following', async () => {
  const { deps, stopper, connections } = world([], { final: true })
  await followLog(deps, stopper.signal, () => new AbortController().signal)
  assert.deepEqual(connections, ['closed'])
  assert.equal(stopper.signal.aborted, false)
})

test('waits double to 15 s', () => {
  assert.deepEqual([0, 1, 4, 5, 40].map(backoffMs), [500, 1000, 8000, 15_000, 15_000])
})
