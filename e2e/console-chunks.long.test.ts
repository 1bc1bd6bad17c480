import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { closure } from '../web/first-load.ts'
import type { Chunk } from '../web/first-load.ts'
import { ANA, OPERATOR } from './cast.ts'
import { startFixture } from './fixture.ts'
import { signInByForm, waitForOffers } from './steps.ts'
import { openVisit } from './visit.ts'

const dist = path.join(import.meta.dirname, '../web/dist')
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>
/** Files that only the console needs: its parts and texts, without what other screens share with it. */
const ofConsole = (key: string) => key.startsWith('screens/admin/') || /^i18n\/..-console/.test(key)
const keys = Object.keys(manifest)
const shared = closure(
  manifest,
  keys.filter((key) => !ofConsole(key)),
)
const CONSOLE = [...closure(manifest, keys.filter(ofConsole))].filter((file) => !shared.has(file))

const { product, browser } = await startFixture()

test('the console has parts of its own, and the service worker keeps none of them', () => {
  assert.ok(CONSOLE.length >= 10, `${CONSOLE.length} files`)
  const worker = readFileSync(path.join(dist, 'sw.js'), 'utf8')
  assert.deepEqual(
    CONSOLE.filter((file) => worker.includes(file)),
    [],
  )
})

test('a driver never fetches a part of the console, also not once the app is idle; an operator does', async () => {
  const driver = await visit(ANA, '#/home')
  await waitForOffers(driver.page, 'en')
  await driver.fetchedAll()
  assert.deepEqual(driver.console(), [])

  const operator = await visit(OPERATOR, '#/admin')
  await operator.page.goto(`${product.url}/#/admin`)
  await operator.page.locator('.overview').waitFor()
  assert.ok(operator.console().length > 0, 'the test sees what it looks for')
})

/** A visitor with the service worker, and what their device fetched. */
async function visit(who: { email: string; password: string }, home: string) {
  const context = await openVisit({
    browser,
    size: 'phone',
    language: 'en',
    theme: 'dark',
    installed: true,
  })
  const fetched: string[] = []
  // Of the page and of its service worker.
  context.on('request', (request) => fetched.push(new URL(request.url()).pathname.slice(1)))
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, who, 'en')
  await page.waitForURL(new RegExp(home))
  await page.reload()
  return {
    page,
    console: () => CONSOLE.filter((file) => fetched.includes(file)),
    fetchedAll: () => page.waitForFunction(() => performance.getEntriesByName('screens fetched').length > 0),
  }
}
