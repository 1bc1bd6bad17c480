import { localeOf } from '@madruga/core/languages.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { launchWindow } from './browser.ts'
import { enterDemo } from './product.ts'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, placeFarBlock } from './market.ts'
import { dismissBanners, signInByForm, waitForOffers } from './steps.ts'
import { openVisit, wordsOf, spokenFor } from './visit.ts'

/** What the page asked of the device. */
type Device = {
  spoken: { text: string; lang: string }[]
  silences: number
}

const { product, browser } = await startFixture()

test('glance mode speaks once it was allowed to, and says that this device lets the screen go dark: phone, es', async () => {
  const t = wordsOf('es')
  const context = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  await context.addInitScript(replaceDevice)
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await waitForOffers(page, 'es')
  await dismissBanners(page, 'es')
  await allowEveryHour(page)
  await page.getByRole('link', { name: t('title.glance') }).click()
  await page.locator('#glance-state').waitFor()
  await page.getByText(t('glance.no_wake_lock')).waitFor()

  const speech = page.getByRole('button', { name: t('glance.speak') })
  assert.deepEqual((await readDevice(page)).spoken, [], 'nothing is spoken before the driver allows it')
  await speech.click()
  const first = { text: t('glance.speak_test'), lang: localeOf(spokenFor('es')) }
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
  await page.getByRole('link', { name: t('glance.leave') }).click()
  await page.waitForURL(/home/)
  await page.waitForFunction(
    (wanted) => (globalThis as unknown as { device: Device }).device.silences === wanted,
    silences + 2,
  )
  await context.close()
})

/** A window of the browser itself, which no visit gives another language. */
const LANGUAGE = spokenFor('en')

test("glance mode holds the browser's own wake lock while it is visible, and no other screen does", async () => {
  const t = wordsOf(LANGUAGE)
  const { context, show, close } = await launchWindow()
  try {
    await enterDemo(context)
    await context.grantPermissions(['screen-wake-lock'], { origin: product.url })
    await context.addInitScript(noteLocks)
    const page = await context.newPage()
    await page.goto(`${product.url}/#/login`)
    await signInByForm(page, ANA, LANGUAGE)
    await waitForOffers(page, LANGUAGE)
    await dismissBanners(page, LANGUAGE)
    assert.deepEqual(await readLocks(page), [], 'home lets the screen go dark')

    await page.getByRole('link', { name: t('title.glance') }).click()
    await untilLocks(page, ['held'])
    assert.equal(await page.getByText(t('glance.no_wake_lock')).count(), 0)

    await show(page, 'minimized')
    await page.waitForFunction('document.visibilityState === "hidden"', undefined, { polling: 100 })
    await untilLocks(page, ['released'])
    await show(page, 'normal')
    await untilLocks(page, ['released', 'held'])

    await page.getByRole('link', { name: t('glance.leave') }).click()
    await untilLocks(page, ['released', 'released'])
    await show(page, 'minimized')
    await page.waitForFunction('document.visibilityState === "hidden"', undefined, { polling: 100 })
    await show(page, 'normal')
    await waitForOffers(page, LANGUAGE)
    assert.deepEqual(await readLocks(page), ['released', 'released'], 'home asks for nothing')
  } finally {
    await close()
  }
})

/** In the page: keeps every wake lock that the browser grants. */
function noteLocks(): void {
  const locks: WakeLockSentinel[] = []
  const ask = navigator.wakeLock.request.bind(navigator.wakeLock)
  navigator.wakeLock.request = async (type) => {
    const lock = await ask(type)
    locks.push(lock)
    return lock
  }
  Object.assign(globalThis, { readLocks: () => locks.map((lock) => (lock.released ? 'released' : 'held')) })
}

const readLocks = (page: Page) => page.evaluate<string[]>('globalThis.readLocks()')

/** A hidden page draws no frames: asked by the clock. */
async function untilLocks(page: Page, wanted: readonly string[]): Promise<void> {
  await page.waitForFunction(
    (states) => (globalThis as unknown as { readLocks(): string[] }).readLocks().join() === states,
    wanted.join(),
    { polling: 100 },
  )
}

/** In the page: a device that notes what is asked of it, in place of the browser's. */
function replaceDevice(): void {
  const device: Device = { spoken: [], silences: 0 }
  const speechSynthesis = {
    speak: ({ text, lang }: SpeechSynthesisUtterance) => device.spoken.push({ text, lang }),
    cancel: () => device.silences++,
  }
  // Browsers differ in whether they keep the screen on unasked.
  Object.defineProperty(navigator, 'wakeLock', {
    value: { request: () => Promise.reject(new DOMException('not here', 'NotAllowedError')) },
  })
  Object.defineProperty(window, 'speechSynthesis', { configurable: true, get: () => speechSynthesis })
  Object.assign(globalThis, { device })
}

const readDevice = (page: Page) => page.evaluate<Device>('globalThis.device')
