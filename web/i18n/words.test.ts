import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTIONS } from '@madruga/core/audit.ts'
import { INCIDENT_KINDS } from '@madruga/core/incidents.ts'
import { JOBS } from '@madruga/core/jobs.ts'
import { MESSAGE_ERRORS, TEMPLATES } from '@madruga/core/notify.ts'
import { ERROR_CODES } from '@madruga/core/errors.ts'
import { inVariant } from '@madruga/core/variant-words.ts'
import { FILTER_ERROR_CODES, proposeFilter, validateFilter } from '@madruga/core/filters.ts'
import { landing } from './catalogue/en/landing.ts'
import { setup } from './catalogue/en/setup.ts'
import { landing as esLanding } from './catalogue/es/landing.ts'
import { setup as esSetup } from './catalogue/es/setup.ts'
import { en } from './en.ts'
import { enConsole } from './en-console.ts'
import { enMore } from './en-more.ts'
import { es } from './es.ts'
import { esConsole } from './es-console.ts'
import { esMore } from './es-more.ts'
import { chooseForm, fillIn } from './model.ts'
import type { Message } from './model.ts'

const english: Record<string, Message> = { ...en, ...enMore, ...enConsole, ...landing, ...setup }
const spanish: Record<string, Message> = { ...es, ...esMore, ...esConsole, ...esLanding, ...esSetup }

test('both languages have the same keys, none empty, in either part', () => {
  assert.deepEqual(Object.keys(es).sort(), Object.keys(en).sort())
  assert.deepEqual(Object.keys(esMore).sort(), Object.keys(enMore).sort())
  assert.deepEqual(Object.keys(esConsole).sort(), Object.keys(enConsole).sort())
  for (const [key, message] of Object.entries({ ...english, ...spanish })) {
    for (const text of typeof message === 'string' ? [message] : Object.values(message)) assert.ok(text, key)
  }
})

test('every code of the server has its words', () => {
  for (const code of [...ERROR_CODES, ...FILTER_ERROR_CODES]) {
    assert.equal(typeof english[`error.${code}`], 'string', code)
    assert.equal(typeof spanish[`error.${code}`], 'string', code)
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
  for (const key of keys) assert.ok(english[key] && spanish[key], key)
})

test('a filter whose zone goes by a name of old is refused in words, in both languages', () => {
  for (const variant of ['amazon', 'spark'] as const) {
    const [refusal, ...others] = validateFilter(proposeFilter(variant, 'basic', 'AET', ['s1']))
    assert.deepEqual([refusal?.path, others], ['timeZone', []])
    const key = `error.${refusal!.code}`
    assert.equal(english[key], 'We do not know this time zone. Choose another.')
    assert.equal(spanish[key], 'No conocemos esta zona horaria. Elige otra.')
  }
})

test("the seed's keys are keys", () => {
  const keys =
    'MENU HOME LOGS FILTERS PAYMENT CHECKIN AUTOSTART SYNC LOCATION_MENU_NAME CALENDAR REFERRAL RECAP PROFILE SUPPORT FQA LOG_OFF ADVANCED_FILTER PROFESSIONAL_FILTER INVOICES'
  for (const key of keys.split(' ')) assert.ok(english[key] && spanish[key], key)
  assert.equal(english['error.accounts.invalid_login'], 'E-mail or password is wrong. Try again or reset it.')
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
  for (const [language, messages] of [
    ['en', english],
    ['es', spanish],
  ] as const)
    for (const [key, message] of Object.entries(messages))
      for (const text of typeof message === 'string' ? [message] : Object.values(message)) {
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
  for (const [phase, name] of names) assert.equal(en[`phase.${phase}`], name)
  assert.equal(fillIn(en['phase.gps'], { phase: en['phase.running'] }), 'Running + GPS')
})

test('an operator is told that drivers see who authorized a platform', () => {
  assert.match(JSON.stringify(enConsole['instances.authorised_by_hint']), /Drivers see this/)
  assert.match(JSON.stringify(esConsole['instances.authorised_by_hint']), /conductores ven esto/)
})
