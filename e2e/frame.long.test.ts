import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Outputs } from '@madruga/core/contract.ts'
import { alsoOf } from '../web/screens/shell/menu-more.ts'
import { menuOf } from '../web/screens/shell/menu-items.ts'
import { ANA, INES, LUIS } from './cast.ts'
import { startFixture } from './fixture.ts'
import { callOperation } from './market.ts'
import { dismissBanners, openMenu, signInByForm } from './steps.ts'
import { findBarriers, findOverflow, openVisit, wordsOf, type Language, type Size } from './visit.ts'

const { product, browser } = await startFixture()

for (const [driver, size, language] of [
  [ANA, 'phone', 'es'],
  [LUIS, 'phone', 'en'],
  [ANA, 'small', 'en'],
  [LUIS, 'desktop', 'es'],
] as const)
  test(`the ${driver.variant} menu lists the seed's entries in order, then what works for the variant too, and signing out is in sight: ${size}, ${language}`, async () => {
    await visit(driver, size, language, async (page, t) => {
      if (size !== 'desktop') await openMenu(page, t)
      const menu = page.getByRole('navigation', { name: t('MENU') })
      const signOut = menu.getByRole('link', { name: t('LOG_OFF') })
      await signOut.waitFor()
      const box = (await signOut.boundingBox())!
      assert.ok(box.y > 0 && box.y + box.height <= page.viewportSize()!.height, 'signing out is in sight')
      const addresses = await menu
        .getByRole('link', { includeHidden: true })
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).hash.slice(2)))
      const seed = menuOf({ app: driver.variant, plan: 'basic' }).map((item) => item.screen)
      const also = alsoOf({ app: driver.variant, plan: 'basic' }).map((item) => item.screen)
      const documents = ['termsandcondition', 'privacy-policy']
      assert.deepEqual(addresses, [...seed.slice(0, -1), ...also, ...documents, ...seed.slice(-1)])
      assert.deepEqual(await findBarriers(page), [])
    })
  })

test('the tabs of a phone lead to home, filter and calendar, and a search in the menu to the rest: en', async () => {
  await visit(ANA, 'phone', 'en', async (page, t) => {
    const tabs = page.getByRole('navigation', { name: t('shell.tabs') })
    await tabs.getByRole('link', { name: t('CALENDAR') }).click()
    await page.waitForURL(/#\/calendar/)
    await tabs.getByRole('link', { name: t('FILTERS') }).click()
    await page.waitForURL(/#\/filter/)
    await page.getByRole('heading', { level: 1, name: t('FILTERS') }).waitFor()
    assert.deepEqual(
      await tabs.locator('[aria-current]').allInnerTexts(),
      [t('FILTERS')],
      'the tab of the screen is lit',
    )
    await openMenu(page, t)
    const menu = page.getByRole('dialog')
    await menu.getByRole('searchbox').fill(t('title.notification-settings').slice(0, 6))
    await menu.getByRole('link', { name: t('title.notification-settings') }).click()
    await page.getByRole('heading', { level: 1, name: t('title.notification-settings') }).waitFor()
    assert.equal(await tabs.locator('[aria-current]').count(), 0)
    await tabs.getByRole('link', { name: t('HOME') }).click()
    await page.waitForURL(/#\/home/)
  })
})

test('going back closes what is on top, and leaves the screen only then', async () => {
  await visit(ANA, 'phone', 'en', async (page, t) => {
    const dialog = page.getByRole('dialog')
    const tabs = page.getByRole('navigation', { name: t('shell.tabs') })
    await tabs.getByRole('link', { name: t('FILTERS') }).click()
    await page.getByRole('heading', { level: 1, name: t('FILTERS') }).waitFor()
    await tabs.getByRole('link', { name: t('HOME') }).click()
    await page
      .getByRole('region', { name: t('offers.title') })
      .getByRole('listitem')
      .first()
      .click()
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    assert.match(page.url(), /#\/home$/)

    const more = tabs.getByRole('button', { name: t('MENU') })
    await more.click()
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    await more.click()
    await dialog.getByRole('link', { name: t('PROFILE') }).click()
    await page.getByText(t('profile.sessions')).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: t('HOME') }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await more.click()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.waitForFunction(() => !(history.state as { overlays?: number } | null)?.overlays)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: t('FILTERS') }).waitFor()
  })
})

for (const size of ['phone', 'desktop'] as const)
  test(`home's feed is one tab stop, arrow keys move in it, and it never stands away from its newest row: ${size}`, async () => {
    await visit(ANA, size, 'en', async (page, t) => {
      const feed = page.getByRole('region', { name: t('offers.title') })
      const rows = feed.getByRole('listitem')
      await rows.first().waitFor()
      const fit = await rows.first().evaluate((row) => row.closest('ul')!.clientHeight / row.clientHeight)
      assert.ok(fit > 3, `some rows fit, not ${fit}`)
      await rows.nth(Math.floor(fit) - 1).waitFor()
      const all = feed.getByRole('link', { name: t('offers.all') })
      await all.focus()
      await page.keyboard.press('Shift+Tab')
      const place = () => page.evaluate<string>(`document.activeElement.closest('li')?.ariaPosInSet ?? ''`)
      assert.notEqual(await place(), '', 'the only stop before the link is a row')
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowDown')
      assert.ok(
        Number(await place()) >= Math.floor(fit),
        'the arrow keys lead down to the last row that fits',
      )
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate('document.activeElement.hash'), '#/logs?live=1')
      // What tabbing through once did: the list stood still, scrolled, without a way back.
      const shift = await rows.first().evaluate((row) => {
        const box = row.closest('ul')!.getBoundingClientRect()
        return row.getBoundingClientRect().top - box.top
      })
      assert.ok(shift > -32, `the newest row is in sight, not ${shift} px above`)
      assert.ok((await rows.count()) <= Math.ceil(fit), 'no row is rendered out of sight')
    })
  })

