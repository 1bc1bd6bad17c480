import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { SCREENS } from '../web/screens/table.ts'
import type { Screen } from '../web/screens/table.ts'
import { ANA, INES, LUIS, OPERATOR, RAFAEL } from './cast.ts'
import { launchBrowser } from './browser.ts'
import { allowEveryHour, placeFarBlock } from './market.ts'
import { startProduct } from './product.ts'
import { signInByForm, waitForOffers } from './steps.ts'
import { openVisit, wordsOf, type Language, type Size, type Theme } from './visit.ts'

/**
 * Takes the pictures of the running demo: the moments that README and the installed app show, and every
 * screen once, with what is on it. `sh scripts/node e2e/pictures.ts` takes all; with names behind it, such as
 * `courier-home fqa`, those alone, so that a changed screen does not replace every picture of the repository.
 */
const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'docs/pictures')
const SETTLE_MS = 1_500
const LIST = path.join(ROOT, 'docs/screens.md')
/** What is on each screen whose picture was taken. */
const counts = new Map<string, string>()
/** The pictures to take; none named = all. */
const WANTED = process.argv.slice(2)

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
/** Addresses that lead to another screen, which has its own picture. */
const LEADING: readonly string[] = ['live-log', 'bot-info', 'forecast']
type Person = { email: string; password: string }
/** What a screen shows after some taps, or to another person. */
type Moment = {
  name: string
  title: string
  screen: Screen
  search?: string
  reach?(page: Page): Promise<void>
}
type Walk = { who: Person | null; look: Look; shows(screen: Screen): boolean; moments?: Moment[] }

const WALKS: Walk[] = [
  {
    who: null,
    look: { size: 'phone', language: 'es', theme: 'dark' },
    shows: (screen) => GUEST.includes(screen),
  },
  {
    who: ANA,
    look: { size: 'phone', language: 'en', theme: 'dark' },
    shows: (screen) =>
      ![...GUEST, ...LEADING, 'admin', 'logout'].includes(screen) && !/^(spark|courier)-/.test(screen),
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
    moments: [{ name: 'admin-platforms', title: 'Platforms', screen: 'admin', search: '?tab=platforms' }],
  },
  {
    who: INES,
    look: { size: 'phone', language: 'es', theme: 'dark' },
    // Couriers have no invoices.
    shows: (screen) => screen.startsWith('courier-') && screen !== 'courier-invoices',
    moments: [
      {
        name: 'courier-why',
        title: 'Why, and the wait list',
        screen: 'courier-home',
        reach: (page) => openOffer(page, wordsOf('es')('waiting.waitlisted')),
      },
      { name: 'courier-calendar', title: 'Calendar', screen: 'calendar' },
    ],
  },
  {
    who: RAFAEL,
    look: { size: 'phone', language: 'en', theme: 'light' },
    shows: () => false,
    moments: [
      { name: 'courier-orders', title: 'Home, with orders', screen: 'courier-home' },
      {
        name: 'courier-connect',
        title: 'Connect to a platform',
        screen: 'sync',
        reach: (page) => page.getByRole('button', { name: wordsOf('en')('sync.change') }).click(),
      },
      { name: 'courier-recap', title: 'Recap', screen: 'recap' },
    ],
  },
]

const product = await startProduct({ env: { DEMO_WEEKS: '2' } })
const browser = await launchBrowser()
try {
  for (const walk of WALKS) await takeWalk(walk)
  for (const [index, [name, look]] of MOMENTS.entries())
    if (isWanted(`home-${name}`)) await takeMoments(name, look, index)
  if (isWanted('manifest')) await takeForManifests()
  if (isWanted('landing')) await cutForLanding()
  listScreens()
} finally {
  await browser.close()
  await product.stop()
}

function isWanted(name: string): boolean {
  return WANTED.length === 0 || WANTED.includes(name)
}

/** Every screen of a person and their moments, as `screens/NAME.jpg`; of a stranger also the landing. */
async function takeWalk({ who, look, shows, moments = [] }: Walk): Promise<void> {
  mkdirSync(path.join(FOLDER, 'screens'), { recursive: true })
  const screens = (Object.keys(SCREENS) as Screen[]).filter((screen) => shows(screen) && isWanted(screen))
  const wanted = moments.filter(({ name }) => isWanted(name))
  const withLanding = who === null && isWanted('landing')
  if (screens.length + wanted.length === 0 && !withLanding) return
  const page = await open(look)
  const take = async (name: string, address: string, reach?: Moment['reach']): Promise<void> => {
    await page.goto(`${product.url}/${address}`)
    await page.waitForTimeout(SETTLE_MS)
    await putAwaySigns(page, look.language)
    await reach?.(page)
    await page.waitForTimeout(reach ? SETTLE_MS : 0)
    counts.set(name, await page.evaluate(countScreen))
    await page.screenshot({ path: pictureOf(name), type: 'jpeg', quality: 75 })
  }
  if (withLanding) await take('landing', '')
  if (who !== null) await signIn(page, who, look.language)
  for (const screen of screens) await take(screen, `#/${screen}`)
  for (const { name, screen, search = '', reach } of wanted) await take(name, `#/${screen}${search}`, reach)
  await page.context().close()
}

