import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEntry } from '@madruga/core/events.ts'
import { LOG_GROUPS, chooseLines, countNew, groupsOf, toggleGroup } from './view.ts'

const saved = (seq: number): LogEntry => ({
  seq,
  at: seq,
  type: 'filter.saved',
  data: { variant: 'amazon', version: seq, edition: 'basic' },
})
const offer = (seq: number, kind: 'block' | 'shopping'): LogEntry =>
  ({ seq, at: seq, type: 'offer.missed', data: { offer: { kind } } }) as LogEntry
const entries = [5, 4, 3, 2, 1].map(saved)
const seqs = (lines: readonly LogEntry[]) => lines.map((line) => line.seq)

test('holding hides what came later, resuming shows it: no gap, nothing twice', () => {
  const held = { groups: [], heldAt: 3 }
  assert.deepEqual(seqs(chooseLines(entries, held, 'amazon')), [3, 2, 1])
  assert.equal(countNew(entries, held, 'amazon'), 2)
  assert.deepEqual(seqs(chooseLines(entries, { groups: [], heldAt: null }, 'amazon')), [5, 4, 3, 2, 1])
  assert.equal(countNew(entries, { groups: [], heldAt: null }, 'amazon'), 0)
})

test('chips choose, together with holding', () => {
  assert.deepEqual(seqs(chooseLines(entries, { groups: ['bot'], heldAt: 2 }, 'amazon')), [2, 1])
  assert.deepEqual(chooseLines(entries, { groups: ['accepted'], heldAt: null }, 'amazon'), [])
  assert.equal(countNew(entries, { groups: ['missed'], heldAt: 1 }, 'amazon'), 0)
  assert.deepEqual(toggleGroup(toggleGroup(['bot'], 'missed'), 'bot'), ['missed'])
})

test("after a change of the app the other one's lines are not shown, and do not count as new", () => {
  const running = { seq: 3, at: 3, type: 'bot.state_changed', data: {} } as LogEntry
  const lines = [offer(5, 'shopping'), offer(4, 'block'), running, offer(2, 'shopping'), saved(1)]
  const shown = (app: 'amazon' | 'spark') => seqs(chooseLines(lines, { groups: [], heldAt: null }, app))
  assert.deepEqual(
    [shown('amazon'), shown('spark')],
    [
      [4, 3, 1],
      [5, 3, 2],
    ],
  )
  assert.equal(countNew(lines, { groups: [], heldAt: 3 }, 'amazon'), 1)
})

test('what waits has a chip of its own, in the apps whose platforms leave accepts undecided', () => {
  const data = { offer: { kind: 'shift' }, waiting: 'pending' }
  const lines = [{ seq: 2, at: 2, type: 'offer.waiting', data } as LogEntry, saved(1)]
  const chosen = (groups: readonly ('waiting' | 'accepted')[]) =>
    seqs(chooseLines(lines, { groups, heldAt: null }, 'courier'))
  assert.deepEqual([chosen(['waiting']), chosen(['accepted'])], [[2], []])
  assert.deepEqual(groupsOf(LOG_GROUPS, 'courier'), LOG_GROUPS)
  assert.ok(!groupsOf(LOG_GROUPS, 'amazon').includes('waiting'))
})
