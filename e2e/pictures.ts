import path from 'node:path'
import { ANA } from './cast.ts'
import { launchBrowser } from './browser.ts'
import { allowEveryHour, placeFarBlock } from './market.ts'
import { startProduct } from './product.ts'
import { signInByForm, waitForOffers } from './steps.ts'
import { openVisit, wordsOf, type Language, type Size, type Theme } from './visit.ts'

/** Takes the README's screenshots of the running product: `sh scripts/node e2e/pictures.ts [folder]`. */
const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../docs/pictures'))
const VISITS: [name: string, size: Size, language: Language, theme: Theme][] = [
  ['phone', 'phone', 'en', 'dark'],
  ['phone-es', 'phone', 'es', 'light'],
  ['desktop', 'desktop', 'en', 'dark'],
  ['desktop-es', 'desktop', 'es', 'light'],
]

const product = await startProduct()
const browser = await launchBrowser()
try {
  for (const [index, [name, size, language, theme]] of VISITS.entries()) {
    const context = await openVisit({ browser, size, language, theme })
    const page = await context.newPage()
    const t = wordsOf(language)
    const take = (what: string) => page.screenshot({ path: path.join(folder, `${what}-${name}.png`) })
    await page.goto(`${product.url}/#/login`)
    await signInByForm(page, ANA, language)
    const sign = page.getByRole('region', { name: t('booked.title') })
    await waitForOffers(page, language)
    await allowEveryHour(page)
    await placeFarBlock(product, page, { payCents: 9_400, nth: index })
    await sign.waitFor()
    await page.waitForTimeout(700)
    await take('booked')
    while ((await sign.count()) > 0) {
      await sign
        .getByRole('button')
        .click({ timeout: 2_000 })
        .catch(() => {})
      await page.waitForTimeout(300)
    }
    await take('home')
    await page
      .getByRole('region', { name: t('offers.title') })
      .getByRole('button')
      .first()
      .click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    await page.waitForTimeout(600)
    await take('why')
    for (const screen of ['filter', 'live-log', 'calendar']) {
      await page.goto(`${product.url}/#/${screen}`)
      await page.waitForTimeout(1_200)
      await take(screen)
    }
    await context.close()
  }
} finally {
  await browser.close()
  await product.stop()
}
