import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSecureServer } from 'node:http2'
import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import { decodeJwt, jwtVerify } from 'jose'
import type { JWTVerifyOptions } from 'jose'
import { z } from 'zod'
import type { ApnsAccount, FcmAccount } from '../providers.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../../platforms/testing/certificate.ts'

/** How a service answers for one token; anything else is delivered. */
export type StoreFault = 'gone' | 'not_ours' | 'later' | 'refused' | 'silent'

type TestService<Account, Message> = {
  account: Account
  faults: Map<string, StoreFault>
  received: { token: string; message: Message; headers: IncomingHttpHeaders }[]
  close(): Promise<void>
}

const fcmMessage = z.strictObject({
  message: z.strictObject({
    token: z.string(),
    data: z.record(z.string(), z.string()),
    android: z.strictObject({ priority: z.enum(['HIGH', 'NORMAL']), ttl: z.string().regex(/^\d+s$/) }),
  }),
})
export type FcmMessage = z.output<typeof fcmMessage>['message']

/** Firebase. `signIns` counts access tokens; `expire` ends those that it gave. */
export type TestFcm = TestService<FcmAccount, FcmMessage> & { signIns: number; expire(): void }

/**
 * Speaks Google's token exchange and the HTTP v1 API of Firebase Cloud Messaging: the same routes,
 * signatures, forms, answers and errors.
 */
