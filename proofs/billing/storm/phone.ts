import { setTimeout as sleep } from 'node:timers/promises'
import { PASSWORD } from './keys.ts'

/** What came back; null where nothing did: the connection broke, or no one was there. */
export type Reply<T> = { status: number; body: T } | null

type Problem = { code?: string }

/** What a driver holds in the hand: keeps the session, and finds whichever of the two processes answers. */
export type Phone = {
  /** Asks once, of one of the processes. */
  ask<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Reply<T>>
  /** Asks until something is answered that says what became of it; null when the driver gave up before. */
  insist<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Reply<T>>
  signIn(email: string): Promise<void>
}

const TRIES = 8
const PAUSE_MS = 250

/** Makes one for two addresses of the same product. */
export function createPhone(urls: readonly string[]): Phone {
  const jar = new Map<string, string>()
  let turn = 0
  let driver: string | null = null

  async function send(method: string, path: string, body: unknown): Promise<Response> {
    const url = urls[turn++ % urls.length]!
    const named = driver === null ? path : `${path}${path.includes('?') ? '&' : '?'}as=${driver}`
    const response = await fetch(`${url}${named}`, {
      method,
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method !== 'GET' && { 'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split('; ')[0]!.split('=', 2)
      if (value !== '') jar.set(name, value)
    }
    return response
  }

  async function ask<T>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
    try {
      const response = await send(method, path, body)
      return { status: response.status, body: (await response.json()) as T }
    } catch {
      return null
    }
  }

  return {
    ask,
    async insist<T>(method: string, path: string, body?: unknown) {
      for (let tries = 0; tries < TRIES; tries++) {
        const reply = await ask<T>(method, path, body)
        if (reply !== null && saysWhatBecame(reply)) return reply
        await sleep(PAUSE_MS)
      }
      return null
    },
    async signIn(email) {
      await ask('GET', '/api/accounts/session')
      const credentials = { email, password: PASSWORD }
      const reply = await ask<{ driver: { id: string } }>('POST', '/api/accounts/sign-in', credentials)
      if (reply?.status !== 200) throw new Error(`${email} cannot sign in: ${JSON.stringify(reply)}`)
      driver = reply.body.driver.id
    },
  }
}

/** A fault of the server, and a key that is in use, say nothing yet. */
function saysWhatBecame({ status, body }: { status: number; body: unknown }): boolean {
  return status < 500 && (body as Problem).code !== 'billing.in_progress'
}
