/**
 * The push services of the browsers: a subscription's address is user input, and we post only to these hosts.
 * A name with a leading dot matches any host under it.
 */
export const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
  '.wns.windows.com',
]

/** This machine, where TLS is not required: for a local push service in development and tests. */
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Whether an address belongs to a browser's push service: https, the default port, no user, a known host.
 * Also accepts `extraHosts`: exact names, with the port if it is not the default; one on this machine may do
 * without TLS.
 */
export function isPushEndpoint(url: string, extraHosts: readonly string[] = []): boolean {
  if (!/^[!-~]+$/.test(url) || !URL.canParse(url)) return false
  const { protocol, hostname, host, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  if (extraHosts.includes(host) && protocol === 'http:') return LOOPBACK.includes(hostname)
  if (protocol !== 'https:') return false
  if (extraHosts.includes(host)) return true
  if (host !== hostname) return false
  return PUSH_HOSTS.some((entry) => (entry.startsWith('.') ? hostname.endsWith(entry) : hostname === entry))
}

/**
 * Whether a subscription's keys have the shape that encryption needs: an uncompressed point of P-256 and 16
 * bytes, base64url.
 */
export function arePushKeys(p256dh: string, auth: string): boolean {
  return /^B[\w-]{86}=?$/.test(p256dh) && /^[\w-]{22}(==)?$/.test(auth)
}
