import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ACTIONS } from '@madruga/core/audit.ts'
import { INCIDENT_KINDS } from '@madruga/core/incidents.ts'
import { JOBS } from '@madruga/core/jobs.ts'
import { MESSAGE_ERRORS, TEMPLATES } from '@madruga/core/notify.ts'
import { ERROR_CODES } from '@madruga/core/errors.ts'
import { inVariant } from '@madruga/core/variant-words.ts'
import { FILTER_ERROR_CODES, proposeFilter, validateFilter } from '@madruga/core/filters.ts'
import { consoleWords } from '@madruga/core/words/en/console.ts'
import { first } from '@madruga/core/words/en/first.ts'
import { LANGUAGE_CODES, LANGUAGES } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Part } from '@madruga/core/words/parts.ts'
import { chooseForm, fillIn } from '@madruga/core/words/model.ts'
import type { Message } from '@madruga/core/words/model.ts'

const WORDS = path.join(import.meta.dirname, '../../core/words')
/** What operators alone read: it may be English. */
const OF_CONSOLE = [
  'console',
  'app/accounting',
  'app/admin',
  'app/console',
  'app/disputes',
  'app/instances',
  'app/records',
  'server/headings',
  'server/operators',
].map((name) => `${name}.ts`)

type Texts = Record<string, Message>
const PARTS: Part[] = ['more', 'accounts', 'homeLate', 'console', 'landing', 'setup']
/** The texts of each language, by the part that they come with. */
const ALL = Object.fromEntries(
  await Promise.all(
    LANGUAGE_CODES.map(async (language) => {
      const { parts } = await LANGUAGES[language].parts()
      const late = await Promise.all(PARTS.map(async (part) => [part, await parts[part]()] as const))
      const texts = { first: (await LANGUAGES[language].first()).first, ...Object.fromEntries(late) }
      return [language, texts] as const
    }),
  ),
) as Record<Language, Record<Part | 'first', Texts>>
const WHOLE = Object.fromEntries(
  LANGUAGE_CODES.map((language) => [language, Object.assign({}, ...Object.values(ALL[language])) as Texts]),
) as Record<Language, Texts>
const { en: english, es: spanish } = WHOLE

test('every language has the same keys, none empty, in each part', () => {
  for (const language of LANGUAGE_CODES) {
    for (const part of ['first', ...PARTS] as const)
      assert.deepEqual(Object.keys(ALL[language][part]).sort(), Object.keys(ALL.en[part]).sort(), part)
    for (const [key, message] of Object.entries(WHOLE[language]))
      for (const text of textsOf(message)) assert.ok(text, key)
  }
})

test('a language has the files that English has, but for a console that may be English', () => {
  for (const language of LANGUAGE_CODES) assert.deepEqual(filesOf(language).sort(), filesOf('en').sort())
})

test('every code of the server has its words', () => {
  for (const code of [...ERROR_CODES, ...FILTER_ERROR_CODES]) {
    for (const language of LANGUAGE_CODES)
      assert.equal(typeof WHOLE[language][`error.${code}`], 'string', code)
  }
})

test('every incident, job, audit action, message and its error has its words in the console', () => {
  const keys = [
    ...INCIDENT_KINDS.flatMap((kind) => [`incident.${kind}`, `incident.${kind}.text`]),
    ...JOBS.map((job) => `job.${job}`),
    ...ACTIONS.map((action) => `audit.action.${action}`),
    ...TEMPLATES.map((template) => `outbox.template.${template}`),
    ...MESSAGE_ERRORS.map((error) => `outbox.error.${error}`),
  ]
  for (const key of keys) for (const texts of Object.values(WHOLE)) assert.ok(texts[key], key)
})

test('a filter whose zone goes by a name of old is refused in words, in both languages', () => {
  for (const variant of ['amazon', 'spark'] as const) {
    const [refusal, ...others] = validateFilter(proposeFilter(variant, 'basic', 'AET', ['s1']))
    assert.deepEqual([refusal?.path, others], ['timeZone', []])
    const key = `error.${refusal!.code}`
    assert.equal(english[key], 'Unknown time zone. Choose another.')
    assert.equal(spanish[key], 'Zona horaria desconocida. Elige otra.')
  }
})

