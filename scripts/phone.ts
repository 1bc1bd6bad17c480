import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * Prepares the phone projects in web/phone for Android Studio and Xcode: builds the web app and copies it,
 * with the service's address, into both. `APP_URL=https://drive.example npm run phone`
 */
const web = path.join(import.meta.dirname, '../web')
const address = process.env['APP_URL']
if (!address || !/^https:\/\/[^\s/]+$/.test(address)) {
  console.error(
    'APP_URL is not set: give the address at which drivers reach the app, such as https://drive.example',
  )
  process.exit(2)
}

const require = createRequire(import.meta.url)
const capacitor = path.join(path.dirname(require.resolve('@capacitor/cli/package.json')), 'bin/capacitor')
const steps: [cwd: string, args: string[]][] = [
  [path.join(web, '..'), ['scripts/build.ts']],
  [web, [capacitor, 'sync']],
]
for (const [cwd, args] of steps) {
  const { status } = spawnSync(process.execPath, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, CAPACITOR_TELEMETRY: 'false' },
  })
  if (status !== 0) process.exit(status ?? 1)
}
