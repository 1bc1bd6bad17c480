import assert from 'node:assert/strict'
import { test } from 'node:test'
import { first as en } from '@madruga/core/words/en/first.ts'
import { first as es } from '@madruga/core/words/es/first.ts'
import { chooseForm, fillIn } from '@madruga/core/words/model.ts'
import type { Message } from '@madruga/core/words/model.ts'
import type { Words } from '../../i18n.ts'
import { startsAgainAt } from './again.ts'
import { countsDownTo, isSearching, shownPhase, stateName, stateText } from './state.ts'

const DUE = Date.parse('2026-11-22T18:00:00Z')

test('nothing counts down to a start that the account does not allow', () => {
  for (const phase of ['cooling_down', 'failed_to_launch'] as const) {
    assert.equal(countsDownTo({ phase, reason: 'driver_stopped', dueAt: DUE, starting: null }), DUE)
    assert.equal(countsDownTo({ phase, reason: 'suspended', dueAt: DUE, starting: null }), null)
  }
  // The stop itself still ends.
  const stopping = { phase: 'pending_termination', reason: 'suspended', dueAt: DUE, starting: null } as const
  assert.equal(countsDownTo(stopping), DUE)
  assert.equal(countsDownTo({ phase: 'not_running', reason: null, dueAt: DUE, starting: null }), null)
})

test('a start is not offered before the wait is over, and is offered where time alone changes nothing', () => {
  const view = { reason: 'driver_stopped', dueAt: DUE, starting: null } as const
  for (const phase of ['cooling_down', 'failed_to_launch'] as const)
    assert.equal(startsAgainAt({ ...view, phase }), DUE)
  for (const phase of ['not_running', 'running', 'sleeping', 'pending_termination'] as const)
    assert.equal(startsAgainAt({ ...view, phase }), null)
  assert.equal(startsAgainAt({ ...view, phase: 'cooling_down', reason: 'suspended' }), null)
})

/** The words of a language, as far as a state needs them. */
function wordsOf(messages: Record<string, Message>, language: string): Words {
  const t = (key: string, params: Record<string, string | number> = {}): string => {
    const message = messages[key] ?? key
    const rules = new Intl.PluralRules(language)
    const text = typeof message === 'string' ? message : chooseForm(message, Number(params['count']), rules)
    return fillIn(text, params)
  }
  return { t } as unknown as Words
}

const ENGLISH = wordsOf(en, 'en')
const SPANISH = wordsOf(es, 'es')

test('a bot that waits for its turn is being prepared, says for how long, and counts nothing down', () => {
  const running = { phase: 'running', reason: null, dueAt: DUE, gps: true, silentSince: null } as const
  const read = (words: Words, aboutMs: number | null) => {
    const view = { ...running, starting: { aboutMs } }
    assert.equal(isSearching(view), false)
    assert.equal(countsDownTo(view), null)
    return [stateName(words, shownPhase(view), view.gps), stateText(words, view)]
  }
  assert.deepEqual(
    [12_000, 1_000, 0, null].map((aboutMs) => read(ENGLISH, aboutMs)),
    [
      ['Preparing', 'First search in about 12 s.'],
      ['Preparing', 'First search in about 1 s.'],
      ['Preparing', 'Starting now.'],
      ['Preparing', 'It starts once a server is free.'],
    ],
  )
  assert.deepEqual(
    [12_000, 1_000, 0, null].map((aboutMs) => read(SPANISH, aboutMs)),
    [
      ['Preparando', 'Primera búsqueda en unos 12 s.'],
      ['Preparando', 'Primera búsqueda en unos 1 s.'],
      ['Preparando', 'Iniciando ahora.'],
      ['Preparando', 'Inicia cuando haya un servidor.'],
    ],
  )
  const searching = { ...running, starting: null }
  assert.equal(isSearching(searching), true)
  assert.equal(stateName(ENGLISH, shownPhase(searching), true), 'Running + GPS')
  assert.equal(countsDownTo(searching), DUE)
})

test('a bot that tries again after a trouble sleeps and says why, whatever it was about to do', () => {
  const trying = { phase: 'running', reason: 'platform_unavailable', dueAt: DUE, silentSince: null } as const
  for (const starting of [null, { aboutMs: 0 }]) {
    const view = { ...trying, starting }
    assert.equal(shownPhase(view), 'sleeping')
    assert.equal(isSearching(view), false)
    assert.equal(countsDownTo(view), null)
    assert.equal(stateText(ENGLISH, view), en['reason.platform_unavailable'])
  }
})
