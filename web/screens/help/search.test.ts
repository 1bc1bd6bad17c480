import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questions as english } from '@madruga/core/words/en/help/questions.ts'
import { privacy as englishPrivacy } from '@madruga/core/words/en/help/privacy.ts'
import { terms as englishTerms } from '@madruga/core/words/en/help/terms.ts'
import { questions as spanish } from '@madruga/core/words/es/help/questions.ts'
import { privacy as spanishPrivacy } from '@madruga/core/words/es/help/privacy.ts'
import { terms as spanishTerms } from '@madruga/core/words/es/help/terms.ts'
import { showDocument } from './content.ts'
import { isFor, textsFor } from './for-reader.ts'
import type { Question, Questions } from '@madruga/core/words/help.ts'
import { describeVariant, VARIANTS } from '@madruga/core/variants.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { inVariant } from '@madruga/core/variant-words.ts'
import { LINKS } from './links.ts'
import { help as englishHelp } from '@madruga/core/words/en/app/help.ts'
import { help as spanishHelp } from '@madruga/core/words/es/app/help.ts'
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

/** A driver of an app, who pays us where the app is billed. */
const driverOf = (app: Variant) => ({ apps: [app], paid: describeVariant(app).isBilled, offered: VARIANTS })
const idsIn = (questions: Questions, variant?: Variant) =>
  searchQuestions(questions, '', variant && driverOf(variant)).map((found) => found.id)
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

test('questions and paragraphs that apply to other apps are left out for a driver', () => {
  const asked: Questions = {
    jobs: {
      title: 'Jobs',
      questions: {
        all: { ask: 'Who pays?', answer: [{ only: ['courier'], text: 'The co-op.' }, 'It depends.'] },
        some: { only: ['amazon', 'spark'], ask: 'What is a security check?', answer: ['A picture.'] },
      },
    },
  }
  const answers = (variant?: Variant) =>
    searchQuestions(asked, '', variant && driverOf(variant)).map(({ id, answer }) => [id, ...answer])
  assert.deepEqual(answers('courier'), [['all', 'The co-op.', 'It depends.']])
  assert.deepEqual(answers('spark'), [
    ['all', 'It depends.'],
    ['some', 'A picture.'],
  ])
  assert.deepEqual(answers(), [
    ['all', 'The co-op.', 'It depends.'],
    ['some', 'A picture.'],
  ])
  assert.deepEqual(searchQuestions(asked, 'co-op', driverOf('amazon')), [])
})

/** What only drivers of other apps have or do. */
const FOREIGN: Record<Variant, RegExp> = {
  amazon:
    /\b(spark|couriers?|co-op|wait list|skills|curbside|shopping|mensajería|lista de espera|habilidades)\b/i,
  spark:
    /\b(couriers?|co-op|wait list|skills|instant|warehouse|blocks?|mensajería|lista de espera|habilidades|instantáneas?|almacén|bloques?)\b/i,
  courier:
    /\b(amazon|spark|curbside|shopping|instant|GPS|warehouse|blocks?|stations?|4X|advanced|professional|en la acera|instantáneas?|almacén|bloques?|estación|estaciones|avanzado|profesional)\b/i,
}

test('a driver reads nothing of another app, in either language', () => {
  for (const variant of VARIANTS) {
    for (const [language, questions] of [
      ['en', english],
      ['es', spanish],
    ] as const) {
      const worded = JSON.parse(inVariant(JSON.stringify(questions), variant, language)) as Questions
      const found = searchQuestions(worded, '', driverOf(variant))
      assert.ok(found.every(({ answer }) => answer.length > 0))
      assert.deepEqual(
        found.map(({ ask, answer }) => FOREIGN[variant].exec([ask, ...answer].join(' '))?.[0] ?? '').join(''),
        '',
        variant,
      )
    }
  }
})

test('a courier finds what is particular to shifts and orders', () => {
  for (const [query, id] of [
    ['shift order', 'what'],
    ['pay not stated', 'unknown_pay'],
    ['in trial', 'authorised'],
    ['wait list', 'wait_list'],
    ['another driver had it', 'missed'],
    ['give back', 'release'],
    ['who authorized', 'authorised'],
    ['currency', 'unknown_pay'],
  ] as const)
    assert.equal(searchQuestions(english, query, driverOf('courier'))[0]?.id, id, query)
  assert.equal(searchQuestions(spanish, 'lista de espera', driverOf('courier'))[0]?.id, 'wait_list')
  for (const variant of ['amazon', 'spark'] as const)
    assert.ok(!idsIn(english, variant).includes('wait_list'), variant)
})

test('both languages say the same to the same drivers', () => {
  assert.deepEqual(onlyOf(spanish), onlyOf(english))
})

