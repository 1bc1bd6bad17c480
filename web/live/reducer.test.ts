import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEntry } from '@madruga/core/events.ts'
import * as fc from 'fast-check'
import { EMPTY_LOG, LINES_SHOWN, addLines, openLog } from './reducer.ts'

const line = (seq: number): LogEntry => ({
  seq,
  at: seq * 1000,
  type: 'filter.saved',
  data: { variant: 'amazon', version: seq, edition: 'basic' },
})
const lines = (...seqs: number[]) => seqs.map(line)
const seqs = (entries: readonly LogEntry[]) => entries.map((entry) => entry.seq)

test('a first page gives lines newest first, and where the stream continues', () => {
  const log = openLog(lines(5, 4, 3), 5)
  assert.deepEqual(seqs(log.entries), [5, 4, 3])
  assert.equal(log.lastSeq, 5)
  assert.equal(log.firstSeq, 5)
})

test('an empty log resumes after zero', () => {
  assert.equal(openLog([], 0).lastSeq, 0)
})

test('the server may know a newer number than its page shows', () => {
  assert.equal(openLog(lines(3), 7).lastSeq, 7)
})

test('a line that comes twice is there once, and nothing is drawn again for it', () => {
  const log = openLog(lines(2, 1), 2)
  assert.equal(addLines(log, lines(1, 2)), log)
  assert.deepEqual(seqs(addLines(log, lines(2, 3, 3)).entries), [3, 2, 1])
})

test('memory is bounded', () => {
  const log = addLines(
    { ...EMPTY_LOG, lastSeq: 0 },
    Array.from({ length: LINES_SHOWN + 10 }, (_, index) => line(index + 1)),
  )
  assert.equal(log.entries.length, LINES_SHOWN)
  assert.equal(log.entries[0]?.seq, LINES_SHOWN + 10)
})

test('whatever the batches, breaks and repeats: every line once, in order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.tuple(fc.nat(60), fc.nat(10)), { maxLength: 30 }),
      (total, jumps) => {
        let log = openLog([], 0)
        // Each stream begins at the last known number or earlier, and breaks off somewhere.
        for (const [back, count] of jumps) {
          const from = Math.max(0, (log.lastSeq ?? 0) - back)
          log = addLines(log, lines(...range(from + 1, Math.min(total, from + count))))
        }
        log = addLines(log, lines(...range((log.lastSeq ?? 0) + 1, total)))
        assert.deepEqual(seqs(log.entries), range(1, total).toReversed())
      },
    ),
  )
})

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
