import assert from 'node:assert/strict'
import { test } from 'node:test'
import { first as en } from '@madruga/core/words/en/first.ts'
import { more as enMore } from '@madruga/core/words/en/more.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import { fillIn } from '@madruga/core/words/model.ts'
import type { Words } from '../../i18n.ts'
import {
  outcomeText,
  newEntry,
  placeTask,
  proposedInput,
  readTaskDraft,
  whenText,
  writeTaskDraft,
} from './tasks.ts'
import type { AutostartView, Past, Task } from './tasks.ts'

const texts: Record<string, unknown> = { ...en, ...enMore }
const say = (key: string, params: Record<string, unknown> = {}) =>
  fillIn(String(texts[key]), params as Record<string, string>)
const words = {
  ...makeFormats('en', { now: () => Date.UTC(2026, 10, 20, 17) }),
  language: 'en',
  say,
  t: say,
} as unknown as Words

const kept = new Map<string, string>()
globalThis.localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
} as Storage

/** Saturday 2026-11-21, noon in New York. */
const NOW = Date.UTC(2026, 10, 21, 17)
const NEW_YORK = 'America/New_York'

test('the next time is said as people say it, by the day of the driver', () => {
  const cases: [at: number, said: RegExp][] = [
    [Date.UTC(2026, 10, 21, 18, 30), /^today, 1:30\sPM$/],
    [Date.UTC(2026, 10, 22, 9, 30), /^tomorrow, 4:30\sAM$/],
    // Already tomorrow in Greenwich, still today in New York.
    [Date.UTC(2026, 10, 22, 4, 0), /^today, 11:00\sPM$/],
    [Date.UTC(2026, 10, 20, 9, 30), /^yesterday, 4:30\sAM$/],
    [Date.UTC(2026, 11, 5, 9, 30), /^Sat, Dec 5, 4:30\sAM$/],
  ]
  for (const [at, said] of cases) assert.match(whenText(words, at, NEW_YORK, NOW), said)
})

test('an address fills in time and run schedule from tomorrow on, and nothing that it does not say', () => {
  assert.deepEqual(proposedInput({ time: '04:30', every: 'range' }, '2026-11-30'), {
    time: '04:30',
    every: 'range',
    from: '2026-12-01',
    to: '2026-12-07',
  })
  assert.equal(proposedInput({ time: '4', every: 'week' }, '2026-11-30'), null)
})

test('what was typed comes back, an untouched form leaves nothing, a broken draft is dropped', () => {
  const begin = newEntry('2026-11-21')
  assert.equal(readTaskDraft('ana', begin), null)
  writeTaskDraft('ana', { ...begin, time: '04:30', action: 'stop' }, begin)
  assert.deepEqual(readTaskDraft('ana', newEntry('2026-11-22')), { ...begin, time: '04:30', action: 'stop' })
  assert.equal(readTaskDraft('luis', begin), null)
  writeTaskDraft('ana', begin, begin)
  assert.equal(kept.size, 0)
  for (const broken of ['{', '3', '{"time":4}']) {
    kept.set('draft.autostart.ana', broken)
    const draft = readTaskDraft('ana', begin)
    assert.ok(draft === null || draft.time === '', broken)
  }
  kept.clear()
})

test('what came of a task says how late, why not, and that nothing was to be done', () => {
  const came = (over: Partial<Past>) =>
    outcomeText(words, { action: 'start', outcome: 'done', refusal: null, dueAt: NOW, firedAt: NOW, ...over })
  assert.deepEqual(came({}), { mood: 'good', text: 'Started on time' })
  assert.deepEqual(came({ firedAt: NOW + 12 * 60_000 }), { mood: 'good', text: 'Started 12 min late' })
  assert.deepEqual(came({ action: 'stop', outcome: 'late', firedAt: NOW + 3_600_000 }), {
    mood: 'bad',
    text: 'Did not stop: 1 h late.',
  })
  assert.match(came({ outcome: 'refused', refusal: 'no_filter' }).text, /^Did not start\. Save a filter/)
  assert.equal(came({ outcome: 'refused', refusal: 'already_running' }).mood, 'plain')
})

const task = (id: string, nextAt: number | null) => ({ id, nextAt }) as Task
const ids = (placed: AutostartView) => placed.tasks.map(({ id }) => id)

test('a new task takes its place among the others, those that are over last', () => {
  const view = { tasks: [task('a', NOW + 1), task('over', null)] } as AutostartView
  assert.deepEqual(ids(placeTask(view, task('b', NOW))), ['b', 'a', 'over'])
  assert.deepEqual(ids(placeTask(view, task('c', NOW + 2))), ['a', 'c', 'over'])
})