for (const [driver, size, language] of [
  [ANA, 'phone', 'es'],
  [LUIS, 'small', 'en'],
] as const)
  test(`glance mode shows state, next block and the way there in one look: ${driver.variant}, ${size}, ${language}`, async () => {
    await visit(driver, size, language, async (page, t) => {
      await page.goto(`${product.url}/#/glance`)
      const state = page.locator('#glance-state')
      await state.waitFor()
      const fontPx = await state.evaluate((word) => Number.parseFloat(getComputedStyle(word).fontSize))
      assert.ok(fontPx >= 52, `readable at arm's length: ${fontPx} px`)
      const way = page.getByRole('link', { name: new RegExp(t('glance.navigate', { station: '.+' })) })
      await way.waitFor()
      assert.match((await way.getAttribute('href'))!, /-?\d+\.\d+,-?\d+\.\d+/)
      await page
        .getByText(new RegExp(t('glance.leave_by', { time: '.+' }) + '|' + t('glance.leave_now')))
        .waitFor()
      assert.equal(await page.getByRole('navigation').count(), 0, 'nothing else to tap by mistake')
      assert.deepEqual([await findOverflow(page), await findBarriers(page)], [[], []])
      await page.getByRole('link', { name: t('glance.leave') }).click()
      await page.waitForURL(/home/)
    })
  })

test('Ctrl K finds a screen by its name, and ? lists the keys, which can be turned off: desktop, es', async () => {
  await visit(ANA, 'desktop', 'es', async (page, t) => {
    const palette = page.getByRole('dialog', { name: t('palette.title') })
    // The keys come once the page is idle: a driver who was faster presses again.
    const opened = palette.waitFor().then(() => true)
    while (!(await Promise.race([opened, page.keyboard.press('Control+k')])));
    await palette.getByRole('textbox').fill(t('title.notification-settings').slice(0, 6))
    assert.deepEqual(await findBarriers(page), [])
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/notification-settings/)
    await palette.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: t('title.notification-settings') }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL(/#\/calendar/)
    await page.getByRole('heading', { level: 1, name: t('CALENDAR') }).waitFor()
    await page.keyboard.press('Shift+?')
    const keys = page.getByRole('dialog', { name: t('keys.title') })
    await keys.getByText(t('keys.rows')).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await keys.getByRole('switch', { name: t('keys.letters') }).uncheck()
    await keys.getByRole('button', { name: t('shell.close') }).click()
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    assert.match(page.url(), /calendar/)
  })
})

for (const [driver, screen, language, size] of [
  [ANA, 'logs?live=1', 'es', 'phone'],
  [ANA, 'logs', 'es', 'small'],
  [LUIS, 'spark-logs', 'es', 'phone'],
  [LUIS, 'spark-logs', 'en', 'desktop'],
  [INES, 'courier-logs', 'es', 'small'],
  [INES, 'courier-logs?live=1', 'es', 'phone'],
] as const)
  test(`nothing of a row of /${screen} is cut or overlaps: ${driver.variant}, ${size}, ${language}`, async () => {
    await visit(driver, size, language, async (page) => {
      await page.goto(`${product.url}/#/${screen}`)
      await page.locator('.entry-row').nth(5).waitFor()
      assert.deepEqual(await findCut(page), [])
      assert.deepEqual(await findBarriers(page), [])
    })
  })