test("the seed's keys are keys", () => {
  const keys =
    'MENU HOME LOGS FILTERS PAYMENT CHECKIN AUTOSTART SYNC LOCATION_MENU_NAME CALENDAR REFERRAL RECAP PROFILE SUPPORT FQA LOG_OFF ADVANCED_FILTER PROFESSIONAL_FILTER INVOICES'
  for (const key of keys.split(' ')) for (const texts of Object.values(WHOLE)) assert.ok(texts[key], key)
  assert.equal(english['error.accounts.invalid_login'], 'E-mail or password is wrong.')
})

test('Spanish has its third plural form from a million on', () => {
  const forms = { one: 'uno', many: 'muchos', other: 'otros' }
  const rules = new Intl.PluralRules('es')
  assert.deepEqual(
    [0, 1, 2, 999_999, 1_000_000].map((count) => chooseForm(forms, count, rules)),
    ['otros', 'uno', 'otros', 'otros', 'muchos'],
  )
  assert.equal(chooseForm({ one: 'one', other: 'other' }, 1_000_000, new Intl.PluralRules('en')), 'other')
})

test('French has one form for none and for one, and its third from a million on', () => {
  const forms = { one: 'un', many: 'de', other: 'des' }
  const rules = new Intl.PluralRules('fr')
  assert.deepEqual(
    [0, 1, 1.5, 2, 999_999, 1_000_000].map((count) => chooseForm(forms, count, rules)),
    ['un', 'un', 'un', 'des', 'des', 'de'],
  )
})

test('names are filled in, and a forgotten one stays visible', () => {
  assert.equal(fillIn('{a} of {b}, {a}', { a: 1 }), '1 of {b}, 1')
  assert.equal(
    fillIn('De las {a} a las {b}.', { a: '11:15', b: '1:05 p. m.' }),
    'De las 11:15 a la 1:05 p. m.',
  )
  assert.equal(fillIn('las {a} de arriba', { a: 1 }), 'las 1 de arriba')
  assert.equal(fillIn('Hasta {a}. Desde {b}.', { a: '2:15 p.m.', b: 'hoy' }), 'Hasta 2:15 p.m. Desde hoy.')
})

test('a word in brackets has a twin, so that no screen throws; only shared texts have one', () => {
  for (const language of LANGUAGE_CODES)
    for (const [key, message] of Object.entries(WHOLE[language]))
      for (const text of textsOf(message)) {
        assert.ok(!inVariant(text, 'spark', language).includes('['), key)
        assert.ok(!inVariant(text, 'amazon', language).includes('['), key)
      }
  assert.equal(inVariant('[Blocks] at a [station]', 'spark', 'en'), 'Trips at a store')
  assert.equal(inVariant('[Bloque] de tu [estación]', 'spark', 'es'), 'Viaje de tu tienda')
  assert.throws(() => inVariant('[Blok]', 'amazon', 'en'), /Blok/)
})

test('the states of the bot have the names of the specification', () => {
  const names = [
    ['running', 'Running'],
    ['sleeping', 'Sleeping'],
    ['not_running', 'Not Running'],
    ['preparing', 'Preparing'],
    ['cooling_down', 'Cooling Down'],
    ['failed_to_launch', 'Failed To Launch'],
    ['pending_termination', 'Pending Termination'],
  ] as const
  for (const [phase, name] of names) assert.equal(first[`phase.${phase}`], name)
  assert.equal(fillIn(first['phase.gps'], { phase: first['phase.running'] }), 'Running + GPS')
})

test('an operator is told that drivers see who authorized a platform', () => {
  assert.match(JSON.stringify(consoleWords['instances.authorised_by_hint']), /Drivers see this/)
  assert.match(JSON.stringify(ALL.es.console['instances.authorised_by_hint']), /conductores ven esto/)
})

function textsOf(message: Message): string[] {
  return typeof message === 'string' ? [message] : Object.values(message)
}

/** What a language has in its folder, the console's texts apart. */
function filesOf(language: Language): string[] {
  return globSync('**/*.ts', { cwd: path.join(WORDS, language) }).filter((file) => !OF_CONSOLE.includes(file))
}
