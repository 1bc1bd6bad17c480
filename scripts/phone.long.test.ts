import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const ROOT = path.join(import.meta.dirname, '..')
const PHONE = path.join(ROOT, 'web/phone')
const read = (file: string): string => readFileSync(path.join(PHONE, file), 'utf8')

test('Capacitor generates both projects, and each has our own files, rights and pictures', () => {
  execFileSync('npm', ['ci', '--prefix', PHONE], { stdio: 'pipe' })
  const env = { ...process.env, APP_URL: 'https://drive.example', APPLE_TEAM_ID: 'TEAM000001' }
  execFileSync(process.execPath, ['scripts/phone.ts'], { cwd: ROOT, env, stdio: 'pipe' })

  const manifest = read('android/app/src/main/AndroidManifest.xml')
  assert.match(manifest, /pushnotifications\.MessagingService"\s+tools:node="remove"/)
  assert.match(manifest, /android:name="\.AlertService"[\s\S]{0,120}com\.google\.firebase\.MESSAGING_EVENT/)
  assert.match(manifest, /android\.permission\.POST_NOTIFICATIONS/)
  assert.match(read('android/app/build.gradle'), /appHost: 'drive\.example'/)
  assert.match(read('android/app/capacitor.build.gradle'), /project\(':capacitor-push-notifications'\)/)
  assert.ok(existsSync(path.join(PHONE, 'android/app/src/main/java/app/madruga/driver/AlertService.java')))

  assert.match(read('ios/App/CapApp-SPM/Package.swift'), /\.product\(name: "CapacitorPushNotifications"/)
  assert.match(read('ios/App/App/App.entitlements'), /applinks:drive\.example/)
  assert.equal(
    read('ios/App/App.xcodeproj/project.pbxproj').match(/DEVELOPMENT_TEAM = TEAM000001;/g)?.length,
    2,
  )
  assert.match(read('ios/App/App/AppDelegate.swift'), /category\("take-es"/)
  assert.match(read('android/app/src/main/res/values-es/strings.xml'), /Avisos/)

  const icon = readFileSync(
    path.join(PHONE, 'ios/App/App/Assets.xcassets/AppIcon.appiconset/AppIcon-512@2x.png'),
  )
  assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [1_024, 1_024])
})
