import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { TestDatabase } from '../db/testing.ts'
import { systemClock } from '../kit/clock.ts'
import { makeKeyRing } from '../kit/encryption.ts'
import { createLogger } from '../kit/logger.ts'
import type { NotifyDeps } from '../notify.ts'

/** What notifications alone are made with; mail and phones are the embedded ones, and nothing is sent. */
export function notifyDeps({ database, url }: TestDatabase): NotifyDeps {
  return {
    database,
    databaseUrl: url,
    clock: systemClock,
    logger: createLogger({ level: 'silent', style: 'plain' }),
    keyRing: makeKeyRing(),
    publicUrl: 'https://madruga.example',
    mail: { url: null, from: 'Madruga <hello@madruga.example>' },
    phone: null,
    push: { subject: 'mailto:hello@madruga.example', hosts: [], fcm: null, apns: null },
    settings: DEFAULT_SETTINGS.messages,
    keepNewsDays: 90,
    sends: false,
  }
}

/** A push service on this machine, and a browser that subscribed there and reads its messages. */
export type TestPush = {
  /** Host with port, for the list of allowed ones. */
  host: string
  /** The device's address; `path` selects the service's behavior. */
  subscribe(path?: string): { endpoint: string; p256dh: string; auth: string }
  /** Received messages, decrypted like the browser does it. */
  received: { payload: unknown; headers: Record<string, string | string[] | undefined> }[]
  close(): Promise<void>
}

type Decrypt = (buffer: Buffer, options: object) => Buffer
const { decrypt } = createRequire(import.meta.url)('http_ece') as { decrypt: Decrypt }

/**
 * Starts one. It accepts posts to `/ok`, answers 410 at `/gone`, 503 with a delay of 90 s at `/later`, 403 at
 * `/refused`, redirects from `/moved` to `/ok`, and never answers at `/silent`.
 */
export async function startTestPush(): Promise<TestPush> {
  const browser = createECDH('prime256v1')
  const publicKey = browser.generateKeys()
  const secret = randomBytes(16)
  const received: TestPush['received'] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const say = (status: number, headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end()
    switch (request.url) {
      case '/ok': {
        const options = {
          version: 'aes128gcm',
          privateKey: browser,
          authSecret: secret.toString('base64url'),
        }
        const text = decrypt(Buffer.concat(chunks), options).toString('utf8')
        received.push({ payload: JSON.parse(text), headers: request.headers })
        return say(201)
      }
      case '/gone':
        return say(410)
      case '/later':
        return say(503, { 'retry-after': '90' })
      case '/moved':
        return say(307, { location: '/ok' })
      case '/silent':
        return
      default:
        return say(403)
    }
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    subscribe: (path = '/ok') => ({
      endpoint: `http://${host}${path}`,
      p256dh: publicKey.toString('base64url'),
      auth: secret.toString('base64url'),
    }),
    received,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

export { startTestApns, startTestFcm } from './testing/store-push.ts'
export { signForm } from './providers/twilio.ts'