export async function startTestFcm(): Promise<TestFcm> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const access = new Set<string>()
  const server = createServer((request, response) => {
    void answer(request.url ?? '', request.headers, request).then(
      (given) => given && response.writeHead(given.status, given.headers).end(JSON.stringify(given.body)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = {
    projectId: 'madruga-test',
    clientEmail: 'push@madruga-test.iam.gserviceaccount.com',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    tokenUrl: `${url}/token`,
    url,
  }
  const signIn = async (form: URLSearchParams): Promise<Answer> => {
    const assertion = form.get('assertion') ?? ''
    const valid = await verify(assertion, publicKey, {
      algorithms: ['RS256'],
      issuer: account.clientEmail,
      audience: account.tokenUrl,
    })
    if (valid?.payload['scope'] !== 'https://www.googleapis.com/auth/firebase.messaging')
      return { status: 400, body: { error: 'invalid_grant' } }
    service.signIns += 1
    const token = `ya29.${randomUUID()}`
    access.add(token)
    return { status: 200, body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } }
  }
  const answer = async (
    path: string,
    headers: IncomingHttpHeaders,
    request: AsyncIterable<Buffer>,
  ): Promise<Answer | null> => {
    const body = await readAll(request)
    if (path === '/token') return await signIn(new URLSearchParams(body))
    if (path !== `/v1/projects/${account.projectId}/messages:send`) return fcmError(404, 'NOT_FOUND')
    if (!access.has(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''))
      return fcmError(401, 'UNAUTHENTICATED')
    const parsed = fcmMessage.safeParse(JSON.parse(body))
    if (!parsed.success || body.length > 4_096) return fcmError(400, 'INVALID_ARGUMENT')
    const { message } = parsed.data
    const fault = service.faults.get(message.token)
    if (fault === 'silent') return null
    if (fault !== undefined) return FCM_FAULTS[fault]
    service.received.push({ token: message.token, message, headers })
    return {
      status: 200,
      body: { name: `projects/${account.projectId}/messages/${service.received.length}` },
    }
  }
  const service: TestFcm = {
    account,
    signIns: 0,
    faults: new Map(),
    received: [],
    expire: () => access.clear(),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
  return service
}

type Answer = { status: number; headers?: Record<string, string>; body: object }

function fcmError(status: number, name: string, detail?: object, headers = {}): Answer {
  const details = detail === undefined ? [] : [detail]
  return { status, headers, body: { error: { code: status, message: name, status: name, details } } }
}

const FCM = '@type'
const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
const FCM_FAULTS: Record<Exclude<StoreFault, 'silent'>, Answer> = {
  gone: fcmError(404, 'NOT_FOUND', { [FCM]: FCM_ERROR, errorCode: 'UNREGISTERED' }),
  not_ours: fcmError(403, 'PERMISSION_DENIED', { [FCM]: FCM_ERROR, errorCode: 'SENDER_ID_MISMATCH' }),
  refused: fcmError(400, 'INVALID_ARGUMENT', { [FCM]: FCM_ERROR, errorCode: 'INVALID_ARGUMENT' }),
  later: fcmError(
    503,
    'UNAVAILABLE',
    { [FCM]: FCM_ERROR, errorCode: 'UNAVAILABLE' },
    { 'retry-after': '90' },
  ),
}

const apnsMessage = z.strictObject({
  aps: z.strictObject({
    alert: z.strictObject({ title: z.string(), body: z.string() }),
    sound: z.literal('default'),
    'thread-id': z.string(),
    category: z.string().optional(),
  }),
  id: z.string(),
  kind: z.string(),
  url: z.string(),
  confirmationId: z.string(),
})
export type ApnsMessage = z.output<typeof apnsMessage>

/** Apple. `connections` counts those that were opened; `expire` ends the tokens used so far. */
export type TestApns = TestService<ApnsAccount, ApnsMessage> & { connections: number; expire(): void }

/** Speaks the provider API of Apple's push service over HTTP/2 and TLS. */
export async function startTestApns(): Promise<TestApns> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const expired = new Set<string>()
  const used = new Set<string>()
  const sessions = new Set<ServerHttp2Session>()
  const server = createSecureServer({ cert: TEST_CERTIFICATE, key: TEST_KEY })
  server.on('session', (session) => {
    service.connections += 1
    sessions.add(session)
    session.on('error', () => {})
  })
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => {})
    void answer(stream, headers).then((given) => {
      if (given === null || stream.destroyed) return
      stream.respond({ ':status': given.status, 'apns-id': randomUUID().toUpperCase(), ...given.headers })
      stream.end(given.status === 200 ? '' : JSON.stringify(given.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const account = {
    keyId: 'ABC123DEFG',
    teamId: 'TEAM123456',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    topic: 'app.madruga.driver',
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authority: TEST_CERTIFICATE,
  }
  const answer = async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<Answer | null> => {
    const body = await readAll(stream as AsyncIterable<Buffer>)
    const [, token = ''] = /^\/3\/device\/([0-9a-f]+)$/.exec(String(headers[':path'])) ?? []
    const signed = /^bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const valid = await verify(signed, publicKey, { algorithms: ['ES256'], issuer: account.teamId })
    if (valid?.protectedHeader.kid !== account.keyId) return reason(403, 'InvalidProviderToken')
    if (expired.has(signed)) return reason(403, 'ExpiredProviderToken')
    used.add(signed)
    if (headers['apns-topic'] !== account.topic) return reason(400, 'TopicDisallowed')
    if (headers['apns-push-type'] !== 'alert') return reason(400, 'InvalidPushType')
    if (body.length > 4_096) return reason(413, 'PayloadTooLarge')
    const parsed = apnsMessage.safeParse(JSON.parse(body))
    if (!parsed.success) return reason(400, 'PayloadEmpty')
    const fault = service.faults.get(token)
    if (fault === 'silent') return null
    if (fault !== undefined) return APNS_FAULTS[fault]
    service.received.push({ token, message: parsed.data, headers })
    return { status: 200, body: {} }
  }
  const service: TestApns = {
    account,
    connections: 0,
    faults: new Map(),
    received: [],
    expire: () => used.forEach((token) => expired.add(token)),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const session of sessions) session.destroy()
      await closed
    },
  }
  return service
}

const reason = (status: number, name: string, headers = {}): Answer => ({
  status,
  headers,
  body: { reason: name },
})
const APNS_FAULTS: Record<Exclude<StoreFault, 'silent'>, Answer> = {
  gone: { status: 410, body: { reason: 'Unregistered', timestamp: 1_790_000_000_000 } },
  not_ours: reason(400, 'DeviceTokenNotForTopic'),
  refused: reason(400, 'BadPriority'),
  later: reason(503, 'ServiceUnavailable', { 'retry-after': '90' }),
}

async function readAll(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Verifies a token at the moment of its signature: tests choose their time. */
async function verify(token: string, key: KeyObject, options: JWTVerifyOptions) {
  try {
    const currentDate = new Date((decodeJwt(token).iat ?? 0) * 1_000)
    return await jwtVerify(token, key, { ...options, currentDate, requiredClaims: ['iat'] })
  } catch {
    return null
  }
}
