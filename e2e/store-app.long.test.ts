import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestFcm } from '@madruga/server/notify/testing/store-push.ts'
import type { Page } from 'playwright-core'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { signInByForm } from './steps.ts'
import { openVisit, wordsOf } from './visit.ts'

const fcm = await startTestFcm()
after(() => fcm.close())
const { projectId, clientEmail, privateKey, tokenUrl, url } = fcm.account
const { product, browser } = await startFixture({
  env: {
    FCM_URL: url,
    FCM_SERVICE_ACCOUNT: JSON.stringify({
      project_id: projectId,
      client_email: clientEmail,
      private_key: privateKey,
      token_uri: tokenUrl,
    }),
  },
})
const t = wordsOf('es')
const TOKEN = (number: number) => `device-${number}:${'a'.repeat(120)}`

/**
 * What Android's shell puts on the window (Capacitor's native bridge): a permission that the driver gives
 * when asked, and a token by the stored number.
 */
function putShell(): void {
  const listeners: Record<string, ((data: object) => void)[]> = {}
  const tell = (event: string, data: object) => listeners[event]?.forEach((listener) => listener(data))
  const plugin = {
    checkPermissions: async () => ({ receive: localStorage.getItem('allowed') ?? 'prompt' }),
    requestPermissions: async () => {
      localStorage.setItem('allowed', 'granted')
      return { receive: 'granted' }
    },
    register: async () => {
      const number = Number(localStorage.getItem('tokenNumber') ?? 1)
      setTimeout(() => tell('registration', { value: `device-${number}:${'a'.repeat(120)}` }))
    },
    unregister: async () => {},
    addListener: (event: string, listener: (data: object) => void) =>
      void (listeners[event] ??= []).push(listener),
  }
  Object.assign(window, {
    Capacitor: { getPlatform: () => 'android', Plugins: { PushNotifications: plugin } },
    tapPush: (data: object) =>
      tell('pushNotificationActionPerformed', { actionId: 'tap', notification: { data } }),
  })
  Object.defineProperty(navigator, 'userAgent', { value: `${navigator.userAgent} MadrugaPush` })
}

const registered = (page: Page) =>
  page.waitForResponse((reply) => reply.url().includes('/api/notify/devices?') && reply.ok())

/** The token of the next device that the server removed. */
async function deviceRemoved(page: Page): Promise<unknown> {
  const path = '/api/notify/devices/remove'
  const reply = await page.waitForResponse((each) => each.url().includes(path) && each.ok())
  return reply.request().postDataJSON()
}

test('a store app receives push: turned on, tested, renewed at its start, tapped, and left at sign-out', async () => {
  const context = await openVisit({ language: 'es', theme: 'dark', size: 'phone', browser })
  const page = await context.newPage()
  await page.addInitScript(putShell)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/#\/home/)
  await page.goto(`${product.url}/#/notification-settings`)
  await page.getByText(t('push.off')).waitFor()
  const first = registered(page)
  await page.getByRole('button', { name: t('push.turn_on') }).click()
  await first
  await page.getByRole('button', { name: t('push.turn_off') }).waitFor()

  await page.getByRole('button', { name: t('alerts.try_of', { channel: t('channel.push') }) }).click()
  await page.getByText(t('alerts.try_sent')).first().waitFor()
  assert.deepEqual(
    fcm.received.filter(({ message }) => message.data['title'] === 'Test message').map(({ token }) => token),
    [TOKEN(1)],
  )

  // Firebase replaced the token meanwhile.
  await page.evaluate(`localStorage.setItem('tokenNumber', '2')`)
  const renewed = registered(page)
  const removed = deviceRemoved(page)
  await page.reload()
  await renewed
  assert.deepEqual(await removed, { token: TOKEN(1) })

  const acknowledged = page.waitForRequest((request) => request.url().includes('/api/notify/acknowledge?'))
  await page.evaluate(`tapPush({ id: '12', url: '/#/calendar', action: 'acknowledge' })`)
  assert.deepEqual((await acknowledged).postDataJSON(), { id: 12 })
  await page.waitForURL(/#\/calendar/)

  const left = deviceRemoved(page)
  await page.goto(`${product.url}/#/logout`)
  assert.deepEqual(await left, { token: TOKEN(2) })
  await page.waitForURL(/#\/login/)

  const again = registered(page)
  await signInByForm(page, ANA, 'es')
  await again
  await context.close()
})

test('an app that was built without push says so, and what reaches the driver instead', async () => {
  const context = await openVisit({ language: 'es', theme: 'dark', size: 'phone', browser })
  const page = await context.newPage()
  await page.addInitScript(() =>
    Object.assign(window, { Capacitor: { getPlatform: () => 'ios', Plugins: {} } }),
  )
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/#\/home/)
  await page.goto(`${product.url}/#/notification-settings`)
  await page.getByText(t('push.app_missing')).waitFor()
  assert.equal(await page.getByRole('button', { name: t('push.turn_on') }).count(), 0)
  await context.close()
})
