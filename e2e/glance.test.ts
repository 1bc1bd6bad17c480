import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, placeFarBlock } from './market.ts'
import { dismissBanners, signInByForm, waitForOffers } from './steps.ts'
import { openVisit, wordsOf } from './visit.ts'

/** What the page asked of the device. */
type Device = {
  visibility: DocumentVisibilityState
  locks: number
  releases: number
  spoken: { text: string; lang: string }[]
  silences: number
}

const { product, browser } = await startFixture()

test('glance mode keeps the screen on while it is shown, and speaks once it was allowed to: phone, es', async () => {
  const t = wordsOf('es')
  const context = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  await context.addInitScript(replaceDevice)
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await waitForOffers(page, 'es')
  await dismissBanners(page, 'es')
  await allowEveryHour(page)
  assert.equal((await readDevice(page)).locks, 0, 'home lets the screen go dark')

  await page.getByRole('link', { name: t('title.glance') }).click()
  await page.locator('#glance-state').waitFor()
  await untilDevice(page, (device) => device.locks === 1)
  await setVisibility(page, 'hidden')
  assert.equal((await readDevice(page)).locks, 1, 'a hidden page asks for nothing')
  await setVisibility(page, 'visible')
  await untilDevice(page, (device) => device.locks === 2)

  const speech = page.getByRole('button', { name: t('glance.speak') })
  assert.deepEqual((await readDevice(page)).spoken, [], 'nothing is spoken before the driver allows it')
  await speech.click()
  const first = { text: t('glance.speak_test'), lang: 'es-US' }
  assert.deepEqual(
    (await readDevice(page)).spoken[0],
    first,
    'at the tap itself: phones speak only after one',
  )
  await placeFarBlock(product, page, { payCents: 30_000, nth: 0 })
  const won = t('glance.say_won', { station: '(\\w )+\\w', when: '.+', hours: '3 h', pay: '.*300.*' })
  await page.waitForFunction(
    (pattern) =>
      (globalThis as unknown as { device: Device }).device.spoken.some(({ text }) =>
        new RegExp(pattern).test(text),
      ),
    won,
  )

  const { silences } = await readDevice(page)
  await speech.click()
  assert.equal((await readDevice(page)).silences, silences + 1, 'turned off in the middle of a sentence')
  await speech.click()
  assert.equal((await readDevice(page)).releases, 0)
  await page.getByRole('link', { name: t('glance.leave') }).click()
  await page.waitForURL(/home/)
  await untilDevice(page, (device) => device.releases === 1)
  assert.equal((await readDevice(page)).silences, silences + 2, 'leaving ends the sentence')
  await setVisibility(page, 'hidden')
  await setVisibility(page, 'visible')
  assert.equal((await readDevice(page)).locks, 2, 'home asks for nothing')
  await context.close()
})

/** In the page: a device that notes what is asked of it, in place of the browser's. */
function replaceDevice(): void {
  const device: Device = { visibility: 'visible', locks: 0, releases: 0, spoken: [], silences: 0 }
  const wakeLock = {
    request: async () => {
      device.locks++
      return { release: async () => device.releases++ }
    },
  }
  const speechSynthesis = {
    speak: ({ text, lang }: SpeechSynthesisUtterance) => device.spoken.push({ text, lang }),
    cancel: () => device.silences++,
  }
  for (const [target, name, get] of [
    [navigator, 'wakeLock', () => wakeLock],
    [window, 'speechSynthesis', () => speechSynthesis],
    [document, 'visibilityState', () => device.visibility],
  ] as const)
    Object.defineProperty(target, name, { configurable: true, get })
  Object.assign(globalThis, { device })
}

const readDevice = (page: Page) => page.evaluate<Device>('globalThis.device')

/** Waits until the page has asked so much of the device. */
async function untilDevice(page: Page, is: (device: Device) => boolean): Promise<void> {
  await page.waitForFunction(`(${String(is)})(globalThis.device)`)
}

/** As if the phone were locked, or unlocked again. */
async function setVisibility(page: Page, visibility: DocumentVisibilityState): Promise<void> {
  await page.evaluate((next) => {
    ;(globalThis as unknown as { device: Device }).device.visibility = next
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)
}
