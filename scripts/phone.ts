import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import {
  drawPictures,
  edit,
  editsFor,
  entitlementsOf,
  findGoogleServicesFault,
  writeAlertNames,
} from './phone/projects.ts'

/**
 * Generates the phone projects web/phone/android and web/phone/ios for Android Studio and Xcode, anew each
 * time: builds the web app, lets Capacitor make both, and adds our own files, changes and pictures.
 * `APP_URL=https://drive.example npm run phone`. GOOGLE_SERVICES_FILE is Firebase's file, which gives the
 * Android app push; APPLE_TEAM_ID signs the iOS app.
 */
const root = path.join(import.meta.dirname, '..')
const phone = path.join(root, 'web/phone')
const address = process.env['APP_URL']
if (!address || !/^https:\/\/[^\s/]+$/.test(address))
  refuse('APP_URL is not set: give the address at which drivers reach the app, such as https://drive.example')

const capacitor = path.join(phone, 'node_modules/@capacitor/cli/bin/capacitor')
if (!existsSync(capacitor)) refuse('Capacitor is not installed. Run: npm ci --prefix web/phone')

// Firebase's file belongs to the operator's own project, and is never part of this repository.
const googleServices = process.env['GOOGLE_SERVICES_FILE']
const fault = googleServices ? findGoogleServicesFault(googleServices) : null
if (fault !== null)
  refuse(`GOOGLE_SERVICES_FILE ${fault}: give the google-services.json that Firebase issues`)

for (const project of ['android', 'ios']) rmSync(path.join(phone, project), { recursive: true, force: true })
run(root, ['scripts/build.ts'])
run(phone, [capacitor, 'add', 'android'])
if (googleServices) cpSync(googleServices, path.join(phone, 'android/app/google-services.json'))
run(phone, [capacitor, 'add', 'ios', '--packagemanager', 'SPM'])
// Its configuration says whether Firebase's file is there.
run(phone, [capacitor, 'sync'])

cpSync(path.join(phone, 'native'), phone, { recursive: true })
const { host } = new URL(address)
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
writeAlertNames(phone)
for (const change of editsFor({ host, version, team: process.env['APPLE_TEAM_ID'] ?? null })) {
  const file = path.join(phone, change.file)
  writeFileSync(file, edit(readFileSync(file, 'utf8'), change))
}
writeFileSync(path.join(phone, 'ios/App/App/App.entitlements'), entitlementsOf(host))
const { Resvg } = createRequire(path.join(phone, 'package.json'))('@resvg/resvg-js') as {
  Resvg: new (svg: string) => { render(): { asPng(): Uint8Array } }
}
drawPictures(phone, path.join(root, 'web/public'), (svg) => new Resvg(svg).render().asPng())

console.info(
  googleServices
    ? 'Both projects are ready, with push.'
    : 'Both projects are ready. GOOGLE_SERVICES_FILE is not set: the Android app receives no push (docs/phone.md).',
)

function run(cwd: string, args: string[]): void {
  const env = { ...process.env, CAPACITOR_TELEMETRY: 'false' }
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}

function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}
