import { readFileSync } from 'node:fs'

/** The id of both store apps (web/phone/capacitor.config.ts). */
export const APP_ID = 'app.madruga.driver'

/** The rights that Xcode signs into the iOS app: push, and links of this host. */
export function entitlementsOf(host: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>aps-environment</key>
  <string>development</string>
  <key>com.apple.developer.associated-domains</key>
  <array>
    <string>applinks:${host}</string>
  </array>
</dict>
</plist>
`
}

/** What is wrong with a file of Firebase for the Android app; null = nothing. */
export function findGoogleServicesFault(file: string): string | null {
  try {
    const { client } = JSON.parse(readFileSync(file, 'utf8')) as GoogleServices
    const names = (client ?? []).map((each) => each.client_info?.android_client_info?.package_name)
    return names.includes(APP_ID) ? null : `names no Android app ${APP_ID}`
  } catch (error) {
    return error instanceof SyntaxError ? 'is no JSON' : 'cannot be read'
  }
}

type GoogleServices = {
  client?: { client_info?: { android_client_info?: { package_name?: string } } }[]
}
