import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGE_CODES } from '@madruga/core/languages.ts'
import type { PushAction } from '@madruga/core/words/messages.ts'
import { WORDS } from '@madruga/server/words.ts'
import { readPages } from '../../web/pages-build.ts'

/** The id of both store apps (web/phone/capacitor.config.ts). */
export const APP_ID = 'app.madruga.driver'

/** What a store app is built for. `version`: of package.json; `team`: Apple's developer team, if known. */
export type Release = { host: string; version: string; team: string | null }

/** A change to a file that Capacitor generated: `find` is in it exactly `times` times, by default once. */
export type Edit = { file: string; find: string; put: string; times?: number }

const GRADLE = 'android/app/build.gradle'
const MANIFEST = 'android/app/src/main/AndroidManifest.xml'
const PLIST = 'ios/App/App/Info.plist'
const XCODE = 'ios/App/App.xcodeproj/project.pbxproj'
const VALUES = 'android/app/src/main/res/values'
const DELEGATE = 'ios/App/App/AppDelegate.swift'
const PAGES = await readPages()

/** What the generated projects lack besides our own files (web/phone/native). */
export function editsFor({ host, version, team }: Release): Edit[] {
  const build = buildNumberOf(version)
  const signing = [
    'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;',
    ...(team === null ? [] : [`DEVELOPMENT_TEAM = ${team};`]),
  ]
  return [
    {
      file: GRADLE,
      find: 'versionCode 1\n        versionName "1.0"',
      put: `versionCode ${build}\n        versionName "${version}"\n        manifestPlaceholders = [appHost: '${host}']`,
    },
    // Our service of alerts reads Firebase's messages itself.
    after(
      GRADLE,
      'implementation "androidx.core:core-splashscreen:$coreSplashScreenVersion"\n',
      '    implementation "com.google.firebase:firebase-messaging:$firebaseMessagingVersion"\n',
    ),
    after('android/variables.gradle', 'ext {\n', "    firebaseMessagingVersion = '25.0.1'\n"),
    after(
      MANIFEST,
      'xmlns:android="http://schemas.android.com/apk/res/android"',
      ' xmlns:tools="http://schemas.android.com/tools"',
    ),
    // A session belongs to one phone.
    { file: MANIFEST, find: 'android:allowBackup="true"', put: 'android:allowBackup="false"' },
    { file: MANIFEST, find: '        </activity>\n', put: `${LINKS}        </activity>\n${ALERTS}` },
    after(MANIFEST, '<uses-permission android:name="android.permission.INTERNET" />\n', PERMISSIONS),
    { file: `${VALUES}/ic_launcher_background.xml`, find: '#FFFFFF', put: '#0C0F11' },
    {
      file: `${VALUES}/strings.xml`,
      find: '</resources>',
      put: '    <string name="alerts">Alerts</string>\n</resources>',
    },
    { file: DELEGATE, find: '        // alert categories', put: writeCategories() },
    after(PLIST, '<string>$(CURRENT_PROJECT_VERSION)</string>\n', LOCATION_AND_LANGUAGES),
    after(XCODE, 'CODE_SIGN_STYLE = Automatic;\n', signing.map((line) => `\t\t\t\t${line}\n`).join(''), 2),
    {
      file: XCODE,
      find: 'CURRENT_PROJECT_VERSION = 1;',
      put: `CURRENT_PROJECT_VERSION = ${build};`,
      times: 2,
    },
    { file: XCODE, find: 'MARKETING_VERSION = 1.0;', put: `MARKETING_VERSION = ${version};`, times: 2 },
  ]
}

/** The buttons of alerts: iOS takes none from a message, which names a category such as `take-es`. */
export function writeCategories(): string {
  const lines = LANGUAGE_CODES.flatMap((language) => {
    const { buttons } = WORDS[language].messages
    const kinds: PushAction[][] = [['take', 'leave'], ['acknowledge']]
    return kinds.map((actions) => {
      const listed = actions.map((action) => `("${action}", "${buttons[action]}")`).join(', ')
      return `        category("${actions[0]}-${language}", [${listed}]),`
    })
  })
  return lines.join('\n')
}

