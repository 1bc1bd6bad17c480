import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CapacitorConfig } from '@capacitor/cli'

/**
 * The phone apps frame the app as the service delivers it: always the newest release, one session cookie, one
 * origin. `npm run phone` sets the address; without a network they show their bundled offline page.
 */
const address = process.env['APP_URL']

/** Without Firebase's file Android's push crashes at its first use: the user agent tells the page. */
const hasFirebase = existsSync(fileURLToPath(new URL('android/app/google-services.json', import.meta.url)))

const config: CapacitorConfig = {
  appId: 'app.madruga.driver',
  appName: 'Madruga',
  webDir: '../dist',
  backgroundColor: '#0c0f11',
  ...(hasFirebase && { android: { appendUserAgent: 'MadrugaPush' } }),
  // Alerts show while the app is open too.
  plugins: { PushNotifications: { presentationOptions: ['banner', 'list', 'sound'] } },
  ...(address && { server: { url: address, errorPath: 'offline.html' } }),
}

export default config
