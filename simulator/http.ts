import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ADMIN_ROUTES } from './http/admin-routes.ts'
import { COURIER_ROUTES } from './http/courier-routes.ts'
import { dispatch } from './http/dispatch.ts'
import { DRIVER_ROUTES } from './http/driver-routes.ts'
import { listenOn } from './http/listen.ts'
import { PAST_ROUTES } from './http/past-routes.ts'
import { createPages } from './http/pages.ts'
import type { PageHandler } from './http/pages.ts'
import type { Market } from './market.ts'

/** The market's port, open. */
export interface OpenPort {
  port: number
  close(): Promise<void>
}

const ROUTES = [...DRIVER_ROUTES, ...COURIER_ROUTES, ...ADMIN_ROUTES, ...PAST_ROUTES]

/**
 * Opens the market's port. `getMarket` is called on the first request, so that a taken port is detected
 * before anything else is opened. A taken port throws an Error with code EADDRINUSE.
 */
export async function openPort(host: string, port: number, getMarket: () => Market): Promise<OpenPort> {
  const server = createServer({ keepAliveTimeout: 75_000, noDelay: true })
  const pages = createPages(getMarket, ROUTES)
  server.on('request', (request, response) => {
    serve(getMarket(), pages.find(request.url ?? '/'), request, response).catch((error: unknown) => {
      console.error('market: a request failed:', error)
      response.destroy()
    })
  })
  return listenOn(server, host, port, getMarket)
}

async function serve(
  market: Market,
  page: PageHandler | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (page !== undefined && (request.method === 'GET' || request.method === 'HEAD')) page(request, response)
  else await dispatch(market, ROUTES, request, response)
}
