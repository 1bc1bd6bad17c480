import type { CapacitorConfig } from '@capacitor/cli'

/**
 * The phone apps are a frame around the app as the service has it: always the newest release, one sign-in
 * cookie, one origin. `npm run phone` gives the address; without a network they show the offline page, which
 * comes with them.
 */
const address = process.env['APP_URL']

const config: CapacitorConfig = {
  appId: 'app.madruga.driver',
  appName: 'Madruga',
  webDir: 'dist',
  backgroundColor: '#0c0f11',
  android: { path: 'phone/android' },
  ios: { path: 'phone/ios' },
  ...(address && { server: { url: address, errorPath: 'offline.html' } }),
}

export default config
