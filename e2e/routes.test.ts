import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { SCREENS, type Screen } from '../web/screens/table.ts'
import { describeVariant, VARIANTS } from '@madruga/core/variants.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { ANA, INES, LUIS } from './cast.ts'
import { startFixture } from './fixture.ts'
import { signInByForm } from './steps.ts'
import {
  COLORS,
  collectErrors,
  findBarriers,
  findOverflow,
  openVisit,
  spokenFor,
  wordsOf,
  type Language,
  type Size,
  type Theme,
  type Visit,
} from './visit.ts'
import { longTest } from '@madruga/server/kit/testing.ts'

const { product, browser } = await startFixture()

const screens = Object.keys(SCREENS) as Screen[]
/** Signing out ends the visit: it has no screen to stay on. */
const LEAVING: readonly Screen[] = ['logout']
const open = screens.filter((screen) => !SCREENS[screen].guarded && !LEAVING.includes(screen))
const guarded = screens.filter((screen) => SCREENS[screen].guarded)

// Two at a time, of different variants: they are different drivers, and the machine has two cores.
/** A driver of a variant, signed in. */
async function enter(variant: Variant, visit: Omit<Visit, 'browser'>): Promise<Page> {
  const page = await (await openVisit({ browser, ...visit })).newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, driverOf(variant), visit.language)
  await page.waitForURL(/home/)
  return page
}

suite('every screen', { concurrency: 2 }, () => {
  for (const size of ['phone', 'desktop'] as const)
    for (const language of ['en', 'es'] as const)
      for (const variant of VARIANTS)
        longTest(
          `every ${variant} screen has its title, its heading in focus and no barrier, dark or light: ${size}, ${language}`,
          async () => {
            await walk({ variant, size, language })
          },
          size === 'phone' && language === 'es' && variant === 'amazon',
        )

  for (const variant of VARIANTS)
    longTest(
      `nothing of any ${variant} screen sticks out of a phone with text of twice the size, and its title shows whole`,
      async () => {
        const page = await enter(variant, { language: 'es', theme: 'light', size: 'phone' })
        await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
        const found: string[] = []
        for (const screen of guarded) {
          await page.evaluate((address) => (location.hash = address), `#/${screen}`)
          const title = page
            .getByRole('heading', { level: 1 })
            .filter({ hasText: wordsOf('es', variant)(SCREENS[screen].title) })
          await title.waitFor()
          await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
          const isWhole = await title.evaluate(
            (text) => text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight + 2,
          )
          if (!isWhole) found.push(`${screen}: its title is cut`)
          found.push(...(await findOverflow(page)).map((what) => `${screen}: ${what}`))
        }
        assert.deepEqual(found, [])
        await leave(page)
      },
    )

  for (const variant of VARIANTS)
    longTest(`nothing of any ${variant} screen sticks out of 320 px`, async () => {
      const page = await enter(variant, { language: 'es', theme: 'dark', size: 'small' })
      for (const screen of guarded) {
        await page.goto(`${product.url}/#/${screen}`)
        await page
          .getByRole('heading', { level: 1 })
          .filter({ hasText: wordsOf('es', variant)(SCREENS[screen].title) })
          .waitFor()
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
        assert.deepEqual(
          (await findOverflow(page)).map((what) => `${screen}: ${what}`),
          [],
        )
      }
      await leave(page)
    })
})

for (const variant of VARIANTS)
  longTest(
    `a basic ${variant} filter fits 1,400 px of a phone, and one tap shows the days of a week whose hours are alike`,
    async () => {
      const page = await enter(variant, { language: 'es', theme: 'light', size: 'phone' })
      await page.goto(`${product.url}/#/${variant === 'amazon' ? '' : `${variant}-`}filter`)
      const days = page.getByRole('button', { name: new RegExp(`^${wordsOf('es')('weekdays.all')}`) })
      await days.waitFor()
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      assert.ok(height <= 1_400, `${height} px`)
      await days.click()
      await page.getByRole('switch').nth(6).waitFor()
      await page.context().close()
    },
    variant === 'amazon',
  )

