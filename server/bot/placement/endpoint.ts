import { createSecureServer, createServer } from 'node:http2'
import type { ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import * as restate from '@restatedev/restate-sdk'
import { SERVER_TLS } from '../../kit/http.ts'
import type { EngineHandlers } from './model.ts'
import { defineServices } from './services.ts'

/** Where the engine calls this worker. */
export type WorkerEndpoint = { url: string; close(): Promise<void> }

/** Where a worker listens for the engine: in the clear without `tls`. */
export type WorkerPlace = { host: string; port: number; tls?: { cert: string; key: string } | null }

/**
 * Serves the engine's calls over HTTP/2. Workers of one machine share a port (the kernel deals connections
 * out). `say` gets the SDK's own warnings and errors.
 */
export async function serveEngine(
  handlers: EngineHandlers,
  { host, port, tls, say }: WorkerPlace & { say: (line: string) => void },
): Promise<WorkerEndpoint> {
  let closing = false
  const answer = restate.createEndpointHandler({
    services: [...defineServices(handlers)],
    logger: ({ level, replaying }, ...message) => {
      // The package's types export the levels, its code does not.
      // While it closes, the SDK finds its streams cut under it: that is how a worker leaves.
      if (!replaying && !closing && String(level) === 'error') say(message.map(String).join(' '))
    },
  })
  const server = tls ? createSecureServer({ ...SERVER_TLS, ...tls }, answer) : createServer(answer)
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => {})
    session.on('close', () => sessions.delete(session))
  })
  server.on('sessionError', () => {})
  await new Promise<void>((ready, failed) => {
    server.once('error', failed)
    server.listen({ host, port, reusePort: true }, ready)
  })
  return {
    url: `${tls ? 'https' : 'http'}://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        closing = true
        server.close(() => done())
        for (const session of sessions) session.destroy()
      }),
  }
}
