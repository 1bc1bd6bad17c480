import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { LANGUAGE_CODES } from '@madruga/core/languages.ts'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { openMenu, signInByForm } from './steps.ts'
import { openVisit, spokenFor, wordsOf } from './visit.ts'
import { longTest } from '@madruga/server/kit/testing.ts'

const { product, browser } = await startFixture()

const t = wordsOf('es')
const visit = { language: 'es', theme: 'dark', size: 'phone', installed: true } as const

/** The paths of all that is cached. */
const LIST_KEPT = `(async () => {
  const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
  return caught.flat().map(({ url }) => new URL(url).pathname)
})()`

/** The worker has taken over and has cached what home needs. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

test('a returning device opens home offline, says so, and continues with a live list when the network is back', async () => {
  const context = await openVisit({ ...visit, browser })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/#\/home/)
  await untilKept(page)
  const kept = await page.evaluate<string[]>(LIST_KEPT)
  for (const language of LANGUAGE_CODES) {
    const file = await page.locator(`meta[name="words-${language}"]`).getAttribute('content')
    assert.equal(kept.includes(file!.slice(1)), language === spokenFor('es'), language)
  }
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: t('HOME') }).waitFor()
  await page.getByText(t('shell.offline')).first().waitFor()
  await openMenu(page, t)
  await page.getByRole('link', { name: t('PROFILE') }).waitFor()
  await context.setOffline(false)
  await page.getByText(t('shell.offline')).first().waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.locator('.entry-row').first().waitFor()
  await page.getByText(t('shell.failed')).waitFor({ state: 'detached' })
  await context.close()
})

longTest('a push message is shown with its text, and an important one stays until handled', async () => {
  const { worker, push, close } = await openDevice()
  // The test browser shows no notifications: this replaces them, and records calls.
  await worker.evaluate(`{
    let tell
    self.shown = new Promise((resolve) => (tell = resolve))
    self.count = 0
    self.registration.showNotification = async (title, options) => {
      self.count++
      tell({ title, options })
    }
  }`)
  const buttons = [{ action: 'acknowledge', title: 'Ya sé' }]
  await push({ ...NEWS, kind: 'block_won', matters: true, buttons })
  const shown = await worker.evaluate<{ title: string; options: object }>('self.shown')
  assert.equal(shown.title, NEWS.title)
  assert.deepEqual(shown.options, {
    body: NEWS.text,
    tag: 'news-7',
    renotify: true,
    requireInteraction: true,
    icon: 'icon-192.png',
    badge: 'badge.png',
    data: { id: 7, url: NEWS.url, driverId: 'ana', confirmationId: null, answered: NEWS.answered },
    vibrate: [200, 80, 200, 80, 400],
    actions: buttons,
  })
  assert.equal(await worker.evaluate('self.badges'), 1)
  await close()
})

test('a button of a push message takes the offer or leaves it; an answer that comes too late opens the app', async () => {
  const { worker, push, close } = await openDevice()
  // Two days later the server would refuse a made-up question: what it is sent is what counts here.
  await worker.evaluate(`{
    self.sent = []
    self.status = 200
    self.opened = []
    self.shownTexts = []
    self.count = 0
    self.fetch = async (address, { method, headers, body }) => {
      self.sent.push({ address, method, token: headers['x-xsrf-token'] !== '', body: JSON.parse(body) })
      return new Response('{}', { status: self.status })
    }
    self.clients.matchAll = async () => []
    self.clients.openWindow = async (url) => void self.opened.push(url)
    self.registration.showNotification = async (title, options) => {
      self.shownTexts.push(options.body)
      self.count++
      self.last = { title, ...options, close() {} }
    }
    self.tap = async (action) => {
      const event = new Event('notificationclick')
      const done = new Promise((resolve) => Object.assign(event, {
        action, notification: self.last, waitUntil: (work) => resolve(work),
      }))
      self.dispatchEvent(event)
      await done
    }
  }`)
  const buttons = [
    { action: 'take', title: 'Tómala' },
    { action: 'leave', title: 'Déjala' },
  ]
  const ask = { ...NEWS, kind: 'ask', matters: true, buttons, confirmationId: 'c 1' }
  await push(ask)
  await worker.evaluate(`self.tap('take')`)
  const sent = { address: '/api/bot/confirmations/c%201?as=ana', method: 'POST', token: true }
  assert.deepEqual(await worker.evaluate('self.sent'), [{ ...sent, body: { take: true } }])
  assert.deepEqual(await worker.evaluate('self.shownTexts'), [NEWS.text, NEWS.answered])

  await push(ask)
  await worker.evaluate(`self.tap('leave')`)
  assert.deepEqual(await worker.evaluate('self.sent[1].body'), { take: false })
  assert.deepEqual(await worker.evaluate('self.opened'), [])

  await push(ask)
  await worker.evaluate(`self.status = 409; self.tap('take')`)
  assert.deepEqual(await worker.evaluate('self.opened'), [`${product.url}${NEWS.url}`])
  await close()
})

const NEWS = {
  id: 7,
  title: 'VAX2, $94',
  text: 'Hoy, 4:15 PM',
  url: '/#/inbox',
  matters: false,
  buttons: [],
  driverId: 'ana',
  confirmationId: null,
  answered: 'Respuesta enviada',
}

/** A device of Ana's with the app's worker; `push` delivers a message as a push service does. */
async function openDevice() {
  const context = await openVisit({ ...visit, browser })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/#\/home/)
  await untilKept(page)
  const worker = context.serviceWorkers()[0]!
  // The test browser has no app icon, and ends a worker that marks one.
  await worker.evaluate(`{
    self.badges = 0
    self.navigator.setAppBadge = async () => void self.badges++
  }`)
  const devtools = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registration
  return {
    worker,
    async push(news: object): Promise<void> {
      const data = JSON.stringify(news)
      const before = await worker.evaluate<number>('self.count')
      await devtools.send('ServiceWorker.deliverPushMessage', { origin: product.url, registrationId, data })
      await worker.evaluate(`new Promise((shown) => {
        const look = () => (self.count > ${before} ? shown() : setTimeout(look, 20))
        look()
      })`)
    },
    close: () => context.close(),
  }
}

