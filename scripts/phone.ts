import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { entitlementsOf, findGoogleServicesFault } from './phone/projects.ts'

/**
 * Prepares the phone projects in web/phone for Android Studio and Xcode: builds the web app and copies it,
 * with the service's address, into both. `APP_URL=https://drive.example npm run phone`. Android's build reads
 * the address from what is copied; Xcode needs it as an entitlement. GOOGLE_SERVICES_FILE is Firebase's file,
 * which gives the Android app push.
 */
const root = path.join(import.meta.dirname, '..')
const phone = path.join(root, 'web/phone')
const address = process.env['APP_URL']
if (!address || !/^https:\/\/[^\s/]+$/.test(address)) {
  console.error(
    'APP_URL is not set: give the address at which drivers reach the app, such as https://drive.example',
  )
  process.exit(2)
}

const capacitor = path.join(phone, 'node_modules/@capacitor/cli/bin/capacitor')
if (!existsSync(capacitor)) {
  console.error('Capacitor is not installed. Run: npm ci --prefix web/phone')
  process.exit(2)
}
// Firebase's file belongs to the operator's own project, and is never part of this repository.
const googleServices = process.env['GOOGLE_SERVICES_FILE']
const target = path.join(phone, 'android/app/google-services.json')
const fault = googleServices ? findGoogleServicesFault(googleServices) : null
if (fault !== null) {
  console.error(`GOOGLE_SERVICES_FILE ${fault}: give the google-services.json that Firebase issues`)
  process.exit(2)
}
if (googleServices) cpSync(googleServices, target)
else rmSync(target, { force: true })

const steps: [cwd: string, args: string[]][] = [
  [root, ['scripts/build.ts']],
  [phone, [capacitor, 'sync']],
]
for (const [cwd, args] of steps) {
  const { status } = spawnSync(process.execPath, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, CAPACITOR_TELEMETRY: 'false' },
  })
  if (status !== 0) process.exit(status ?? 1)
}

writeFileSync(path.join(phone, 'ios/App/App/App.entitlements'), entitlementsOf(new URL(address).host))
console.info(
  googleServices
    ? 'Both projects are ready, with push.'
    : 'Both projects are ready. GOOGLE_SERVICES_FILE is not set: the Android app receives no push (docs/phone.md).',
)
