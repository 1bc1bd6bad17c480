import type { Server as HttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import type { Market } from '../market.ts'
import { enterFastLane } from './fast-lane.ts'

/**
 * Listens for connections. Each begins in the fast lane, which answers plain searches; with its first other
 * request it moves to the HTTP server permanently.
 */
export async function listenOn(
  http: HttpServer,
  host: string,
  port: number,
  getMarket: () => Market,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client may disconnect at any moment; 'close' follows and nothing else is needed.
    socket.on('error', () => socket.destroy())
    enterFastLane(getMarket(), socket, () => http.emit('connection', socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      http.close()
      await closed
    },
  }
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error
  const reason = error.code === 'EADDRINUSE' ? 'is taken' : 'may not be opened by this user'
  const plain = new Error(`the market's port ${host}:${port} ${reason}; choose another with MARKET_PORT`)
  return Object.assign(plain, { code: error.code })
}
