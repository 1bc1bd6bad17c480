import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questions as english } from './content/en/questions.ts'
import { questions as spanish } from './content/es/questions.ts'
import type { Questions } from './content/model.ts'
import { enMore } from '../../i18n/en-more.ts'
import { esMore } from '../../i18n/es-more.ts'
import { foldText, markHits, searchQuestions, wordsOfQuery } from './search.ts'

const SOME: Questions = {
  bot: {
    title: 'Bot',
    questions: {
      sleep: { ask: '¿Por qué duerme mi bot?', answer: ['Terminó su turno.', 'El año nuevo también.'] },
      speed: { ask: '¿Qué velocidad elijo?', answer: ['La que deja dormir al bot.'] },
    },
  },
}

const idsIn = (questions: Questions, variant?: 'amazon' | 'spark') =>
  searchQuestions(questions, '', variant).map((found) => found.id)
const first = (questions: Questions, query: string) => searchQuestions(questions, query)[0]?.id
const idsOf = (query: string) => searchQuestions(SOME, query).map((found) => found.id)

test('accents, the tilde and the size of letters do not matter, on either side', () => {
  assert.deepEqual(idsOf('QUE VELOCIDAD'), ['speed'])
  assert.deepEqual(idsOf('términó'), ['sleep'])
  assert.deepEqual(idsOf('ano nuevo'), ['sleep'])
  assert.deepEqual(idsOf('año'), ['sleep'])
})

test('every word must be there; what the question itself says comes first', () => {
  assert.deepEqual(idsOf('bot'), ['sleep', 'speed'])
  assert.deepEqual(idsOf('velocidad turno'), [])
  assert.deepEqual(idsOf('d'), ['sleep', 'speed'])
  assert.deepEqual(
    searchQuestions(SOME, 'dormir').map((found) => [found.id, found.inAnswer]),
    [['speed', true]],
  )
  assert.deepEqual(idsOf('   '), ['sleep', 'speed'])
})

test('hits are marked where they stand in the text as it is written', () => {
  assert.deepEqual(markHits('Terminó su turno', wordsOfQuery('termino TUR')), [
    { text: 'Terminó', hit: true },
    { text: ' su ', hit: false },
    { text: 'tur', hit: true },
    { text: 'no', hit: false },
  ])
  const decomposed = 'El an\u0303o'
  const pieces = markHits(decomposed, ['ano'])
  assert.deepEqual(pieces.at(-1), { text: 'an\u0303o', hit: true })
  assert.equal(pieces.map((piece) => piece.text).join(''), decomposed)
  assert.deepEqual(markHits(`${decomposed} dos`, ['dos']), [
    { text: `${decomposed} `, hit: false },
    { text: 'dos', hit: true },
  ])
})

test('nothing to mark leaves the text whole, and nothing stays nothing', () => {
  assert.deepEqual(markHits('abc', []), [{ text: 'abc', hit: false }])
  assert.deepEqual(markHits('', ['a']), [])
  assert.deepEqual(markHits('aaa', ['aa']), [{ text: 'aaa', hit: true }])
})

test('what only the other app has is left out for a driver', () => {
  assert.deepEqual(idsIn(english, 'amazon'), idsIn(english))
  const spark = idsIn(english, 'spark')
  assert.deepEqual(
    idsIn(english).filter((id) => !spark.includes(id)),
    ['instant', 'device'],
  )
})

test('words with signs of money stay whole', () => {
  assert.deepEqual(wordsOfQuery('  $2.00, 2X15; ¿Qué?'), ['$2.00', '2x15', 'que'])
  assert.equal(foldText('Ubicación Ñandú'), 'ubicacion nandu')
})

test('both languages have the same questions, and what drivers ask is found in each', () => {
  assert.deepEqual(idsIn(spanish), idsIn(english))
  assert.equal(new Set(idsIn(english)).size, idsIn(english).length)
  assert.ok(idsIn(english).length >= 30)
  assert.equal(first(english, 'midnight'), 'midnight')
  assert.equal(first(spanish, 'medianoche'), 'midnight')
  assert.equal(first(spanish, 'id de dispositivo'), 'device')
  assert.equal(first(english, 'device id'), 'device')
})

test('what is said of preparing is its longest, not its usual: it ends when its steps have', () => {
  for (const text of [...textsOf(enMore, english), ...textsOf(esMore, spanish)])
    assert.match(text, /(up to|within|hasta|en) 40 (seconds|segundos)/i, text)
  assert.deepEqual([textsOf(enMore, english).length, textsOf(esMore, spanish).length], [3, 3])
})

function textsOf(more: typeof enMore | typeof esMore, questions: Questions): string[] {
  return [more['info.state.preparing'], ...answersOf(questions)].filter((text) =>
    /40 (seconds|segundos)/.test(text),
  )
}

function answersOf(questions: Questions): string[] {
  return Object.values(questions).flatMap((group) =>
    Object.values(group.questions).flatMap((question) => question.answer),
  )
}
