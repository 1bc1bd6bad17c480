import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSameText } from '../../kit/encryption.ts'
import type { Gateway, GatewayDeps } from './model.ts'
import { isLoopbackAddress } from './model.ts'

/** A phone gateway, and the account that it accepts. */
export type PhoneGateway = Gateway & { accountSid: string; authToken: string; from: string }

/** What became of the texts it accepted, by their ids: an error of Twilio, or null for one that arrived. */
type Arrivals = Map<string, number | null>
type Refusal = { status: number; code: number; message: string }
type Answer = { status: number; body: object }

const LARGEST_BYTES = 65_536
const ROUTE = /^\/2010-04-01\/Accounts\/(AC[0-9a-f]{32})\/(Messages|Calls)(?:\/(SM[0-9a-f]{32}))?\.json$/
/** The magic numbers of Twilio's test credentials: an invalid number, and one that cannot receive SMS. */
const NO_NUMBER = '+15005550001'
const NO_SMS = '+15005550009'
/** The senders of the test credentials: not valid, not able to send texts, and the one that works. */
const NO_SENDER = '+15005550001'
const NO_TEXT_SENDER = '+15005550007'
const SENDER = '+15005550006'
/**
 * Ours, after the manner of the magic numbers: a text to 500 553 and four digits is accepted and lost later,
 * by the error with these digits (+1 500 553 0003: 30003), and is nowhere to be read.
 */
const LOST = /^\+1500553(\d{4})$/
/** As many texts as it can be asked about. */
const REMEMBERED = 1_000

/**
 * Implements the part of Twilio's REST API that sends SMS, tells what became of them, and places calls: same
 * routes, authentication, forms, answers and errors. It stores messages in place of a phone; of a call, the
 * spoken text. Only this machine can reach it, with an account created at its start.
 */
