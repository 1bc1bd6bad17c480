import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { LANGUAGE_CODES } from '@madruga/core/languages.ts'
import { putIntoWords } from '@madruga/server/notify/words.ts'
import { APP_ID, edit, entitlementsOf, findGoogleServicesFault, writeCategories } from './phone/projects.ts'

const SWIFT = path.join(import.meta.dirname, '../web/phone/native/ios/App/App/AppDelegate.swift')

test('a change to a generated file fails once Capacitor generates another one', () => {
  const change = { file: 'strings.xml', find: '</resources>', put: '<alerts/></resources>' }
  assert.equal(edit('<a/></resources>', change), '<a/><alerts/></resources>')
  assert.throws(() => edit('<a/>', change), /strings\.xml has "<\/resources>" 0 times in place of 1/)
  assert.throws(() => edit('</resources></resources>', change), /2 times in place of 1/)
})

test('iOS has the right to push, hands its token on, and has the buttons that the server names', () => {
  assert.match(entitlementsOf('drive.example'), /<key>aps-environment<\/key>/)
  assert.match(entitlementsOf('drive.example'), /<string>applinks:drive\.example<\/string>/)
  const swift = readFileSync(SWIFT, 'utf8')
  assert.match(swift, /capacitorDidRegisterForRemoteNotifications/)
  assert.match(swift, /^ {8}\/\/ alert categories$/m)
  const categories = writeCategories()
  for (const language of LANGUAGE_CODES)
    for (const kind of ['ask', 'human_needed'] as const) {
      const params = { id: 1, kind, params: kind === 'ask' ? QUESTION : {} }
      const content = { language, timeZone: 'America/Chicago', at: 0, template: 'news', params }
      const { buttons } = putIntoWords(content as never, 'https://drive.example').push
      const listed = buttons.map(({ action, title }) => `("${action}", "${title}")`).join(', ')
      assert.ok(categories.includes(`category("${buttons[0]?.action}-${language}", [${listed}])`), listed)
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
