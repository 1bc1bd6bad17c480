import { makeContent } from '../kit/http.ts'
import type { Content } from '../kit/http.ts'

/** The id of both phone apps (web/phone). */
const APP_ID = 'app.madruga.driver'

/** The operator's phone apps in the stores. */
export type PhoneApps = {
  /** SHA-256 fingerprints of the certificates that sign the Android app, such as `AB:CD:…`. */
  androidCertificates: readonly string[]
  /** The Apple developer team that publishes the iOS app; null = there is none. */
  appleTeam: string | null
}

/**
 * The statements by which phones open the app's links in the phone apps, by path: Android's App Links
 * (developer.android.com, "Verify Android App Links") and Apple's Universal Links (developer.apple.com,
 * "Supporting associated domains"). None for an app that the operator does not publish.
 */
export function createAppLinks({ androidCertificates, appleTeam }: PhoneApps): Map<string, Content> {
  const links = new Map<string, Content>()
  const add = (path: string, statement: unknown): void => {
    const content = makeContent(Buffer.from(JSON.stringify(statement)), 'application/json')
    links.set(`/.well-known/${path}`, content)
  }
  if (androidCertificates.length > 0) {
    const target = {
      namespace: 'android_app',
      package_name: APP_ID,
      sha256_cert_fingerprints: androidCertificates,
    }
    add('assetlinks.json', [{ relation: ['delegate_permission/common.handle_all_urls'], target }])
  }
  if (appleTeam !== null) {
    // The app's screens are behind the hash of `/`: calendar feeds and downloads stay with the browser.
    const components = [{ '/': '/', '#': '*', comment: 'every screen' }]
    const details = [{ appIDs: [`${appleTeam}.${APP_ID}`], components }]
    add('apple-app-site-association', { applinks: { details } })
  }
  return links
}
