import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { SCREENS } from '../web/screens/table.ts'
import type { Screen } from '../web/screens/table.ts'
import { ANA, LUIS, OPERATOR } from './cast.ts'
import { launchBrowser } from './browser.ts'
import { allowEveryHour, placeFarBlock } from './market.ts'
import { startProduct } from './product.ts'
import { signInByForm, waitForOffers } from './steps.ts'
import { openVisit, wordsOf, type Language, type Size, type Theme } from './visit.ts'

/**
 * Takes the pictures of the running demo: the moments that README and the installed app show, and every
 * screen once. `sh scripts/node e2e/pictures.ts`
 */
const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'docs/pictures')
const SETTLE_MS = 1_500

type Look = { size: Size; language: Language; theme: Theme }
const MOMENTS: [name: string, look: Look][] = [
  ['phone', { size: 'phone', language: 'en', theme: 'dark' }],
  ['phone-es', { size: 'phone', language: 'es', theme: 'light' }],
  ['desktop', { size: 'desktop', language: 'en', theme: 'dark' }],
]
const GUEST: readonly string[] = [
  'login',
  'register',
  'otp',
  'password',
  'termsandcondition',
  'privacy-policy',
  'messages',
]
const WALKS: {
  who: { email: string; password: string } | null
  look: Look
  shows(screen: Screen): boolean
}[] = [
  {
    who: null,
    look: { size: 'phone', language: 'es', theme: 'dark' },
    shows: (screen) => GUEST.includes(screen),
  },
  {
    who: ANA,
    look: { size: 'phone', language: 'en', theme: 'dark' },
    shows: (screen) => ![...GUEST, 'admin', 'logout'].includes(screen) && !screen.startsWith('spark-'),
  },
  {
    who: LUIS,
    look: { size: 'phone', language: 'es', theme: 'light' },
    shows: (screen) => screen.startsWith('spark-'),
  },
  {
    who: OPERATOR,
    look: { size: 'desktop', language: 'en', theme: 'light' },
    shows: (screen) => screen === 'admin',
  },
]

const product = await startProduct({ env: { DEMO_WEEKS: '2' } })
const browser = await launchBrowser()
try {
  for (const { who, look, shows } of WALKS)
    await takeScreens(who, look, (Object.keys(SCREENS) as Screen[]).filter(shows))
  for (const [index, [name, look]] of MOMENTS.entries()) await takeMoments(name, look, index)
  for (const size of ['phone', 'desktop'])
    copyFileSync(path.join(FOLDER, `home-${size}.png`), path.join(ROOT, `web/public/screenshot-${size}.png`))
  listScreens()
} finally {
  await browser.close()
  await product.stop()
}

/** Every screen of a person, as `screens/NAME.jpg`; of a stranger also the landing. */
async function takeScreens(
  who: { email: string; password: string } | null,
  look: Look,
  screens: readonly Screen[],
): Promise<void> {
  mkdirSync(path.join(FOLDER, 'screens'), { recursive: true })
  const page = await open(look)
  const take = async (name: string, address: string): Promise<void> => {
    await page.goto(`${product.url}/${address}`)
    await page.waitForTimeout(SETTLE_MS)
    await page.screenshot({ path: pictureOf(name), type: 'jpeg', quality: 75 })
  }
  if (who === null) await take('landing', '')
  else await signIn(page, who, look.language)
  for (const screen of screens) await take(screen, `#/${screen}`)
  await page.context().close()
}

/** A block that is won, home, and why an offer was left. */
async function takeMoments(name: string, look: Look, nth: number): Promise<void> {
  const page = await open(look)
  const t = wordsOf(look.language)
  const take = (what: string) => page.screenshot({ path: path.join(FOLDER, `${what}-${name}.png`) })
  await signIn(page, ANA, look.language)
  const sign = page.getByRole('region', { name: t('booked.title') })
  await waitForOffers(page, look.language)
  await allowEveryHour(page)
  await placeFarBlock(product, page, { payCents: 9_400, nth })
  await sign.waitFor()
  await page.waitForTimeout(SETTLE_MS)
  await take('booked')
  while ((await sign.count()) > 0) {
    await sign
      .getByRole('button')
      .click({ timeout: 2_000 })
      .catch(() => {})
    await page.waitForTimeout(300)
  }
  await take('home')
  const offers = page.getByRole('region', { name: t('offers.title') })
  await offers.getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await page.waitForTimeout(SETTLE_MS)
  await take('why')
  await page.context().close()
}

async function open(look: Look): Promise<Page> {
  const context = await openVisit({ browser, ...look })
  return await context.newPage()
}

async function signIn(
  page: Page,
  who: { email: string; password: string },
  language: Language,
): Promise<void> {
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, who, language)
  await page.waitForTimeout(SETTLE_MS)
}

function pictureOf(name: string): string {
  return path.join(FOLDER, 'screens', `${name}.jpg`)
}

/** The page that shows all of them. */
function listScreens(): void {
  const t = wordsOf('en')
  const rows = Object.entries(SCREENS)
    .filter(([screen]) => screen !== 'logout')
    .map(
      ([screen, { title }]) =>
        `## ${t(title)}: \`/#/${screen}\`\n\n![${t(title)}](pictures/screens/${screen}.jpg)\n`,
    )
  const text = [
    '# Every screen',
    'Of the demo, as `sh scripts/node e2e/pictures.ts` takes them: strangers in Spanish, an amazon driver in English, a spark\ndriver in Spanish, the operator on a desktop.',
    '## Landing: `/`\n\n![Landing](pictures/screens/landing.jpg)\n',
  ]
  writeFileSync(path.join(ROOT, 'docs/screens.md'), `${[...text, ...rows].join('\n\n')}\n`)
}
