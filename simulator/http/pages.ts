import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openStream } from '../market.ts'
import type { Market, Job } from '../market.ts'
import { openLive } from './live.ts'
import type { Route } from './route.ts'
import { z } from 'zod'
import { Failure } from './schemas.ts'

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Pages for people: the live page and its feed, the API document and its readable form. */
export function createPages(
  getMarket: () => Market,
  routes: readonly Route[],
): { find(url: string): PageHandler | undefined } {
  const live = openLive(getMarket)
  const pages: Record<string, PageHandler> = {
    '/': sendFixed('text/html', readPage('page.html')),
    '/page.css': sendFixed('text/css', readPage('page.css')),
    '/page.js': sendFixed('text/javascript', readPage('page.js')),
    '/docs': sendFixed('text/html', Buffer.from(writeDocs(routes))),
    '/openapi.json': sendFixed('application/json', Buffer.from(JSON.stringify(describeApi(routes)))),
    '/live': live,
    '/v1/hints': openHints(getMarket),
  }
  return { find: (url) => pages[url.split('?')[0] ?? '/'] }
}

function readPage(name: string): Buffer {
  return readFileSync(new URL(`page/${name}`, import.meta.url))
}

function sendFixed(type: string, body: Buffer): PageHandler {
  return (request, response) => {
    response.writeHead(200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': body.length,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'",
      'X-Content-Type-Options': 'nosniff',
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

const TITLES = {
  anyone: 'Signing in',
  driver: 'Drivers',
  operator: 'The operator, on this machine only',
} as const

/** The readable API documentation: every call with its input and output. */
function writeDocs(routes: readonly Route[]): string {
  const sections = (Object.keys(TITLES) as (keyof typeof TITLES)[]).map((who) => {
    const calls = routes.filter((route) => route.who === who).map(writeCall)
    return `<section><h2>${TITLES[who]}</h2>${calls.join('')}</section>`
  })
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<title>The market: its calls</title><link rel="stylesheet" href="/page.css">' +
    '<body class="docs"><header><h1>The market: its calls</h1>' +
    '<p>Money is integer cents, instants are ISO 8601 UTC, distances are miles. ' +
    'The same, for machines: <a href="/openapi.json">openapi.json</a>. <a href="/">The market, live</a>.</p></header>' +
    `<main>${sections.join('')}</main></body></html>`
  )
}

function writeCall(route: Route): string {
  return (
    `<article class="call"><h3><span class="plate">${route.method}</span> ${escapeHtml(route.path)}</h3>` +
    `<p>${escapeHtml(route.summary)}</p>` +
    writeSchema('Query', route.query, 'input') +
    writeSchema('Body', route.body, 'input') +
    (route.answer === undefined
      ? '<p>Answers 204.</p>'
      : writeSchema('Answers 200', route.answer, 'output')) +
    '</article>'
  )
}

function writeSchema(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (schema === undefined) return ''
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(rest, null, 2))}</pre></details>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * The announcements of jobs, a line of JSON each, over a response that stays open. By the scenario's dice one
 * is lost, late or doubled.
 */
function openHints(getMarket: () => Market): (request: IncomingMessage, response: ServerResponse) => void {
  const listeners = new Set<{ metroId: string; response: ServerResponse }>()
  const watched = new WeakSet<object>()
  const send = (job: Job): void => {
    for (const { metroId, response } of listeners)
      if (metroId === job.station.metroId) response.write(`${JSON.stringify({ jobId: job.jobId })}\n`)
  }
  const watch = (market: Market): void => {
    const { world } = market
    if (watched.has(world.courier)) return
    watched.add(world.courier)
    let count = 0
    world.courier.announce = (job) => {
      if (world.courier.levers.lost) return
      const { lostShare, lateShare, doubledShare } = world.scenario.courier
      const random = openStream(world.seed, 'hint', job.jobId, ++count)
      if (random() < lostShare) return
      if (random() < lateShare) world.queue.push(world.now + Math.round(random() * 5_000), () => send(job))
      else send(job)
      if (random() < doubledShare) send(job)
    }
  }
  return (request: IncomingMessage, response: ServerResponse) => {
    const market = getMarket()
    watch(market)
    const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const session = token === undefined ? undefined : market.world.sessions.get(token)
    if (session === undefined || session.expiresAt <= market.world.now) {
      response.writeHead(401, { 'Content-Type': 'application/json' })
      response.end('{"error":{"code":"expired_token","message":"The token has expired."}}')
      return
    }
    const listener = { metroId: session.driver.metroId, response }
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' })
    response.flushHeaders()
    listeners.add(listener)
    response.on('close', () => listeners.delete(listener))
  }
}

/** The OpenAPI 3.1 document, generated from the schemas that validate the requests. */
function describeApi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = (paths[route.path] ??= {})
    path[route.method.toLowerCase()] = describeRoute(route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'The market',
      version: '1.0.0',
      description:
        'A simulated platform for delivery offers. Money is integer cents, instants are ISO 8601 UTC.',
    },
    paths,
    components: {
      securitySchemes: { driver: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: makeSchema(Failure, 'output') },
    },
  }
}

function describeRoute(route: Route): object {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[^a-z]+([a-z])?/gi, (_, letter?: string) => letter?.toUpperCase() ?? '')}`,
    tags: [route.who],
    security: route.who === 'driver' ? [{ driver: [] }] : [],
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...describeQuery(route),
    ],
    ...(route.body === undefined
      ? {}
      : { requestBody: { content: { 'application/json': { schema: makeSchema(route.body, 'input') } } } }),
    responses: {
      ...(route.answer === undefined
        ? { 204: { description: 'Done' } }
        : {
            200: {
              description: 'Done',
              content: { 'application/json': { schema: makeSchema(route.answer, 'output') } },
            },
          }),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

function describeQuery(route: Route): object[] {
  if (route.query === undefined) return []
  const { properties = {} } = makeSchema(route.query, 'input') as { properties?: Record<string, object> }
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
}

function makeSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