/** What Android calls the alerts, by the folder of a language's values; English stands in the first one. */
export function writeAlertNames(phone: string): void {
  for (const [language, { phone: texts }] of PAGES.filter(([each]) => each !== 'en')) {
    const folder = path.join(phone, `${VALUES}-${language}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      path.join(folder, 'strings.xml'),
      `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string name="alerts">${texts.alerts}</string>\n</resources>\n`,
    )
  }
}

function after(file: string, find: string, more: string, times = 1): Edit {
  return { file, find, put: find + more, times }
}

/** The number that a store compares: each release's is higher. */
function buildNumberOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major * 10_000 + minor * 100 + patch
}

/** A text with a change. Throws where the generated file is another one than the change is for. */
export function edit(text: string, { file, find, put, times = 1 }: Edit): string {
  const parts = text.split(find)
  if (parts.length !== times + 1)
    throw new Error(`${file} has "${find.trim()}" ${parts.length - 1} times in place of ${times}`)
  return parts.join(put)
}

const LINKS = `
            <!-- Links of mails and messages open here once the site states this app (docs/phone.md). -->
            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="https" android:host="\${appHost}" android:path="/" />
            </intent-filter>
`
const ALERTS = `
        <!-- Draws alerts with their buttons, in place of the plugin's own service. -->
        <service
            android:name="com.capacitorjs.plugins.pushnotifications.MessagingService"
            tools:node="remove" />
        <service android:name=".AlertService" android:exported="false">
            <intent-filter>
                <action android:name="com.google.firebase.MESSAGING_EVENT" />
            </intent-filter>
        </service>
`
const PERMISSIONS = `    <!-- Alerts; asked for when the driver turns them on. -->
    <uses-permission android:name="android.permission.POST_NOTIFICATIONS" />
    <!-- Check-in, and the place of instant offers; asked for when the driver first needs it. -->
    <uses-permission android:name="android.permission.ACCESS_COARSE_LOCATION" />
    <uses-permission android:name="android.permission.ACCESS_FINE_LOCATION" />
    <uses-feature android:name="android.hardware.location.gps" android:required="false" />
`
const LOCATION_AND_LANGUAGES = `	<key>CFBundleLocalizations</key>
	<array>
${LANGUAGE_CODES.map((language) => `		<string>${language}</string>`).join('\n')}
	</array>
	<key>NSLocationWhenInUseUsageDescription</key>
	<string>${PAGES.map(([, { phone }]) => phone.location).join(' ')}</string>
`

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

type GoogleServices = { client?: { client_info?: { android_client_info?: { package_name?: string } } }[] }

/** The night color of the tokens, as the background of opaque pictures. */
const NIGHT = '#0c0f11'
/** The share of the shorter side that the drawing takes: a launcher crops a foreground, a splash has room. */
const SHARES = { foreground: 0.66, splash: 0.24 }

/**
 * Draws each picture that Capacitor generated anew, from the app's own SVGs and at its size. `draw` makes a
 * PNG of an SVG.
 */
export function drawPictures(folder: string, icons: string, draw: (svg: string) => Uint8Array): void {
  for (const file of globSync('{android,ios}/**/*.png', { cwd: folder })) {
    const picture = path.join(folder, file)
    writeFileSync(picture, draw(pictureOf(path.basename(file), sizeOf(readFileSync(picture)), icons)))
  }
}

function pictureOf(
  name: string,
  { width, height }: { width: number; height: number },
  icons: string,
): string {
  const isSplash = name.startsWith('splash')
  const isAppIcon = name.startsWith('AppIcon')
  const share = isSplash ? SHARES.splash : name.includes('foreground') ? SHARES.foreground : 1
  const side = Math.round(Math.min(width, height) * share)
  const source = path.join(icons, isAppIcon ? 'icon-maskable.svg' : 'icon.svg')
  const place = `x="${(width - side) / 2}" y="${(height - side) / 2}" width="${side}" height="${side}"`
  const drawing = readFileSync(source, 'utf8').replace('<svg ', `<svg ${place} `)
  const ground = isSplash || isAppIcon ? `<rect width="100%" height="100%" fill="${NIGHT}"/>` : ''
  const frame = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${ground}${drawing}</svg>`
}

/** Width and height of a PNG, from its header. */
function sizeOf(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
