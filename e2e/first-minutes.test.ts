import type { Key } from '../web/i18n.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { startFixture } from './fixture.ts'
import { createHand } from './hand.ts'
import { placeOffer, readStation } from './market.ts'
import { collectErrors, findBarriers, findOverflow, openVisit, spokenFor, wordsOf } from './visit.ts'
import type { Language } from './visit.ts'
import { longTest, realNow } from '@madruga/server/kit/testing.ts'

const { product, browser } = await startFixture()

const PASSWORD = 'una ruta de noche'

test('a stranger comes to the first accepted block with few taps and no refusal: phone, es', async (context) => {
  const visit = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  const page = await visit.newPage()
  const errors = collectErrors(page)
  const t = wordsOf('es')
  const hand = createHand(page)
  const button = (key: Key) => page.getByRole('button', { name: t(key), exact: true })
  await page.goto(product.url)
  await hand.tap(page.getByRole('link', { name: t('landing.try') }))

  await hand.tap(page.getByLabel(t('login.email'), { exact: true }))
  await hand.type('nina.paz@example.com')
  await hand.next()
  await hand.type('3055550133')
  await hand.tap(button('register.send'))
  // One code to the phone and one to the mailbox; the demo shows them where they are asked for.
  for (const heading of ['otp.first', 'otp.second'] as const) {
    await page.getByRole('heading', { level: 2, name: t(heading) }).waitFor()
    await hand.tap(button('otp.demo_use'))
  }
  await hand.tap(page.getByLabel(t('register.first_name'), { exact: true }))
  await hand.type('Nina')
  for (const text of ['Paz', PASSWORD, PASSWORD]) {
    await hand.next()
    await hand.type(text)
  }
  await hand.tap(page.getByLabel(t('register.consent')))
  await hand.tap(button('register.go'))

  await hand.tap(button('sync.demo_fill'))
  await hand.tap(button('sync.connect'))
  await hand.tap(button('setup.use'))
  await hand.tap(button('home.start'))
  await page.getByRole('heading', { name: t('phase.running') }).waitFor()
  await placeBlocks(page, 10)
  await page.getByRole('region', { name: t('booked.title') }).waitFor()

  const { taps, fields, refusals, seconds } = hand.read()
  context.diagnostic(`${taps} taps, ${fields} fields, ${refusals.length} refusals, ${seconds} s`)
  assert.deepEqual(refusals, [])
  assert.ok(taps <= 12, `${taps} taps`)
  assert.equal(fields, 6)
  assert.deepEqual(errors, [])
  await visit.close()
})

longTest('a link that the app replaces under a finger leads on: phone, es', async () => {
  const visit = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  const page = await visit.newPage()
  const t = wordsOf('es')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(product.url, { waitUntil: 'commit' })
  const link = page.getByRole('link', { name: t('landing.try') })
  await link.hover()
  const first = await link.elementHandle()
  await page.mouse.down()
  release()
  await page.waitForFunction((served) => !served!.isConnected, first)
  await page.mouse.up()
  await page.getByLabel(t('login.email'), { exact: true }).waitFor()
  await visit.close()
})

/**
 * Four equal blocks this many days ahead at noon, in the hours of the proposed filter: the demo's driver at
 * the same station can hold only one of them.
 */
async function placeBlocks(page: Page, days: number): Promise<void> {
  const hour = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: 'numeric',
    hour12: false,
  })
  const ahead = Math.ceil(realNow() / HOUR_MS) * HOUR_MS + days * DAY_MS
  const startAt = Array.from({ length: 24 }, (_, later) => ahead + later * HOUR_MS).find(
    (at) => Number(hour.format(at)) === 12,
  )
  const terms = { stationId: await readStation(page), startAt: startAt!, minutes: 180, payCents: 12_000 }
  for (let placed = 0; placed < 4; placed++) await placeOffer(product, terms)
}

