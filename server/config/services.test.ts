import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf } from './testing.ts'

test('PostgreSQL on another machine is spoken to by TLS that proves who it is, or in the clear by name', () => {
  const refused = [
    'postgres://app:hush@db.example/madruga',
    'postgres://app@db.example/madruga?sslmode=disable',
    'postgres://app@db.example/madruga?sslmode=prefer',
    'postgres://app@db.example/madruga?sslmode=require',
    'postgres://app@db.example/madruga?sslmode=no-verify',
    'postgres://app@db.example/madruga?sslmode=verify-full&sslmode=disable',
    'postgres://app@localhost/madruga?host=db.example',
    'postgres://app@10.0.0.7/madruga',
    'postgres:///madruga',
  ]
  for (const url of refused) {
    const [line = '', ...more] = problemsOf({ DATABASE_URL: url })
    assert.match(line, /^DATABASE_URL leads beyond this machine without TLS: add sslmode=verify-full/, url)
    assert.doesNotMatch(line, /hush/)
    assert.deepEqual(more, [])
    assert.deepEqual(problemsOf({ DATABASE_URL: url, PLAIN_SERVICES: 'on' }), [], url)
  }
  const taken = [
    'postgres://app@db.example/madruga?sslmode=verify-full',
    'postgres://app@db.example/madruga?sslrootcert=/etc/ca.pem&sslmode=verify-full',
    'postgres://app@localhost/madruga',
    'postgres://app@127.0.0.1:5433/madruga',
    'postgres://app@[::1]/madruga',
    'postgres://app@localhost/madruga?host=%2Fvar%2Frun%2Fpostgresql',
    'postgres://app@%2Fvar%2Frun%2Fpostgresql/madruga',
  ]
  for (const url of taken) assert.deepEqual(problemsOf({ DATABASE_URL: url }), [], url)
})

test('other services on other machines are spoken to by https, or in the clear by name', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_aaaaaaaa',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bbbbbbbb',
    STRIPE_WEBHOOK_SECRET: 'whsec_cccccccc',
  }
  const others: [string, NodeJS.ProcessEnv][] = [
    ['MARKET_URL', {}],
    ['CARDS_URL', stripe],
    ['CAPTCHA_VERIFY_URL', {}],
  ]
  for (const [name, env] of others) {
    const plain = { ...env, [name]: 'http://service.example:8080' }
    assert.match(problemsOf(plain).join(), new RegExp(`^${name} begins with http:// and leads beyond`), name)
    assert.deepEqual(problemsOf({ ...plain, PLAIN_SERVICES: 'on' }), [], name)
    for (const url of ['https://service.example', 'http://127.0.0.1:8080', 'http://localhost:8080'])
      assert.deepEqual(problemsOf({ ...env, [name]: url }), [], `${name} ${url}`)
  }
})
