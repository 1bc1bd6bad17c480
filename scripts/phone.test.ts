import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { putIntoWords } from '@madruga/server/notify/words.ts'
import { APP_ID, entitlementsOf, findGoogleServicesFault } from './phone/projects.ts'

const phone = path.join(import.meta.dirname, '../web/phone')
const read = (file: string): string => readFileSync(path.join(phone, file), 'utf8')

test('both projects are synced with the push plugin that package.json names', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  assert.match(dependencies['@capacitor/push-notifications'] ?? '', /^8\.\d+\.\d+$/)
  assert.match(read('android/capacitor.settings.gradle'), /include ':capacitor-push-notifications'/)
  assert.match(
    read('android/app/capacitor.build.gradle'),
    /implementation project\(':capacitor-push-notifications'\)/,
  )
  assert.match(read('ios/App/CapApp-SPM/Package.swift'), /\.product\(name: "CapacitorPushNotifications"/)
})

test("Android draws alerts by our own service alone, and builds without Firebase's file", () => {
  const manifest = read('android/app/src/main/AndroidManifest.xml')
  assert.match(manifest, /pushnotifications\.MessagingService"\s+tools:node="remove"/)
  assert.match(manifest, /android:name="\.AlertService"[\s\S]{0,120}com\.google\.firebase\.MESSAGING_EVENT/)
  assert.match(manifest, /android\.permission\.POST_NOTIFICATIONS/)
  assert.match(read('android/app/build.gradle'), /if \(file\('google-services\.json'\)\.exists\(\)\)/)
  assert.match(read('android/.gitignore'), /^app\/google-services\.json$/m)
})

test('iOS has the right to push, hands its token on, and has the buttons that the server names', () => {
  assert.match(entitlementsOf('drive.example'), /<key>aps-environment<\/key>/)
  assert.match(entitlementsOf('drive.example'), /<string>applinks:drive\.example<\/string>/)
  const swift = read('ios/App/App/AppDelegate.swift')
  assert.match(swift, /capacitorDidRegisterForRemoteNotifications/)
  for (const language of ['en', 'es'] as const)
    for (const kind of ['ask', 'human_needed'] as const) {
      const params = { id: 1, kind, params: kind === 'ask' ? QUESTION : {} }
      const content = { language, timeZone: 'America/Chicago', at: 0, template: 'news', params }
      const { buttons } = putIntoWords(content as never, 'https://drive.example').push
      const listed = buttons.map(({ action, title }) => `("${action}", "${title}")`).join(', ')
      assert.ok(swift.includes(`category("${buttons[0]?.action}-${language}", [${listed}])`), listed)
    }
})

test("Firebase's file must be of this app", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'madruga-phone-'))
  const file = path.join(folder, 'google-services.json')
  const write = (content: unknown) => writeFileSync(file, JSON.stringify(content))
  try {
    assert.equal(findGoogleServicesFault(file), 'cannot be read')
    write({ client: [client('app.other'), client(APP_ID)] })
    assert.equal(findGoogleServicesFault(file), null)
    write({ client: [client('app.other')] })
    assert.equal(findGoogleServicesFault(file), `names no Android app ${APP_ID}`)
    writeFileSync(file, '{')
    assert.equal(findGoogleServicesFault(file), 'is no JSON')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const QUESTION = {
  askId: 'q',
  station: 'VAX5',
  stationName: null,
  startAt: 0,
  endAt: 3_600_000,
  payCents: 9_600,
  tipCents: 0,
  until: 60_000,
}

const client = (name: string) => ({ client_info: { android_client_info: { package_name: name } } })
