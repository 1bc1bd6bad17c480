import type { CapacitorConfig } from '@capacitor/cli'

/**
 * The phone apps frame the app as the service delivers it: always the newest release, one session cookie, one
 * origin. `npm run phone` sets the address; without a network they show their bundled offline page.
 */
const address = process.env['APP_URL']

const config: CapacitorConfig = {
  appId: 'app.madruga.driver',
  appName: 'Madruga',
  webDir: '../dist',
  backgroundColor: '#0c0f11',
  ...(address && { server: { url: address, errorPath: 'offline.html' } }),
}

export default config
