import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { LANGUAGES } from '@madruga/core/languages.ts'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { ANA, LUIS } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, callOperation, placeFarBlock } from './market.ts'
import { addPasskey, fillAccount, givePasskeys, openMenu, signInByForm, waitForOffers } from './steps.ts'
import {
  collectErrors,
  failRequests,
  findBarriers,
  findOverflow,
  openVisit,
  spokenFor,
  wordsOf,
} from './visit.ts'
import { longTest, until } from '@madruga/server/kit/testing.ts'

const { product, browser } = await startFixture()

const EMAIL = 'rosa.vega@example.com'
const PASSWORD = 'una ruta de noche'
const NEXT_PASSWORD = 'otra ruta de madrugada'
const PHONE = '13055550199'
const t = wordsOf('es')

test('a stranger registers in Spanish, resets the password, changes the phone, and deletes the account', async () => {
  const context = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  const page = await context.newPage()
  const errors = collectErrors(page)

  await register(page)
  await signOut(page)
  await resetPassword(page)
  await signInByForm(page, { email: EMAIL, password: NEXT_PASSWORD }, 'es')
  await page.waitForURL(/#\/spark-home/)

  await changePhone(page)
  await changeProfile(page)
  await endOtherDevice(page)
  await downloadData(page)
  await deleteAccount(page)

  await signInByForm(page, { email: EMAIL, password: NEXT_PASSWORD }, 'es')
  await page.getByText(t('error.accounts.invalid_login')).waitFor()
  // Refusals that the journey provokes; any other error fails the test.
  assert.deepEqual(
    errors.filter((error) => !/\b(401|403|422)\b/.test(error)),
    [],
  )
  await context.close()
})

longTest(
  'by text message the phone is confirmed at once, and a second code confirms the e-mail',
  async () => {
    const context = await openVisit({ browser, size: 'phone', language: 'en', theme: 'light' })
    const page = await context.newPage()
    const words = wordsOf('en')
    await page.goto(`${product.url}/#/register`)
    await page.getByLabel(words('login.email'), { exact: true }).fill('sam.lee@example.com')
    await page.getByLabel(words('register.phone'), { exact: true }).pressSequentially('(305) 555-0177')
    await page.getByRole('button', { name: words('register.send') }).click()
    await typeCode(page, words('otp.code'), await newestCode(page, '13055550177'))
    await page.getByRole('heading', { name: words('otp.second') }).waitFor()
    await typeCode(page, words('otp.code'), await newestCode(page, 'sam.lee@example.com'))
    await page.getByRole('heading', { name: words('register.you') }).waitFor()
    await fillAccount(page, words, { first: 'Sam', last: 'Lee', password: 'a road before dawn' })
    await page.getByRole('button', { name: words('register.go') }).click()
    await page.waitForURL(/#\/home/)
    await page.goto(`${product.url}/#/profile`)
    await page.getByText(words('profile.confirmed'), { exact: true }).waitFor()
    await answerText(page, '13055550177')
    await context.close()
  },
)

/** The phone on the page of received messages answers STOP, and START again. */
async function answerText(page: Page, phone: string): Promise<void> {
  const words = wordsOf('en')
  await page.goto(`${product.url}/#/messages`)
  await page.getByLabel(words('received.to')).fill(phone)
  await page.getByRole('button', { name: words('received.show') }).click()
  const answer = (text: string) => page.getByRole('button', { name: words('received.answer', { text }) })
  await answer('STOP').first().click()
  await page.getByText(words('received.stopped'), { exact: true }).first().waitFor()
  assert.deepEqual(await findOverflow(page), [])
  assert.deepEqual(await findBarriers(page), [])
  await answer('START').first().click()
  await answer('STOP').first().waitFor()
}

longTest('an unrequested code screen and a wrong code say what to do', async () => {
  const context = await openVisit({ browser, size: 'small', language: 'es', theme: 'light' })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/otp`)
  await page.getByRole('heading', { name: t('otp.none') }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('link', { name: t('title.password') }).click()
  await page.getByText(t('password.intro')).waitFor()
  await page.getByLabel(t('login.email'), { exact: true }).fill('nobody@example.com')
  await page.getByRole('button', { name: t('register.send') }).click()
  await page.getByText(t('otp.reset_text', { to: 'n…\u2060@example.com' })).waitFor()
  await typeCode(page, t('otp.code'), '000000')
  await page.getByText(t('otp.tries', { count: 2 })).waitFor()
  assert.equal(await page.evaluate('document.activeElement?.name'), 'code')
  assert.equal(await page.getByLabel(t('otp.code')).inputValue(), '')
  assert.deepEqual(await findOverflow(page), [])
  assert.deepEqual(await findBarriers(page), [])
  await context.close()
})

test("a tab stops once its session is another driver's, and sends nothing of the first one", async () => {
  const context = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  const [page, deaf, listening] = [await context.newPage(), await context.newPage(), await context.newPage()]
  // As a tab that slept: it learns of nothing but what the server answers.
  await deaf.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation()))
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/#\/home/)
  const asked: string[] = []
  listening.on('request', (request) => asked.push(request.url()))
  await listening.goto(`${product.url}/#/profile`)
  await listening.getByText(t('profile.sessions')).waitFor()
  await deaf.goto(`${product.url}/#/support`)
  await deaf.getByLabel(t('support.text'), { exact: true }).fill('Soy Ana')
  await deaf.getByLabel(t('support.topic')).selectOption('bot')
  const unnamed = asked.filter((url) => url.includes('/api/') && !/[?&]as=\w/.test(url))
  assert.deepEqual(unnamed, [], 'every request names the driver')

  const hear = await failRequests(deaf, '**/api/**')
  await signOut(page)
  await signInByForm(page, LUIS, 'es')
  await page.waitForURL(/#\/spark-home/)
  hear()
  await listening.getByRole('heading', { name: t('other_driver.title') }).waitFor()
  assert.deepEqual(await findBarriers(listening), [])

  await deaf.getByRole('heading', { name: t('other_driver.title') }).waitFor()
  await deaf.getByRole('button', { name: t('shell.reload') }).click()
  await deaf.waitForURL(/#\/spark-home/)
  await deaf.goto(`${product.url}/#/support`)
  await deaf.getByText(t('support.empty'), { exact: true }).waitFor()
  assert.equal(await deaf.getByLabel(t('support.text'), { exact: true }).inputValue(), '')
  await page.getByRole('heading', { level: 1, name: t('HOME') }).waitFor()
  await context.close()
})

longTest("nothing of a driver is left for the tab's next account: no win's sign, no start", async () => {
  const context = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/#\/home/)
  await allowEveryHour(page)
  await waitForOffers(page, 'es')
  await page.evaluate(() => {
    localStorage.setItem('start.mode', 'instant_only')
    localStorage.setItem('waiting-seen', 'one')
  })
  // Three signs hang one after the other, longer than it takes to sign in.
  for (const nth of [0, 1, 2]) await placeFarBlock(product, page, { payCents: 9_000, nth })
  const sign = page.getByRole('region', { name: t('booked.title') })
  await sign.waitFor()

  await signOut(page)
  await signInByForm(page, LUIS, 'es')
  await page.waitForURL(/#\/spark-home/)
  await page.getByRole('heading', { level: 1, name: t('HOME') }).waitFor()
  assert.equal(await sign.filter({ hasText: '$90' }).count(), 0)
  const kept = `['start.mode', 'waiting-seen'].map((key) => localStorage.getItem(key))`
  assert.deepEqual(await page.evaluate(kept), [null, null])
  await context.close()
})

longTest('who signs out ends the push of this browser', async () => {
  const context = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    // The browser of a test reaches no push service: it has this subscription until it is ended.
    const subscription = {
      endpoint: 'https://push.example/ana',
      unsubscribe: () => Promise.resolve((sessionStorage.setItem('left', 'yes'), true)),
    }
    const getSubscription = () =>
      Promise.resolve(sessionStorage.getItem('left') === null ? subscription : null)
    const registration = { pushManager: { getSubscription } } as ServiceWorkerRegistration
    ServiceWorkerContainer.prototype.getRegistration = () => Promise.resolve(registration)
  })
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/#\/home/)
  const removed: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/notify/push/remove')) removed.push(request.postData() ?? '')
  })
  await signOut(page)
  assert.deepEqual(removed, ['{"endpoint":"https://push.example/ana"}'])
  assert.equal(await page.evaluate(`sessionStorage.getItem('left')`), 'yes')
  await context.close()
})

test('who is signed out while typing signs in beside the message, and continues with what was typed', async () => {
  const [context, other] = [
    await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' }),
    await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' }),
  ]
  const [page, elsewhere] = [await context.newPage(), await other.newPage()]
  for (const each of [page, elsewhere]) {
    await each.goto(`${product.url}/#/login`)
    await signInByForm(each, ANA, 'es')
    await each.waitForURL(/#\/home/)
  }
  await page.goto(`${product.url}/#/profile`)
  const name = page.locator('input[autocomplete="given-name"]')
  await name.fill('Anita')
  // What failed to load for want of an answer comes automatically once there is one.
  const answer = await failRequests(elsewhere, '**/api/recap/week?as=*')
  await elsewhere.goto(`${product.url}/#/recap`)
  await elsewhere.getByText(t('shell.failed')).waitFor()
  answer()
  await elsewhere.getByText(t('shell.failed')).waitFor({ state: 'detached' })

  // It learns of its end by nothing but what it sends.
  const read = await failRequests(page, /\/api\//, 'GET')
  await callOperation(elsewhere, 'POST', '/accounts/sessions/end-others', { password: ANA.password })
  await page.getByRole('button', { name: t('profile.save'), exact: true }).click()
  await page
    .getByRole('alert')
    .getByRole('button', { name: t('title.login') })
    .click()
  await page.waitForURL(/#\/login\?next=/)
  read()
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/#\/profile/)
  await until(async () => (await name.inputValue()) === 'Anita', 'what was typed')
  await context.close()
  await other.close()
})

longTest('a driver signs in with a passkey of the device, until the passkey is removed', async () => {
  const context = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await page.getByRole('button', { name: t('title.login') }).waitFor()
  const byPasskey = page.getByRole('button', { name: t('login.passkey') })
  assert.equal(await byPasskey.count(), 0, 'an IP address has no passkeys')

  const url = await givePasskeys(page, product.url)
  await page.goto(`${url}/#/login`)
  await signInByForm(page, LUIS, 'es')
  await page.waitForURL(/#\/spark-home/)
  await page.goto(`${url}/#/profile`)
  await addPasskey(page, LUIS, 'Mi celular', 'es')
  await page
    .getByText(t('profile.passkey_added', { name: 'Mi celular' }))
    .first()
    .waitFor()
  assert.deepEqual(await findOverflow(page), [])
  assert.deepEqual(await findBarriers(page), [])
  await page.goto(`${url}/#/logout`)
  await byPasskey.click()
  await page.waitForURL(/#\/spark-home/)

  await page.goto(`${url}/#/profile`)
  await page.getByRole('button', { name: t('profile.passkey_remove_one', { name: 'Mi celular' }) }).click()
  const sheet = page.getByRole('dialog', { name: t('profile.passkey_remove_title', { name: 'Mi celular' }) })
  await sheet.getByLabel(t('change.your_password'), { exact: true }).fill(LUIS.password)
  await sheet.getByRole('button', { name: t('form.remove'), exact: true }).click()
  await page
    .getByText(t('profile.passkey_removed', { name: 'Mi celular' }))
    .first()
    .waitFor()
  await page.goto(`${url}/#/logout`)
  await byPasskey.click()
  await page.getByText(t('error.accounts.passkey_refused')).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await context.close()
})

async function register(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/register?code=AMIGO7`)
  await page.getByText(t('profile.app_spark'), { exact: true }).click()
  await page.getByText(t('form.by_email'), { exact: true }).click()
  // First rejected by its own rules: the first invalid field has the focus, and no input is lost.
  await page.getByLabel(t('register.phone'), { exact: true }).fill('305')
  await page.getByLabel(t('login.email'), { exact: true }).fill(EMAIL)
  await page.getByRole('button', { name: t('register.send') }).click()
  await page.getByText(t('error.accounts.phone_10_digits')).waitFor()
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement | null)?.name === 'phone')
  assert.deepEqual(await findBarriers(page), [])
  await page.getByLabel(t('register.phone'), { exact: true }).fill('3055550142')
  await page.reload()
  assert.equal(await page.getByLabel(t('login.email'), { exact: true }).inputValue(), EMAIL)
  assert.equal(await page.getByLabel(t('register.phone'), { exact: true }).inputValue(), '(305) 555-0142')
  await page.getByText(t('captcha.done')).waitFor()
  await page.getByText(t('register.invited', { code: 'AMIGO7' })).waitFor()
  await page.getByRole('button', { name: t('register.send') }).click()
  // No one has this code: it is rejected before a verification code is sent, while it can still be corrected.
  await page.getByText(t('error.accounts.referral_code_invalid')).waitFor()
  await page.waitForFunction(
    () => (document.activeElement as HTMLInputElement | null)?.name === 'referralCode',
  )
  assert.deepEqual(await findBarriers(page), [])
  const code = await readInviteCode()
  await page.getByLabel(t('register.referral')).fill(code)
  await page.getByText(t('captcha.done')).waitFor()
  await page.getByRole('button', { name: t('register.send') }).click()

  await typeCode(page, t('otp.code'), await newestCode(page, EMAIL))
  await page.getByRole('heading', { name: t('register.you') }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: t('register.go') }).click()
  await page.getByText(t('error.accounts.consent_missing')).waitFor()
  await fillAccount(page, t, { first: 'Rosa', last: 'Vega', password: PASSWORD })
  assert.equal(await page.getByLabel(t('register.referral')).inputValue(), code)

  // Reading the terms loses no input, including the password.
  await page.getByRole('button', { name: t('title.termsandcondition') }).click()
  await page
    .getByRole('dialog', { name: t('title.termsandcondition') })
    .getByRole('heading')
    .nth(1)
    .waitFor()
  await page.getByRole('button', { name: t('register.read_done') }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel(t('password.new'), { exact: true }).inputValue(), PASSWORD)
  await page.getByRole('button', { name: t('register.go') }).click()
  await page.waitForURL(/#\/spark-home/)
  const kept = await page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')
  assert.ok(!kept.includes(PASSWORD), 'the password is nowhere on the device')
}

/** The referral code of a demo driver. */
async function readInviteCode(): Promise<string> {
  const context = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/#\/home/)
  const { code } = await callOperation<{ code: string }>(page, 'GET', '/referrals')
  await context.close()
  return code
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/logout`)
  await page.waitForURL(/#\/login/)
}

async function resetPassword(page: Page): Promise<void> {
  await page.getByLabel(t('login.email'), { exact: true }).fill(EMAIL)
  await page.getByRole('link', { name: t('login.forgot') }).click()
  // The sign-in screen has a field of the same name, and stands until the next screen's chunk is there.
  await page.getByText(t('password.intro')).waitFor()
  const email = await page.getByLabel(t('login.email'), { exact: true }).inputValue()
  assert.equal(email, EMAIL, 'nobody types their e-mail twice')
  const last = await newestCode(page, EMAIL)
  await page.getByRole('button', { name: t('register.send') }).click()
  await page.getByRole('heading', { name: t('otp.first') }).waitFor()
  await typeCode(page, t('otp.code'), await newestCode(page, EMAIL, last))
  await page.getByLabel(t('password.new'), { exact: true }).fill('Password1!')
  await page.getByText(t('strength.common')).waitFor()
  await page.getByLabel(t('password.new'), { exact: true }).fill(NEXT_PASSWORD)
  await page.getByLabel(t('password.repeat'), { exact: true }).fill(NEXT_PASSWORD)
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: t('password.save') }).click()
  await page.getByText(t('login.done_password')).waitFor()
}

async function changePhone(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/profile`)
  const button = page.getByRole('button', { name: `${t('profile.confirm')}: ${t('profile.phone')}` })
  await button.click()
  const sheet = page.getByRole('dialog', { name: t('change.phone') })
  await sheet.getByLabel(t('change.new_phone')).fill('305 555 0199')
  await sheet.getByLabel(t('change.your_password'), { exact: true }).fill('not it')
  await sheet.getByRole('button', { name: t('change.send') }).click()
  await sheet.getByText(t('error.accounts.phone_11_digits')).waitFor()
  await sheet.getByLabel(t('change.new_phone')).fill(PHONE)
  await sheet.getByRole('button', { name: t('change.send') }).click()
  await sheet.getByText(t('error.accounts.wrong_password')).waitFor()
  await sheet.getByLabel(t('change.your_password'), { exact: true }).fill(NEXT_PASSWORD)
  await sheet.getByRole('button', { name: t('change.send') }).click()
  const code = await newestCode(page, PHONE)
  await sheet.getByLabel(t('otp.code')).waitFor()
  // A phone may unload the page while its driver reads the message.
  await page.reload()
  await typeCode(page, t('otp.code'), code)
  await page.getByText(t('change.done_phone')).first().waitFor()
  await page.getByText('+1 (305) 555-0199').waitFor()
  await page.getByText(t('profile.confirmed'), { exact: true }).waitFor()
}

async function changeProfile(page: Page): Promise<void> {
  const save = page.getByRole('button', { name: t('profile.save') })
  assert.equal(await save.count(), 0)
  await page.getByLabel(t('register.first_name'), { exact: true }).fill('Rosita')
  await page.getByText(t('profile.app_amazon'), { exact: true }).click()
  const name = page.getByLabel(t('register.first_name'), { exact: true })
  let isHeld = false
  // The draft is the driver's own also while the session's answer is on its way.
  await page.route('**/api/accounts/session?*', async (route) => {
    if (!isHeld) {
      isHeld = true
      await name.waitFor()
    }
    await route.continue()
  })
  await page.reload()
  await until(async () => (await name.inputValue()) === 'Rosita', 'the draft is back')
  await save.click()
  await page.getByText(t('profile.saved')).first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  // The other app has another menu.
  await openMenu(page, t)
  const menu = page.getByRole('dialog')
  await menu.getByRole('link', { name: t('CALENDAR') }).waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })

  await page
    .getByRole('group', { name: wordsOf('es')('shell.language') })
    .first()
    .getByText(LANGUAGES[spokenFor('en')].name)
    .click()
  await page.getByRole('heading', { level: 1, name: wordsOf('en')('PROFILE') }).waitFor()
  await page
    .getByRole('group', { name: wordsOf('en')('shell.language') })
    .first()
    .getByText(LANGUAGES[spokenFor('es')].name)
    .click()
  await page.getByRole('heading', { level: 1, name: t('PROFILE') }).waitFor()
}

async function endOtherDevice(page: Page): Promise<void> {
  // A device in English speaks what its driver chose.
  const other: BrowserContext = await openVisit({ browser, size: 'desktop', language: 'en', theme: 'light' })
  const there = await other.newPage()
  await there.goto(`${product.url}/#/profile`)
  await signInByForm(there, { email: EMAIL, password: NEXT_PASSWORD }, 'en')
  await there.getByText(t('profile.sessions')).waitFor()

  await page.reload()
  const device = page.getByRole('button', { name: new RegExp(`^${t('profile.end_device', { device: '' })}`) })
  await device.click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(t('change.your_password'), { exact: true }).fill('not it')
  await sheet.getByRole('button', { name: t('LOG_OFF') }).click()
  await sheet.getByText(t('error.accounts.wrong_password')).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await sheet.getByLabel(t('change.your_password'), { exact: true }).fill(NEXT_PASSWORD)
  await sheet.getByRole('button', { name: t('LOG_OFF') }).click()
  await page.getByText(t('profile.only_here')).waitFor()
  await there.reload()
  await there.waitForURL(/#\/login/)
  await other.close()
}

async function downloadData(page: Page): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t('profile.download') }).click(),
  ])
  const data = readFileSync(await download.path(), 'utf8')
  assert.ok(data.includes(EMAIL) && data.includes('Rosita'))
  assert.equal(typeof JSON.parse(data), 'object')
}

async function deleteAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('profile.delete') }).click()
  const sheet = page.getByRole('dialog', { name: t('profile.delete_title') })
  await sheet.getByLabel(t('change.your_password'), { exact: true }).fill('not it')
  await sheet.getByRole('button', { name: t('profile.delete_go') }).click()
  await sheet.getByText(t('error.accounts.wrong_password')).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await sheet.getByLabel(t('change.your_password'), { exact: true }).fill(NEXT_PASSWORD)
  await sheet.getByRole('button', { name: t('profile.delete_go') }).click()
  await page.getByText(t('login.done_removed')).waitFor()
}

async function typeCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).waitFor()
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement | null)?.name === 'code')
  await page.keyboard.type(code)
}

/** The newest code sent to a recipient, other than `last`; the demo shows what its gateways received. */
async function newestCode(page: Page, to: string, last = ''): Promise<string> {
  const read = async () => {
    const answer = await page.request.get(`${product.url}/api/notify/received`, { params: { to, limit: 5 } })
    const { messages } = (await answer.json()) as { messages: { text: string }[] }
    const code = messages.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined)
    return code !== last && code
  }
  return await until(read, `a new code for ${to}`)
}
