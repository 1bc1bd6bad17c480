import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config.ts'
import { StartError } from '../kit/start-error.ts'
import { startTestHttp } from './testing.ts'

const FINGERPRINT = Array.from({ length: 32 }, (_, byte) =>
  byte.toString(16).padStart(2, '0').toUpperCase(),
).join(':')
const OTHER = FINGERPRINT.replace('00', 'FF')

const read = async (url: string, name: string) => await fetch(`${url}/.well-known/${name}`)

test('phones are told which apps open the links of this app; an operator without apps tells nothing', async () => {
  const { phoneApps } = readConfig(
    { ANDROID_CERTIFICATES: `${FINGERPRINT}, ${OTHER}`, APPLE_TEAM_ID: 'A1B2C3D4E5' },
    [],
  )
  const http = await startTestHttp({ config: { phoneApps } })
  const none = await startTestHttp()
  try {
    const android = await read(http.url, 'assetlinks.json')
    assert.equal(android.headers.get('content-type'), 'application/json')
    const target = {
      namespace: 'android_app',
      package_name: 'app.madruga.driver',
      sha256_cert_fingerprints: [FINGERPRINT, OTHER],
    }
    assert.deepEqual(await android.json(), [
      { relation: ['delegate_permission/common.handle_all_urls'], target },
    ])
    const apple = await read(http.url, 'apple-app-site-association')
    assert.equal(apple.headers.get('content-type'), 'application/json')
    const { applinks } = (await apple.json()) as {
      applinks: { details: { appIDs: string[]; components: object[] }[] }
    }
    assert.deepEqual(applinks.details[0]?.appIDs, ['A1B2C3D4E5.app.madruga.driver'])
    // Only the page itself: a calendar feed opened by the app would show nothing.
    assert.deepEqual(applinks.details[0]?.components, [{ '/': '/', '#': '*', comment: 'every screen' }])
    for (const name of ['assetlinks.json', 'apple-app-site-association'])
      assert.equal((await read(none.url, name)).status, 404)
  } finally {
    await none.stop()
    await http.stop()
  }
})

test('a fingerprint that is none, and a team that is none, are refused at the start', () => {
  for (const env of [{ ANDROID_CERTIFICATES: 'AB:CD' }, { APPLE_TEAM_ID: 'team' }])
    assert.throws(() => readConfig(env, []), StartError)
})
