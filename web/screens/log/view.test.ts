import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEntry } from '@madruga/core/events.ts'
import { chooseLines, countNew, toggleGroup } from './view.ts'

const saved = (seq: number): LogEntry => ({
  seq,
  at: seq,
  type: 'filter.saved',
  data: { variant: 'amazon', version: seq, edition: 'basic' },
})
const entries = [5, 4, 3, 2, 1].map(saved)
const seqs = (lines: readonly LogEntry[]) => lines.map((line) => line.seq)

test('holding hides what came later, resuming shows it: no gap, nothing twice', () => {
  const held = { groups: [], heldAt: 3 }
  assert.deepEqual(seqs(chooseLines(entries, held)), [3, 2, 1])
  assert.equal(countNew(entries, held), 2)
  assert.deepEqual(seqs(chooseLines(entries, { groups: [], heldAt: null })), [5, 4, 3, 2, 1])
  assert.equal(countNew(entries, { groups: [], heldAt: null }), 0)
})

test('chips choose, together with holding', () => {
  assert.deepEqual(seqs(chooseLines(entries, { groups: ['bot'], heldAt: 2 })), [2, 1])
  assert.deepEqual(chooseLines(entries, { groups: ['accepted'], heldAt: null }), [])
  assert.equal(countNew(entries, { groups: ['missed'], heldAt: 1 }), 0)
  assert.deepEqual(toggleGroup(toggleGroup(['bot'], 'missed'), 'bot'), ['missed'])
})