for (const [driver, screen, zone, home] of [
  [LUIS, 'spark-logs', 'America/Los_Angeles', 'America/Chicago'],
  [INES, 'courier-logs', 'America/New_York', 'Europe/Paris'],
] as const)
  test(`the time at the place follows the facts of a row of /${screen}, whole: 360 px, es`, async () => {
    await visit(driver, 'phone', 'es', async (page) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await moveTo(page, zone)
      await page.goto(`${product.url}/#/${screen}`)
      await page.reload()
      await page.locator('.entry-row .entry-there').nth(5).waitFor()
      await writeLongestFacts(page)
      assert.deepEqual([await findCut(page), await findOverflow(page)], [[], []])
      await page
        .locator('.entry-row')
        .filter({ has: page.locator('.entry-there') })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      assert.deepEqual([await findOverflow(page), await findBarriers(page)], [[], []])
      await moveTo(page, home)
    })
  })

test('a long title takes two lines of a narrow phone instead of ending in dots: 360 px, es', async () => {
  await visit(INES, 'phone', 'es', async (page, t) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${product.url}/#/fqa`)
    const title = page.getByRole('heading', { level: 1, name: t('FQA') })
    await title.waitFor()
    assert.ok(await title.evaluate(isWhole))
    assert.deepEqual([await findOverflow(page), await findBarriers(page)], [[], []])
  })
})

/** Whether a text shows in full in its box; in the page. */
function isWhole(text: HTMLElement): boolean {
  return text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight + 2
}

/** Gives each row that has facts the longest that there are, whatever the market offered; in two lines. */
async function writeLongestFacts(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const facts of document.querySelectorAll('.entry-row .row-facts')) {
      facts.textContent = 'Pedidos múltiples, 4 paradas, 14.4 mi'
    }
  })
}

/** Gives the driver of a page another zone. */
async function moveTo(page: Page, timeZone: string): Promise<void> {
  const profile = await callOperation<Outputs['accounts']['profile']>(page, 'GET', '/accounts/profile')
  const { firstName, lastName, language, app, callAlert, emailAlert, reminderMinutes } = profile
  const kept = { firstName, lastName, language, app, callAlert, emailAlert, reminderMinutes }
  await callOperation(page, 'PUT', '/accounts/profile', { ...kept, timeZone })
}

/** Texts of log rows that are cut, that leave their row, or that another one covers. */
async function findCut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    return [...document.querySelectorAll('.entry-row')].flatMap((row) => {
      const { top, bottom, right } = row.getBoundingClientRect()
      const texts = [
        ...row.querySelectorAll<HTMLElement>(
          '.row-title, .row-note, .row-facts, .entry-there, .entry-pay, .pay-tip, .entry-clock, .entry-seen',
        ),
      ]
      const lines = new Map(
        texts.map((text) => {
          const { display, lineHeight } = getComputedStyle(text)
          const boxes = [...text.getClientRects()].map((box) => {
            // A text that flows over two lines has a box on each, which the font makes higher than its line.
            const over =
              display === 'inline' ? Math.max(0, box.height - Number.parseFloat(lineHeight)) / 2 : 0
            return { top: box.top + over, bottom: box.bottom - over, left: box.left, right: box.right }
          })
          return [text, boxes] as const
        }),
      )
      return texts.flatMap((text) => {
        const box = text.getBoundingClientRect()
        const cut = text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 2
        const out = box.top < top - 1 || box.bottom > bottom + 1 || box.right > right
        const covered = texts.some(
          (other) =>
            other !== text &&
            lines
              .get(text)!
              .some((mine) =>
                lines
                  .get(other)!
                  .some(
                    (there) =>
                      Math.min(mine.bottom, there.bottom) - Math.max(mine.top, there.top) > 1 &&
                      Math.min(mine.right, there.right) - Math.max(mine.left, there.left) > 1,
                  ),
              ),
        )
        return box.width > 0 && ((cut && getComputedStyle(text).display !== 'inline') || out || covered)
          ? [`${text.className}: ${text.textContent}`]
          : []
      })
    })
  })
}

async function visit(
  driver: typeof ANA | typeof INES,
  size: Size,
  language: Language,
  act: (page: Page, t: ReturnType<typeof wordsOf>) => Promise<void>,
): Promise<void> {
  const context = await openVisit({ browser, size, language, theme: language === 'en' ? 'dark' : 'light' })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, driver, language)
  await page.waitForURL(/home/)
  await dismissBanners(page, language)
  await act(page, wordsOf(language))
  await page.goto('about:blank')
  await context.close()
}
