import { createServer } from 'node:net'

// Below the kernels' range of ephemeral ports (32768-60999 on Linux).
const LOWEST = 12_000
const HIGHEST = 31_999
const TRIES = 200

/** `count` different free ports of 127.0.0.1, outside the kernel's own range. */
export async function findPorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  for (let tries = 0; found.size < count; tries++) {
    if (tries > TRIES) throw new Error(`no ${count} free ports between ${LOWEST} and ${HIGHEST} on 127.0.0.1`)
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1))
    if (!found.has(port) && (await isFree(port))) found.add(port)
  }
  return [...found]
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const server = createServer()
    server.once('error', () => answer(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => answer(true)))
  })
}