longTest(
  'every screen of the first steps leads on, and a run that only watches accepts after one tap: desktop, en',
  async () => {
    const visit = await openVisit({ browser, size: 'desktop', language: 'en', theme: 'light' })
    const page = await visit.newPage()
    const t = wordsOf('en')
    const link = (key: Key) => page.getByRole('link', { name: t(key), exact: true })
    const button = (key: Key) => page.getByRole('button', { name: t(key), exact: true })
    await page.goto(`${product.url}/#/register`)
    await page.getByLabel(t('login.email'), { exact: true }).fill('omar.diaz@example.com')
    await page.getByLabel(t('register.phone'), { exact: true }).fill('3055550134')
    await page.getByText(t('form.by_email'), { exact: true }).click()
    await button('register.send').click()
    await page.getByRole('heading', { level: 2, name: t('otp.first') }).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    // The page of received messages leads back to where the code is waited for.
    await page.getByRole('link', { name: t('login.demo_messages') }).click()
    await link('register.enter_code').click()
    await button('otp.demo_use').click()
    await page.getByLabel(t('register.first_name'), { exact: true }).fill('Omar')
    await page.getByLabel(t('register.last_name'), { exact: true }).fill('Diaz')
    await page.getByLabel(t('password.new'), { exact: true }).fill(PASSWORD)
    await page.getByLabel(t('password.repeat'), { exact: true }).fill(PASSWORD)
    await page.getByLabel(t('register.consent')).check()
    await button('register.go').click()
    await page.getByRole('heading', { name: t('setup.connect') }).waitFor()
    assert.deepEqual(await findBarriers(page), [])

    // Connected on its own screen, which leads to the filter.
    await page.goto(`${product.url}/#/sync`)
    await button('sync.demo_fill').click()
    await button('sync.connect').click()
    await link('setup.next_filter').click()
    await button('setup.use').waitFor()
    assert.deepEqual(await findBarriers(page), [])
    assert.deepEqual(await findOverflow(page), [])
    // Saved on its own screen, which leads to the start.
    await link('setup.edit').click()
    await button('filter.save').click()
    await link('setup.next_start').click()

    await button('setup.watch').click()
    await page.getByRole('heading', { name: t('phase.running') }).waitFor()
    await button('setup.live').click()
    await button('setup.live').waitFor({ state: 'detached' })
    assert.deepEqual(await findBarriers(page), [])
    await placeBlocks(page, 12)
    await page.getByRole('region', { name: t('booked.title') }).waitFor()
    await visit.close()
  },
)

longTest('a guest at the page of received messages finds the sign-in', async () => {
  const visit = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  const page = await visit.newPage()
  const t = wordsOf('es')
  await page.goto(`${product.url}/#/messages`)
  await page.getByRole('link', { name: t('title.login'), exact: true }).click()
  await page.getByLabel(t('login.email'), { exact: true }).waitFor()
  await visit.close()
})

for (const [size, language, theme] of [
  ['phone', 'es', 'dark'],
  ['desktop', 'en', 'light'],
  ['small', 'en', 'dark'],
] as const)
  longTest(
    `the first page shows offers, a week near a ZIP code, and what it costs: ${size}, ${language}`,
    async () => {
      const visit = await openVisit({ browser, size, language, theme })
      const page = await visit.newPage()
      const errors = collectErrors(page)
      const t = wordsOf(language)
      const requests: string[] = []
      let bytes = 0
      page.on('requestfinished', async (request) => {
        requests.push(request.url())
        bytes += (await request.sizes().catch(() => null))?.responseBodySize ?? 0
      })
      await page.goto(product.url)
      await page
        .getByRole('region', { name: t('landing.live') })
        .getByRole('listitem')
        .first()
        .waitFor()
      const blocks = spokenFor(language) === 'es' ? 'bloques' : 'blocks'
      assert.equal(await page.title(), t('landing.title', { blocks }))
      const zip = page.getByLabel(t('landing.zip'))
      await zip.fill('331')
      await page.getByRole('button', { name: t('landing.near_go') }).click()
      await page.getByText(t('error.landing.zip_invalid')).waitFor()
      assert.equal(await zip.inputValue(), '331')
      await zip.fill('33101')
      await page.getByRole('button', { name: t('landing.near_go') }).click()
      await page.getByText(t('landing.near_limits')).waitFor()
      await page.getByText(t('landing.who_unknown')).waitFor()
      assert.ok(requests.length <= 25, `${requests.length} requests: ${requests.join(' ')}`)
      assert.ok(bytes <= 200 * 1024, `${bytes} octets`)
      assert.deepEqual(await findBarriers(page), [])
      assert.deepEqual(await findOverflow(page), [])
      await page
        .getByRole('link', { name: t('landing.sign_in') })
        .first()
        .click()
      await page.getByLabel(t('login.email'), { exact: true }).waitFor()
      assert.deepEqual(errors, [])
      await visit.close()
    },
    language === 'es',
  )

test('without scripts the first page says what it is, what it costs and who runs it, in both languages', async () => {
  for (const language of ['en', 'es'] as const satisfies readonly Language[]) {
    const t = wordsOf(language)
    const answer = await fetch(`${product.url}/?lang=${spokenFor(language)}`)
    const html = await answer.text()
    const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll('&#x27;', "'")
    const block = { block: '$5' }
    const words = { stations: spokenFor(language) === 'es' ? 'estaciones' : 'stations' }
    for (const said of [
      t('landing.what', words),
      t('landing.register_note'),
      t('landing.basic_amazon', block),
      t('landing.allowed_text'),
      t('landing.password_text'),
      t('landing.who_unknown'),
    ])
      assert.ok(text.includes(said), said)
    assert.match(html, new RegExp(`<html lang="${spokenFor(language)}">`))
    assert.match(html, /<meta property="og:title" content="[^"{]+">/)
    assert.match(html, /<link rel="canonical" href="http[^"{]+">/)
    assert.doesNotMatch(html, /\{\{|data-(if|unless)/)
  }
})

test('search engines may read every page and no operation', async () => {
  const robots = await fetch(`${product.url}/robots.txt`)
  assert.match(robots.headers.get('content-type') ?? '', /^text\/plain/)
  assert.equal(await robots.text(), 'User-agent: *\nDisallow: /api/\n')
})
