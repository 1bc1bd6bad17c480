import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPasswords, hashPassword, verifyPassword } from './passwords.ts'

test('a password matches its hash, another does not, and no hash repeats', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  assert.notEqual(one, two)
  assert.equal(await verifyPassword(one, 'correct horse'), true)
  assert.equal(await verifyPassword(one, 'correct horse '), false)
  assert.equal(await verifyPassword(one, ''), false)
})

test("a hash costs OWASP's minimum where no one says otherwise", async () => {
  assert.match(await createPasswords().hash('correct horse'), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a hash made by another program at another cost is understood', async () => {
  // `echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1`, from the reference implementation's own
  // tests.
  const foreign = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.equal(await verifyPassword(foreign, 'password'), true)
  assert.equal(await verifyPassword(foreign, 'passwore'), false)
})

test('letters composed in another way are the same password', async () => {
  assert.equal(await verifyPassword(await hashPassword('se\u00f1or'), 'sen\u0303or'), true)
})

test('an invalid hash matches nothing', async () => {
  for (const hash of ['', 'x', '$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$aaaa', '$argon2id$v=19$m=8,t=1,p=1$$'])
    assert.equal(await verifyPassword(hash, 'x'), false)
})