export async function startPhoneGateway(deps: GatewayDeps): Promise<PhoneGateway> {
  const account = {
    accountSid: `AC${randomBytes(16).toString('hex')}`,
    authToken: randomBytes(16).toString('hex'),
  }
  const arrivals: Arrivals = new Map()
  const server = createServer((request, response) => {
    answer(request, account, deps, arrivals).then(
      (result) => result && send(response, result),
      () =>
        send(response, refuse({ status: 500, code: 20500, message: 'An internal server error occurred' })),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    ...account,
    from: SENDER,
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closing = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closing
    },
  }
}

/** null = no answer at all. */
async function answer(
  request: IncomingMessage,
  account: { accountSid: string; authToken: string },
  { keep, fault = () => null }: GatewayDeps,
  arrivals: Arrivals,
): Promise<Answer | null> {
  const [, sid = '', resource, messageSid] = ROUTE.exec(request.url ?? '') ?? []
  const refusal = refuseCaller(request, account, sid, messageSid)
  if (refusal !== null) return refuse(refusal)
  if (messageSid !== undefined) return readMessage(arrivals, messageSid)
  const form = await readForm(request)
  const failure = fault(form?.get('To') ?? '')
  if (failure === 'silent') return null
  if (failure === 'later') return refuse(UNAVAILABLE)
  if (form === null) return refuse(TOO_LARGE)
  return await takeMessage(form, { sid, isCall: resource === 'Calls' }, keep, arrivals)
}

async function takeMessage(
  form: URLSearchParams,
  { sid, isCall }: { sid: string; isCall: boolean },
  keep: GatewayDeps['keep'],
  arrivals: Arrivals,
): Promise<Answer> {
  const refusal = judge(form, isCall)
  if (refusal !== null) return refuse(refusal)
  const message = messageOf(form, isCall)
  const id = `${isCall ? 'CA' : 'SM'}${randomBytes(16).toString('hex')}`
  const lostBy = isCall ? undefined : LOST.exec(message.recipient)?.[1]
  if (lostBy === undefined) await keep(message)
  if (!isCall) {
    arrivals.set(id, lostBy === undefined ? null : Number(`3${lostBy}`))
    const [oldest = ''] = arrivals.keys()
    if (arrivals.size > REMEMBERED) arrivals.delete(oldest)
  }
  return accept(id, sid, form)
}

/** A text as Twilio tells it later. */
function readMessage(arrivals: Arrivals, sid: string): Answer {
  const error = arrivals.get(sid)
  if (error === undefined) return refuse(absent(`Messages/${sid}`))
  const status = error === null ? 'delivered' : error === 30034 ? 'failed' : 'undelivered'
  return { status: 200, body: { sid, status, error_code: error, error_message: null } }
}

const absent = (resource: string): Refusal => ({
  status: 404,
  code: 20404,
  message: `The requested resource ${resource} was not found`,
})

function refuseCaller(
  request: IncomingMessage,
  account: { accountSid: string; authToken: string },
  sid: string,
  messageSid: string | undefined,
): Refusal | null {
  if (!isLoopbackAddress(request.socket.remoteAddress))
    return { status: 403, code: 20403, message: 'Forbidden' }
  if (!isSignedIn(request, account)) return { status: 401, code: 20003, message: 'Authentication Error' }
  const method = messageSid === undefined ? 'POST' : 'GET'
  return sid === account.accountSid && request.method === method ? null : absent(request.url ?? '')
}

function messageOf(form: URLSearchParams, isCall: boolean): Parameters<GatewayDeps['keep']>[0] {
  const read = (name: string) => form.get(name) ?? ''
  const message = { sender: read('From'), recipient: read('To'), subject: null }
  return isCall
    ? { ...message, channel: 'call', text: spokenIn(read('Twiml')) }
    : { ...message, channel: 'sms', text: read('Body') }
}

const UNAVAILABLE: Refusal = { status: 503, code: 20503, message: 'Service unavailable' }
const TOO_LARGE: Refusal = { status: 413, code: 20413, message: 'Request entity too large' }

function judge(form: URLSearchParams, isCall: boolean): Refusal | null {
  const to = form.get('To')
  if (!to)
    return isCall ? bad(21201, "No 'To' number is specified") : bad(21604, "A 'To' phone number is required.")
  if (!/^\+[1-9]\d{7,14}$/.test(to) || to === NO_NUMBER) return bad(21211, `Invalid 'To' Phone Number: ${to}`)
  const sender = judgeSender(form.get('From'), isCall)
  if (sender !== null) return sender
  if (isCall) return form.get('Twiml') ? null : bad(21205, 'Url or Twiml is required')
  if (to === NO_SMS) return bad(21614, `'To' number is not a valid mobile number`)
  const body = form.get('Body')
  if (!body) return bad(21602, 'Message body is required.')
  return body.length > 1_600
    ? bad(21617, 'The concatenated message body exceeds the 1600 character limit.')
    : null
}

function judgeSender(from: string | null, isCall: boolean): Refusal | null {
  if (!from)
    return isCall
      ? bad(21213, "A 'From' number is required")
      : bad(21603, "A 'From' phone number is required.")
  if (from === NO_SENDER) return bad(21212, `The 'From' number ${from} is not a valid phone number`)
  if (isCall || from !== NO_TEXT_SENDER) return null
  return bad(21606, `The 'From' phone number ${from} is not able to send messages`)
}

function accept(sid: string, accountSid: string, form: URLSearchParams): Answer {
  const isCall = sid.startsWith('CA')
  const resource = isCall ? 'Calls' : 'Messages'
  const common = {
    sid,
    account_sid: accountSid,
    to: form.get('To'),
    from: form.get('From'),
    status: 'queued',
    direction: 'outbound-api',
    api_version: '2010-04-01',
    uri: `/2010-04-01/Accounts/${accountSid}/${resource}/${sid}.json`,
  }
  if (isCall) return { status: 201, body: common }
  return { status: 201, body: { ...common, body: form.get('Body'), error_code: null, error_message: null } }
}

function refuse({ status, code, message }: Refusal): Answer {
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

function isSignedIn(request: IncomingMessage, account: { accountSid: string; authToken: string }): boolean {
  const login = /^Basic (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return isSameText(Buffer.from(login, 'base64').toString(), `${account.accountSid}:${account.authToken}`)
}

function bad(code: number, message: string): Refusal {
  return { status: 400, code, message }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= LARGEST_BYTES) chunks.push(chunk)
  }
  return bytes > LARGEST_BYTES ? null : new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of a call, one line for each time that it is spoken. */
function spokenIn(twiml: string): string {
  const sayings = twiml.matchAll(/<Say\b[^>]*>([\s\S]*?)<\/Say>/g)
  return [...sayings]
    .map(([, text = '']) =>
      text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
        if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
        if (decimal) return String.fromCodePoint(Number(decimal))
        return ENTITIES[name] ?? whole
      }),
    )
    .join('\n')
}
