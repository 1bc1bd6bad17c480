import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { AppError } from '@madruga/core/errors.ts'
import { startTestHttp } from '../../http/testing.ts'
import { readSetCookie } from '../../kit/http.ts'
import { CODES } from './code-limits.ts'
import { LOCKOUT } from './lockout.ts'
import type { Caller } from './model.ts'
import { PASSWORD, codeTo, enter, forgetLimits, solveCaptcha } from './testing.ts'

// Lower than the product's, whose values are checked below: each guess costs a hash.
const LIMITS = {
  ...LOCKOUT,
  strangers: [
    { points: 8, windowS: 900 },
    { points: 20, windowS: 86_400 },
  ],
}
const http = await startTestHttp({ accounts: { lockout: LIMITS } })
after(() => http.stop())
beforeEach(() => forgetLimits(http))

const OWNER = '198.51.100.7'
const stranger = (place: number) => `203.0.113.${place}`
const from = (address: string, cookie?: string): Caller => ({ address, cookie, userAgent: 'test' })
const wrong = (email: string) => ({ email, password: 'wrong guess' })

/** The refusal of a call; null if there is none. */
async function refusalOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const signIn = (login: { email: string; password: string }, caller: Caller) =>
  refusalOf(http.accounts.signIn(login, caller))

/** The `Cookie` header of a browser after these `Set-Cookie` lines. */
function headerOf(lines: readonly string[]): string {
  return lines
    .map(readSetCookie)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
}

/**
 * Guesses from one address after another, as often as each is allowed; returns how many guesses were
 * verified.
 */
async function guessFromManyAddresses(email: string, places: number): Promise<number> {
  let guesses = 0
  for (let place = 1; place <= places; place++)
    while ((await signIn(wrong(email), from(stranger(place)))) === 'accounts.invalid_login') guesses++
  return guesses
}

async function startReset(email: string, caller: Caller): Promise<string> {
  const captcha = await solveCaptcha(http)
  const given = { email, channel: 'email', language: 'en', captcha } as const
  return (await http.accounts.startReset(given, caller)).ticket
}

test('a stranger who guesses locks out themselves, and the owner signs in from elsewhere', async () => {
  for (const role of ['driver', 'operator'] as const) {
    await forgetLimits(http)
    const eva = await http.addDriver({ role })
    for (let turn = 0; turn < 5; turn++)
      assert.equal(await signIn(wrong(eva.email), from(stranger(1))), 'accounts.invalid_login')
    assert.equal(await signIn(eva, from(stranger(1))), 'accounts.locked')
    assert.equal(await signIn(eva, from(OWNER)), null)
  }
})

test('addresses of one network of IPv6 count as one', async () => {
  const eva = await http.addDriver()
  for (let turn = 0; turn < 5; turn++) await signIn(wrong(eva.email), from(`2001:db8:1:2::${turn}`))
  assert.equal(await signIn(eva, from('2001:db8:1:2:ffff::1')), 'accounts.locked')
  assert.equal(await signIn(eva, from('2001:db8:1:3::1')), null)
})

test('continued guessing after a delay lengthens the delay', async () => {
  const eva = await http.addDriver()
  const waits: number[] = []
  const waitOf = async () => {
    const refused = await http.accounts.signIn(eva, from(stranger(1))).catch((error: unknown) => error)
    assert.ok(refused instanceof AppError && refused.code === 'accounts.locked')
    return Number(refused.params['retryAfterSeconds'])
  }
  for (let round = 0; round < 2; round++) {
    for (let turn = 0; turn < 5; turn++) await signIn(wrong(eva.email), from(stranger(1)))
    if (round === 0) waits.push(await waitOf())
    // The short delay is over.
    await http.database.database.kysely
      .deleteFrom('rate_limits')
      .where('key', 'like', 'sign_in_pair_0:%')
      .execute()
  }
  waits.push(await waitOf())
  const [first = 0, second = 0] = waits
  assert.ok(first <= 60 && second > 60 && second <= 6 * 3_600, waits.join())
})