/** For whom each question and paragraph is. */
function onlyOf(questions: Questions) {
  return Object.values(questions).flatMap((group) =>
    Object.entries(group.questions).map(([id, { only, answer }]) => [
      id,
      only,
      answer.map((part) => (typeof part === 'string' ? null : part.only)),
    ]),
  )
}

test('every link below an answer belongs to a question', () => {
  assert.deepEqual(
    Object.keys(LINKS).filter((id) => !idsIn(english).includes(id)),
    [],
  )
})

test('words with signs of money stay whole', () => {
  assert.deepEqual(wordsOfQuery('  $2.00, 2X15; ¿Qué?'), ['$2.00', '2x15', 'que'])
  assert.equal(foldText('Ubicación Ñandú'), 'ubicacion nandu')
})

test('both languages have the same thirty questions, and what drivers ask is found in each', () => {
  assert.deepEqual(idsIn(spanish), idsIn(english))
  assert.equal(new Set(idsIn(english)).size, idsIn(english).length)
  assert.equal(idsIn(english).length, 30)
  assert.equal(first(english, 'midnight'), 'hours')
  assert.equal(first(spanish, 'medianoche'), 'hours')
  assert.equal(first(spanish, 'id de dispositivo'), 'instant')
  assert.equal(first(english, 'device id'), 'instant')
})

test('each word that the search proposes finds a question', () => {
  for (const [questions, texts] of [
    [english, englishHelp],
    [spanish, spanishHelp],
  ] as const)
    for (const word of wordsOfQuery(texts['faq.search_hint'].replace(/^.*, (like|como) |\.$/g, '')))
      assert.ok(first(questions, word), word)
})

test('what the answers say of preparing is its longest, not its usual: it ends when its steps have', () => {
  for (const questions of [english, spanish]) {
    const told = answersOf(questions).filter((text) => /40 (seconds|segundos)/.test(text))
    for (const text of told) assert.match(text, /(up to|within|hasta|en) 40 (seconds|segundos)/i, text)
    assert.equal(told.length, 2)
  }
})

function answersOf(questions: Questions): string[] {
  return searchQuestions(questions, '').flatMap(({ answer }) => answer)
}

test('the documents say only what concerns the apps on offer, and money where anyone pays', async () => {
  for (const terms of [englishTerms, spanishTerms]) {
    const all = showDocument(terms, { variants: VARIANTS, billing: true })
    assert.deepEqual(Object.keys(all.sections), Object.keys(terms.sections))
    const couriers = showDocument(terms, { variants: ['courier'], billing: false })
    assert.ok(!('unpaid' in couriers.sections))
    assert.doesNotMatch(JSON.stringify(couriers), /\$|Spark|Stripe|cup[oó]n/)
    const free = showDocument(terms, { variants: VARIANTS, billing: false })
    assert.doesNotMatch(JSON.stringify(free), /\$/)
  }
})

test('no one reads of an app that is not offered', () => {
  for (const questions of [english, spanish]) {
    const found = searchQuestions(questions, '', { apps: ['courier'], paid: false, offered: ['courier'] })
    assert.ok(found.length >= 20)
    const texts = found.flatMap(({ ask, answer }) => [ask, ...answer]).join(' ')
    assert.doesNotMatch(texts, /Amazon|Spark|\$/)
  }
})

const MONEY = {
  en: /\bplans?\b|\b(advanced|professional)\b|\$\d|\binvoices?\b|\bsubscri|\bcoupons?\b|\bfees?\b|\bcards?\b/i,
  es: /\bplan(es)?\b|\b(avanzad|profesional)|\$\d|\bfacturas?\b|\bsuscri|\bcup[oó]n|\bcomisi[oó]n|\btarjetas?\b/i,
}

test('where no one pays, no question, term or notice names a plan, a price, a card or an invoice', () => {
  const reader = { apps: VARIANTS, paid: false, offered: VARIANTS }
  const documents = { en: [englishTerms, englishPrivacy], es: [spanishTerms, spanishPrivacy] }
  for (const [language, questions] of [
    ['en', english],
    ['es', spanish],
  ] as const) {
    const texts = [
      ...Object.values(questions)
        .flatMap((group) => Object.values<Question>(group.questions))
        .filter((question) => isFor(question, reader))
        .flatMap(({ ask, answer }) => [ask, ...textsFor(answer, reader)]),
      ...documents[language].flatMap((one) => {
        const { intro, sections } = showDocument(one, { variants: VARIANTS, billing: false })
        return [...intro, ...Object.values(sections).flatMap(({ title, text }) => [title, ...text])]
      }),
    ]
    assert.ok(texts.length > 100)
    assert.deepEqual(
      texts.filter((text) => MONEY[language].test(text)),
      [],
    )
  }
})
