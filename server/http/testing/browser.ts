import type { Problem } from '@madruga/core/errors.ts'

/** What says who the driver of a page is from now on. */
const TELLS_DRIVER = /\/api\/accounts(\/(session|(passkeys\/)?sign-in))?$/

/**
 * A browser's role: keeps cookies, sends the anti-forgery token, and names the driver whom its page shows, by
 * the last answer that said who that is. An address with `as` of its own stays as it is.
 */
export function createBrowser(url: string) {
  const jar = new Map<string, string>()
  const page = { driver: null as string | null }
  const headers = () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') })

  const nameDriver = (route: string): string =>
    page.driver === null || !`${url}${route}`.includes('/api/') || /[?&]as=/.test(route)
      ? route
      : `${route}${route.includes('?') ? '&' : '?'}as=${page.driver}`

  async function send(method: string, route: string, body?: unknown, more: Record<string, string> = {}) {
    const response = await fetch(`${url}${nameDriver(route)}`, {
      method,
      headers: {
        ...headers(),
        ...(method !== 'GET' && {
          'x-xsrf-token': jar.get('__Host-XSRF-TOKEN') ?? jar.get('XSRF-TOKEN') ?? '',
        }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=', 2)
      if (attributes.includes('Max-Age=0') || value === '') jar.delete(name)
      else jar.set(name, value)
    }
    if (response.ok && TELLS_DRIVER.test(`${url}${route}`)) {
      const { driver } = (await response.clone().json()) as { driver?: { id: string } | null }
      page.driver = driver?.id ?? null
    }
    return response
  }

  return {
    jar,
    headers,
    page,
    nameDriver,
    send,
    /** A problem, or the answer's own body, as JSON. */
    async call<T = Problem>(method: string, route: string, body?: unknown) {
      const response = await send(method, route, body)
      return { status: response.status, headers: response.headers, body: (await response.json()) as T }
    },
    /** Loads the page and signs in. */
    async signIn(login: { email: string; password: string }) {
      await (await send('GET', '/api/accounts/session')).arrayBuffer()
      const { email, password } = login
      return send('POST', '/api/accounts/sign-in', { email, password })
    },
  }
}
