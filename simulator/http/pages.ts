import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Market } from '../market.ts'
import { writeDocs } from './docs-page.ts'
import { openHints } from './hints.ts'
import { openLive } from './live.ts'
import { describeApi } from './openapi.ts'
import type { Route } from './route.ts'

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
