import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from './logger.ts'

function record(style: 'json' | 'plain') {
  const lines: string[] = []
  return { lines, logger: createLogger({ level: 'info', style, write: (line) => lines.push(line) }) }
}

test('secrets are struck out at every depth and under every usual name', () => {
  const { lines, logger } = record('json')
  const secrets = {
    password: 'hush1',
    accessToken: 'hush2',
    clientSecret: 'hush3',
    headers: { Cookie: 'hush4', authorization: 'hush5', deep: [{ refresh_token: 'hush6' }] },
    sealed_password: Buffer.from('hush7'),
  }
  logger.info(secrets, 'signed in')
  logger.child({ token: 'hush8' }).warn({ a: { b: { c: { newPassword: 'hush9' } } } }, 'x')
  logger.error(new Error('connect postgres://app:hush10@db/x failed'))
  logger.error(
    { err: Object.assign(new Error('no'), { config: { token: 'hush11' } }) },
    'Bearer hush12hush12',
  )
  logger.info('asked postgres://app:hush13@db with Authorization: Bearer %s', 'plain')
  assert.doesNotMatch(lines.join(''), /hush/)
  assert.match(lines[0]!, /"password":"\[struck out\]"/)
})

test('keys, codes and pins are struck out, and what merely has such a name is kept', () => {
  const { lines, logger } = record('json')
  const named = { key: 'hush1', code: '402913', pin: 'hush2', private_key: 'hush3', apiKey: 'hush4' }
  const deep = { smsCode: 'hush5', pinCode: 4817, signing_keys: ['hush6'], cvc: '7371', code: 402913 }
  logger.info({ ...named, deep: [deep] }, 'x')
  logger.error({ err: Object.assign(new Error('no'), { code: 'K7QPX2', privateKeyPem: 'hush7' }) })
  assert.doesNotMatch(lines.join(''), /hush|402913|4817|7371|K7QPX2/)
  const plain = { code: 'ECONNREFUSED', statusCode: 503, publicKey: 'BNc', shipping: 'fast', monkey: 'ape' }
  logger.info({ ...plain, refusal: { code: 'accounts.locked' }, deep: { code: 'ERR_X', exit: { code: 1 } } })
  logger.info({ err: { severity: 'ERROR', code: '23505' } })
  assert.doesNotMatch(lines.slice(2).join(''), /struck/)
})

test('texts keep no secret behind its name, in an address, in JSON or by its form', () => {
  const { lines, logger } = record('json')
  const texts = [
    'GET /reset?token=hush1&next=/home failed',
    'GET /a?x=1&code=482913#pin=hush2',
    'open /login%3Ftoken%3Dhush3%26x',
    'body {"password":"hush4 \\" hush5","pin": "hush6","code":"482913"}',
    'api_key: hush7; key=hush8',
    'private_key=hush9, X-Api-Key: hush10',
    '-----BEGIN EC PRIVATE KEY-----\nhush11\n-----END EC PRIVATE KEY-----',
    'eyJhbGciOiJIUzI1NiJ9.eyJodXNoIjoxfQ.hush12',
    'Invalid API Key provided: sk_live_hush13hush13',
  ]
  for (const text of texts) {
    logger.warn({ deep: [text] }, text)
    logger.error({ err: new Error(text) })
  }
  assert.doesNotMatch(lines.join(''), /hush|482913|eyJ/)
  logger.info('connect failed, code: ECONNREFUSED, status code: 503, took: 12 ms')
  assert.match(lines.at(-1)!, /code: ECONNREFUSED, status code: 503, took: 12 ms/)
})

test('an error of the database says which rule was broken, and nothing of the row', () => {
  const { lines, logger } = record('json')
  const said = { severity: 'ERROR', code: '23505', constraint: 'drivers_email_key' }
  const row = { detail: 'Key (email)=(ana@example.com) already exists.', where: 'ana@example.com' }
  logger.error({ err: Object.assign(new Error('duplicate key'), said, row) }, 'fault')
  assert.match(lines[0]!, /drivers_email_key/)
  assert.doesNotMatch(lines[0]!, /ana@example/)
  logger.info({ problem: { detail: 'status 503' } }, 'the platform')
  assert.match(lines[1]!, /status 503/)
})

test('a text of a stranger is cut before it costs anything', () => {
  const { lines, logger } = record('json')
  for (const part of ['a', 'a=', 'token=', 'a://', '-----BEGIN PRIVATE KEY-----'])
    logger.warn(part.repeat(200_000))
  assert.equal(lines.length, 5)
  assert.ok(lines.every((line) => line.length < 11_000))
})

test('an object that contains itself does not stop the log', () => {
  const { lines, logger } = record('json')
  const self: Record<string, unknown> = {}
  self['self'] = self
  logger.info({ self }, 'round')
  assert.match(lines[0]!, /"msg":"round"/)
})

test('in the terminal a line is a sentence, an error with its stack', () => {
  const { lines, logger } = record('plain')
  logger.info({ driver: 'ana@demo.madruga' }, 'accepted a block')
  logger.warn({ err: new Error('gone') }, 'database')
  logger.error({ err: new Error('broken') }, 'fault')
  logger.debug('unseen')
  assert.equal(lines[0], 'accepted a block  driver=ana@demo.madruga\n')
  assert.equal(lines[1], 'warning: database  gone\n')
  assert.match(lines[2]!, /^error: fault {2}Error: broken\n {4}at /)
  assert.equal(lines.length, 3)
})

test('field values can neither begin a line nor move the cursor, in either style', () => {
  const forged = 'ana\nsigned in as operator\r\u001b[2K\u2028error: all is well\u202e'
  for (const style of ['plain', 'json'] as const) {
    const { lines, logger } = record(style)
    logger.info({ driver: forged, deep: { name: forged } }, `hello ${forged}`)
    logger.warn({ err: new Error(forged) }, 'refused')
    logger.error({ err: new Error(forged) }, 'fault')
    for (const line of lines) {
      assert.ok(line.endsWith('\n'))
      const starts = line.trimEnd().split(/[\n\r]/)
      assert.ok(
        starts.slice(1).every((each) => each.startsWith('    at ')),
        line,
      )
      assert.ok(!line.includes('\u001b'))
    }
    assert.match(lines[0] ?? '', /signed in as operator/, 'nothing is lost')
  }
})