/** What a driver has to take in, in the browser: fields, buttons, words, and how far they scroll. */
function countScreen(): string {
  const main = document.querySelector('main') ?? document.body
  const count = (selector: string) => main.querySelectorAll(selector).length
  const words = main.innerText.split(/\s+/).filter(Boolean).length
  const { scrollHeight } = document.documentElement
  return `${count('input, select, textarea')} inputs, ${count('button')} buttons, ${words} words, ${scrollHeight} px`
}

/** Opens why an offer of home's feed was judged as it was, by what its row says. */
async function openOffer(page: Page, says: string): Promise<void> {
  await page.getByRole('button').filter({ hasText: says }).first().click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

/** Acknowledges the signs of blocks that were won meanwhile. */
async function putAwaySigns(page: Page, language: Language): Promise<void> {
  const sign = page.getByRole('region', { name: wordsOf(language)('booked.title'), exact: true })
  while ((await sign.count()) > 0) {
    await sign
      .getByRole('button')
      .click({ timeout: 2_000 })
      .catch(() => {})
    await page.waitForTimeout(300)
  }
}

/** A picture of the installed app. */
function shot(name: string): string {
  return path.join(ROOT, `web/public/screenshot-${name}.png`)
}

/** The installed app shows itself in the language of its manifest, on a phone and a desktop. */
async function takeForManifests(): Promise<void> {
  copyFileSync(path.join(FOLDER, 'home-phone.png'), shot('phone'))
  copyFileSync(path.join(FOLDER, 'home-desktop.png'), shot('desktop'))
  copyFileSync(path.join(FOLDER, 'home-phone-es.png'), shot('phone.es'))
  const page = await open({ size: 'desktop', language: 'es', theme: 'dark' })
  await signIn(page, ANA, 'es')
  await waitForOffers(page, 'es')
  await putAwaySigns(page, 'es')
  await page.screenshot({ path: shot('desktop.es') })
  await page.context().close()
}

/** Home without its lower edge, small enough for the first page of a stranger. */
async function cutForLanding(): Promise<void> {
  const page = await browser.newPage()
  for (const [name, file] of [
    ['home-phone', 'home'],
    ['home-phone-es', 'home.es'],
  ] as const) {
    const png = readFileSync(path.join(FOLDER, `${name}.png`)).toString('base64')
    const webp = await page.evaluate(async (data) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 390, height: 682 })
      canvas.getContext('2d')!.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.6)
    }, png)
    writeFileSync(path.join(ROOT, `web/public/${file}.webp`), Buffer.from(webp.split(',')[1]!, 'base64'))
  }
  await page.close()
}

/** A block that is won, home, and why an offer was left. */
async function takeMoments(name: string, look: Look, nth: number): Promise<void> {
  const page = await open(look)
  const t = wordsOf(look.language)
  const take = (what: string) => page.screenshot({ path: path.join(FOLDER, `${what}-${name}.png`) })
  await signIn(page, ANA, look.language)
  const sign = page.getByRole('region', { name: t('booked.title'), exact: true })
  await waitForOffers(page, look.language)
  await allowEveryHour(page)
  await placeFarBlock(product, page, { payCents: 9_400, nth })
  await sign.waitFor()
  await page.waitForTimeout(SETTLE_MS)
  await take('booked')
  await putAwaySigns(page, look.language)
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

async function signIn(page: Page, who: Person, language: Language): Promise<void> {
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
  const before = readFileSync(LIST, 'utf8')
  /** A picture under the title, the address and the counts of its screen. */
  const row = (title: string, address: string, name: string): string => {
    const kept = new RegExp(`\\n(\\d+ inputs[^\\n]*)\\n\\n[^\\n]*/${name}\\.jpg`).exec(before)?.[1]
    const count = counts.get(name) ?? kept
    return [`## ${title}: \`${address}\``, count, `![${title}](pictures/screens/${name}.jpg)`]
      .filter(Boolean)
      .join('\n\n')
  }
  // An address that leads to another screen's place has no picture.
  const rows = Object.entries(SCREENS)
    .filter(([screen]) => existsSync(pictureOf(screen)))
    .map(([screen, { title }]) => row(titleOf(t(title), screen), `/#/${screen}`, screen))
  const moments = WALKS.flatMap((walk) => walk.moments ?? [])
  const text = [
    '# Every screen',
    'Of the demo, as `sh scripts/node e2e/pictures.ts` takes them: strangers in Spanish, an amazon driver in English, a spark\ndriver in Spanish, couriers of a co-op in Spanish and of a courier company in English, the operator on a desktop.\nBelow each title: fields, buttons and words of the screen, and its height on a phone of 390 by 844.',
    row('Landing', '/', 'landing'),
    ...rows,
    ...moments.map(({ name, title, screen, search = '' }) =>
      row(titleOf(title, name), `/#/${screen}${search}`, name),
    ),
  ]
  writeFileSync(LIST, `${text.join('\n\n')}\n`)
}

/** Screens of one title are told apart by the variant that they are for. */
function titleOf(title: string, name: string): string {
  const variant = /^(spark|courier)-/.exec(name)?.[1]
  return variant === undefined ? title : `${title} (${variant})`
}