test('guesses from any number of addresses are bounded, and a known device can continue', async () => {
  const eva = await http.addDriver()
  const { cookies } = await http.accounts.signIn(eva, from(OWNER))
  await forgetLimits(http)
  const [short, long] = LIMITS.strangers
  assert.equal(await guessFromManyAddresses(eva.email, 30), short!.points)
  // Day after day: the short delay passes again and again.
  const pass = () =>
    http.database.database.kysely
      .deleteFrom('rate_limits')
      .where('key', 'like', 'sign_in_strangers_0:%')
      .execute()
  let guesses = short!.points
  for (let round = 0; round < 4; round++) {
    await pass()
    guesses += await guessFromManyAddresses(eva.email, 30)
  }
  assert.equal(guesses, long!.points)
  await pass()
  assert.equal(await signIn(eva, from(stranger(250))), 'accounts.locked')
  // On the road, at an unknown address, and at the attacker's own.
  for (const address of [OWNER, '192.0.2.77', stranger(1)])
    assert.equal(await signIn(eva, from(address, headerOf(cookies))), null)
})

test("one address cannot use up the strangers' shared limit, at once or in a day", async () => {
  const eva = await http.addDriver()
  await guessFromManyAddresses(eva.email, 1)
  assert.equal(await signIn(eva, from(stranger(2))), null)
  const [, long] = LOCKOUT.strangers
  const aDay = LOCKOUT.pair[1]!.points * (86_400 / LOCKOUT.pair[1]!.windowS)
  assert.ok(aDay < long!.points, `${aDay} of ${long!.points}`)
})

test('a device is known for its own account alone, and guesses there are bounded too', async () => {
  const [eva, luz] = [await http.addDriver(), await http.addDriver()]
  const cookie = headerOf((await http.accounts.signIn(eva, from(OWNER))).cookies)
  await guessFromManyAddresses(luz.email, 30)
  assert.equal(await signIn(luz, from(OWNER, cookie)), 'accounts.locked')
  const forged = cookie.replace(/madruga\.device=[^.]+/, 'madruga.device=forged')
  await guessFromManyAddresses(eva.email, 30)
  assert.equal(await signIn(eva, from(OWNER, forged)), 'accounts.locked')
  for (let turn = 0; turn < LOCKOUT.device[0]!.points; turn++)
    assert.equal(await signIn(wrong(eva.email), from(OWNER, cookie)), 'accounts.invalid_login')
  assert.equal(await signIn(eva, from(OWNER, cookie)), 'accounts.locked')
})

test("confirming a password in a session is independent of strangers' guesses", async () => {
  const eva = await enter(http)
  await guessFromManyAddresses(eva.email, 30)
  const change = { kind: 'preferredEmail', value: 'pref@example.com' }
  assert.equal((await eva.post('/contacts', { ...change, password: eva.password })).status, 200)
})

test("a stranger's three resets leave the owner's, and all strangers together are bounded", async () => {
  const eva = await http.addDriver()
  const { cookies } = await http.accounts.signIn(eva, from(OWNER))
  for (let turn = 0; turn < CODES.perPair.points; turn++) await startReset(eva.email, from(stranger(1)))
  assert.equal(await refusalOf(startReset(eva.email, from(stranger(1)))), 'accounts.code_limit')
  assert.equal(await refusalOf(startReset(eva.email, from('192.0.2.77'))), null)
  let codes = CODES.perPair.points + 1
  for (let place = 2; place < 10; place++)
    for (let turn = 0; turn < CODES.perPair.points; turn++)
      if ((await refusalOf(startReset(eva.email, from(stranger(place))))) === null) codes++
  assert.equal(codes, CODES.perRecipient.points)
  const known = from(stranger(1), headerOf(cookies))
  for (let turn = 0; turn < CODES.perPair.points; turn++)
    assert.equal(await refusalOf(startReset(eva.email, known)), null)
  assert.equal(await refusalOf(startReset(eva.email, known)), 'accounts.code_limit')
})

test("a reset makes the device known and clears the strangers' counters", async () => {
  const eva = await http.addDriver()
  await guessFromManyAddresses(eva.email, 30)
  const caller = from('192.0.2.77')
  const ticket = await startReset(eva.email, caller)
  await http.accounts.checkCode({ ticket, code: codeTo(http, eva.email) }, caller)
  const secret = { password: PASSWORD, confirmPassword: PASSWORD }
  const { cookies } = await http.accounts.resetPassword({ ticket, ...secret }, caller)
  const login = { email: eva.email, password: PASSWORD }
  assert.equal(await signIn(login, from('192.0.2.78')), null)
  await guessFromManyAddresses(eva.email, 30)
  assert.equal(await signIn(login, from('192.0.2.78', headerOf(cookies))), null)
})
