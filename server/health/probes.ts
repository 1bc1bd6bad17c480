import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Health } from './state.ts'

/** Answers `/live` and `/ready` for the supervisor of the process. */
export type Probes = {
  /** Answers a probe; false = the path is none, or the method asks for something else. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean>
}

/**
 * Creates the answers to probes. `/live` is 200 while the process handles requests at all, also while it
 * drains: it must not be killed for finishing its work. `/ready` is 503 with the reason in its body.
 */
export function createProbes(health: Pick<Health, 'findHindrance'>): Probes {
  return {
    async answer(path, { method }, response) {
      if ((path !== '/live' && path !== '/ready') || (method !== 'GET' && method !== 'HEAD')) return false
      const hindrance = path === '/live' ? null : await health.findHindrance()
      response.setHeader('Cache-Control', 'no-store')
      response.setHeader('Content-Type', 'text/plain; charset=utf-8')
      response.writeHead(hindrance === null ? 200 : 503).end(`${hindrance ?? 'ok'}\n`)
      return true
    },
  }
}