longTest(
  'a step back returns to the place on the page, another screen begins at its top, and a link opens a tab',
  async () => {
    const page = await enter('amazon', { language: 'en', theme: 'dark', size: 'phone' })
    const t = wordsOf('en', 'amazon')
    const headed = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor()
    const place = () => page.evaluate(() => Math.round(scrollY))
    await page.evaluate(() => (location.hash = '#/fqa?q=%C3%A9&unknown=1'))
    await headed(t('FQA'))
    await page.getByRole('searchbox').fill('')
    await page.waitForURL(/#\/fqa$/)
    await page.evaluate(() => scrollTo(0, 640))
    const home = page.getByRole('navigation').getByRole('link', { name: t('HOME') })
    await home.click()
    await headed(t('HOME'))
    assert.equal(await place(), 0)
    await page.goBack()
    await headed(t('FQA'))
    await page.waitForFunction(() => Math.round(scrollY) === 640)

    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      home.click({ modifiers: ['ControlOrMeta'] }),
    ])
    await tab.waitForURL(/#\/home$/)
    assert.match(page.url(), /#\/fqa$/)
    await leave(page)
  },
)

test('a stranger is led to the sign-in from every guarded screen, and back to where they wanted to go', async () => {
  const context = await openVisit({ browser, language: 'en', theme: 'dark', size: 'phone' })
  const page = await context.newPage()
  for (const screen of guarded) {
    await page.goto(`${product.url}/#/${screen}`)
    await page.waitForURL(/#\/login/)
  }
  await page.goto(`${product.url}/#/filter`)
  await page.waitForURL(/#\/login/)
  await signInByForm(page, driverOf('amazon'), 'en')
  await page.waitForURL(/#\/filter/)
  await context.close()
})

test("a stranger who goes on before the server said who they are asks for nothing that is a driver's", async () => {
  const context = await openVisit({ browser, language: 'en', theme: 'dark', size: 'phone' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/accounts/session', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(`${product.url}/#/home`)
  await page.getByRole('heading', { level: 1, name: wordsOf('en')('HOME') }).waitFor()
  // Home has loaded meanwhile, and stays until the next screen has.
  await page.goto(`${product.url}/#/login`)
  await page.getByLabel(wordsOf('en')('login.email'), { exact: true }).waitFor()
  answer()
  await signInByForm(page, driverOf('amazon'), 'en')
  await page.waitForURL(/#\/home/)
  const signedIn = asked.indexOf('/api/accounts/sign-in')
  assert.deepEqual(
    asked.slice(0, signedIn).filter((path) => /^\/api\/(?!accounts\/)/.test(path)),
    [],
  )
  await leave(page)
  assert.deepEqual(errors, [])
})

longTest('a "signed out" answer from before the sign-in ends no session', async () => {
  const context = await openVisit({ browser, language: 'en', theme: 'dark', size: 'phone' })
  const page = await context.newPage()
  const t = wordsOf('en')
  const { promise: signedIn, resolve: release } = Promise.withResolvers<void>()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  let isHeld = false
  // The browser goes on intercepting: one that stopped while it loads a part of the app would never load it.
  await page.route('**/api/accounts/session', async (route) => {
    if (isHeld) return route.continue()
    isHeld = true
    const response = await route.fetch()
    await signedIn
    // Nothing may wait for it anymore.
    await route.fulfill({ response }).catch(() => {})
    arrive()
  })
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, driverOf('amazon'), 'en')
  await page.waitForURL(/#\/home/)
  release()
  await arrived
  await page.goto(`${product.url}/#/profile`)
  await page.getByText(t('profile.sessions')).waitFor()
  await page.goto(`${product.url}/#/home`)
  await page.getByRole('region', { name: t('offers.title') }).waitFor()
  await leave(page)
})

const DRIVERS = { amazon: ANA, spark: LUIS, courier: INES }

function driverOf(variant: Variant) {
  return DRIVERS[variant]
}

/** A visit whose device turns light or dark on every screen: half of them open in each theme. */
async function walk({ variant, ...visit }: { variant: Variant; size: Size; language: Language }) {
  const theme: Theme = visit.language === 'en' ? 'dark' : 'light'
  const context = await openVisit({ ...visit, browser, theme })
  const page = await context.newPage()
  const errors = collectErrors(page)
  const t = wordsOf(visit.language)
  await page.goto(`${product.url}/`)
  assert.equal(await page.locator('html').getAttribute('lang'), spokenFor(visit.language))
  assert.equal(await page.locator('html').getAttribute('data-theme'), theme)
  // The app draws the first page, which the server sent as text: the next screen is a navigation.
  await page
    .getByRole('region', { name: t('landing.live') })
    .locator('.lane')
    .waitFor()
  for (const screen of open) await look(page, screen, t)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, driverOf(variant), visit.language)
  await page.waitForURL(new RegExp(`#/${describeVariant(variant).screens.home}`))
  const own = wordsOf(visit.language, variant)
  for (const screen of guarded) await look(page, screen, own)
  await leave(page)
  assert.deepEqual(errors, [])
}

/** Opens it by its address: title of the tab, heading in focus, no barrier in either theme. */
async function look(page: Page, screen: Screen, t: ReturnType<typeof wordsOf>): Promise<void> {
  const title = t(SCREENS[screen].title)
  await page.goto(`${product.url}/#/${screen}`)
  await page.getByRole('heading', { level: 1 }).filter({ hasText: title }).waitFor()
  await page.waitForFunction((start) => document.title.startsWith(start), title)
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  assert.deepEqual(await barriersOf(page, screen), [])
  await changeTheme(page)
  assert.deepEqual(await barriersOf(page, screen, COLORS), [])
}

/** The device turns dark or light, and the page with it. */
async function changeTheme(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const theme: Theme = isDark ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-theme="${theme}"]`).waitFor()
}

async function barriersOf(page: Page, screen: string, rules?: typeof COLORS): Promise<string[]> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  return (await findBarriers(page, rules)).map((barrier) => `${screen}: ${barrier}`)
}

async function leave(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().close()
}
