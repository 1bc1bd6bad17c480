import { AppError } from '@madruga/core/errors.ts'
import { createFiles, makeContent, sendContent } from '../kit/http.ts'
import type { Content } from '../kit/http.ts'
import type { Limiter } from '../kit/limits.ts'
import { CALENDAR_FEED_PATH, DOWNLOADS_PATH } from '@madruga/core/contract.ts'
import { sendCookies } from './api.ts'
import { createAppLinks } from './app-links.ts'
import type { PhoneApps } from './app-links.ts'
import type { Probes } from '../ops/health.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { Call } from './call.ts'
import { DEMO_PATH } from './demo-door.ts'
import type { DemoDoor } from './demo-door.ts'
import { writeOpenApi } from './openapi.ts'
import { SMS_WEBHOOK_PATH, UNSUBSCRIBE_PATH } from '../notify.ts'
import { chooseLanguage } from './pages.ts'
import { CARDS_WEBHOOK_PATH } from './webhooks.ts'
import { WORDS } from '../words.ts'
import type { Xsrf } from './xsrf.ts'

type SiteDeps = {
  /** Serves `/api`. */
  api: (call: Call) => Promise<void>
  /** Serves `/api/downloads`. */
  download: (call: Call) => Promise<void>
  /** Serves `/api/calendar`. */
  feed: (call: Call) => Promise<void>
  /** Serves the card gateway's webhooks. */
  webhook: (call: Call) => Promise<void>
  smsWebhook: (call: Call) => Promise<void>
  /** Serves the one-click addresses of e-mails. */
  unsubscribe: (call: Call) => Promise<void>
  /** Serves the first page to strangers; false: they get the app. */
  page: (call: Call) => Promise<boolean>
  xsrf: Xsrf
  demoDoor: DemoDoor | null
  metrics: Pick<Metrics, 'isOpenTo' | 'send'>
  probes: Probes
  addressLimit: Pick<Limiter, 'take'>
  phoneApps: PhoneApps
  webRoot: string
  version: string
  sessionCookie: string
}

/**
 * Routes each path: probes, the API, its description, the metrics for holders of their token, or a file of
 * the app.
 */
export function createSite(deps: SiteDeps): (call: Call) => Promise<void> {
  const files = createFiles({ root: deps.webRoot, isImmutable: (path) => path.startsWith('/assets/') })
  const appLinks = createAppLinks(deps.phoneApps)
  let description: Promise<Content> | null = null

  async function countAddress(call: Call): Promise<void> {
    const waitMs = await deps.addressLimit.take(call.caller.address)
    if (waitMs !== null)
      throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }

  async function answerMetrics(call: Call): Promise<void> {
    // Counted before the token is checked, so that guessing is limited.
    await countAddress(call)
    if (!deps.metrics.isOpenTo(call.request.headers.authorization)) throw new AppError('request.not_found')
    await deps.metrics.send(call.response)
  }

  async function answerApi(call: Call): Promise<void> {
    await countAddress(call)
    if (call.path === '/api/openapi.json') await answerDescription(call)
    else if (call.path.startsWith(DOWNLOADS_PATH)) await deps.download(call)
    else if (call.path.startsWith(CALENDAR_FEED_PATH)) await deps.feed(call)
    else if (call.path === CARDS_WEBHOOK_PATH) await deps.webhook(call)
    else if (call.path === SMS_WEBHOOK_PATH) await deps.smsWebhook(call)
    else if (call.path.startsWith(UNSUBSCRIBE_PATH)) await deps.unsubscribe(call)
    else await deps.api(call)
  }

  /** Serialized and compressed once: the same bytes for every client. */
  async function answerDescription({ request, response }: Call): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('request.not_found')
    description ??= describeApi(deps)
    await sendContent(request, response, await description, 'public, max-age=300')
  }

  async function answerFile(call: Call): Promise<void> {
    const { request, response } = call
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('request.not_found')
    const statement = appLinks.get(call.path)
    if (statement) return await sendContent(request, response, statement, 'public, max-age=3600')
    const path = call.path === '/' ? '/index.html' : call.path
    if (path === '/index.html') {
      sendCookies(call, deps.xsrf)
      if (await deps.page(call)) return
    }
    if (!(await files.send(request, response, path))) throw new AppError('request.not_found')
  }

  return async (call) => {
    const { path, request, response } = call
    // Never limited: a supervisor whose probes are refused kills a process that is only busy.
    if (await deps.probes.answer(path, request, response)) return
    if (path === '/api' || path.startsWith('/api/')) {
      await answerApi(call)
    } else if (deps.demoDoor && path.startsWith(DEMO_PATH)) {
      await answerLink(deps.demoDoor, call)
    } else if (path === '/metrics') {
      await answerMetrics(call)
    } else {
      await answerFile(call)
    }
  }
}

async function describeApi({ version, sessionCookie, xsrf }: SiteDeps): Promise<Content> {
  const document = await writeOpenApi(version, { session: sessionCookie, xsrf: xsrf.cookie })
  return makeContent(Buffer.from(JSON.stringify(document)), 'application/json')
}

/** To the first page, with the cookie; a link that was used opens nothing more. */
async function answerLink(door: DemoDoor, { path, request, response, caller }: Call): Promise<void> {
  if (request.method !== 'GET') throw new AppError('request.not_found')
  const cookie = door.isOpenTo(caller.cookie) ? [] : door.open(path)
  response.setHeader('Cache-Control', 'no-store')
  if (cookie === null) {
    const language = chooseLanguage('', request.headers['accept-language'] ?? '')
    response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Language': language })
    response.end(WORDS[language].usedLink)
  } else {
    response.writeHead(303, { Location: '/', 'Set-Cookie': cookie }).end()
  }
}