longTest('a newer release is offered, and one tap loads it', async () => {
  const site = await serveBuild()
  const context = await openVisit({ ...visit, browser })
  const page = await context.newPage()
  await page.goto(site.url)
  await untilKept(page)
  assert.equal(await page.getByText(t('release.title')).count(), 0)
  site.release = 2
  await page.evaluate('navigator.serviceWorker.ready.then((r) => r.update())')
  await page.getByText(t('release.title')).waitFor()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: t('release.take') }).click()
  await loaded
  await untilKept(page)
  const worker = await page.evaluate('navigator.serviceWorker.ready.then((r) => r.waiting === null)')
  assert.equal(worker, true)
  assert.equal(await page.getByText(t('release.title')).count(), 0)
  await context.close()
  await site.stop()
})

longTest(
  'a program that does not come is asked for once more; then a sentence and a button stand in its place',
  async () => {
    const context = await openVisit({ ...visit, browser, installed: false })
    const page = await context.newPage()
    let loads = 0
    page.on('request', (request) => request.isNavigationRequest() && loads++)
    await page.route('**/assets/index-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto(`${product.url}/#/login`)
    const sentence = page.getByRole('alert')
    await sentence.waitFor()
    assert.equal(await page.locator('.boot').count(), 0)
    assert.equal(loads, 2)
    await page.unrouteAll()
    await sentence.getByRole('button').click()
    await page.getByLabel(t('login.email'), { exact: true }).waitFor()
    await context.close()
  },
)

test('the worker leaves the API alone: what is asked of it is never answered by a page', async () => {
  const context = await openVisit({ ...visit, browser })
  const page = await context.newPage()
  // A stranger's device keeps nothing: the worker comes with a driver.
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/#\/home/)
  await untilKept(page)
  await context.setOffline(true)
  await assert.rejects(page.goto(`${product.url}/api/downloads/recap.csv`), /ERR_INTERNET_DISCONNECTED/)
  await context.close()
})

/** Only the built app, whose worker changes with every release. */
async function serveBuild(): Promise<{ url: string; release: number; stop(): Promise<void> }> {
  const folder = path.join(import.meta.dirname, '../web/dist')
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
  const server: Server = createServer((request, response) => {
    const file = new URL(request.url ?? '/', 'http://any').pathname
    const name = file === '/' ? 'index.html' : file.slice(1)
    readFile(path.join(folder, name)).then(
      (body) => {
        response.setHeader('content-type', types[name.split('.').at(-1)!] ?? 'application/octet-stream')
        response.end(name === 'sw.js' ? `${body.toString()}\n// release ${site.release}` : body)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    release: 1,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return site
}
