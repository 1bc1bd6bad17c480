import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Prepares the phone projects in web/phone for Android Studio and Xcode: builds the web app and copies it,
 * with the service's address, into both. `APP_URL=https://drive.example npm run phone`. Android's build reads
 * the address from what is copied; Xcode needs it as an entitlement.
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

writeFileSync(
  path.join(phone, 'ios/App/App/App.entitlements'),
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>com.apple.developer.associated-domains</key>
  <array>
    <string>applinks:${new URL(address).host}</string>
  </array>
</dict>
</plist>
`,
)
