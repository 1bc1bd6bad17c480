import { createServer } from 'node:net'
import { StartError } from '../kit/start-error.ts'

/** Throws one line that names port and variable when the port cannot be listened on; 0 is always free. */
export async function requirePort(host: string, port: number, variable: string): Promise<void> {
  if (port === 0) return
  const code = await tryPort(host, port)
  if (code === null) return
  const why: Record<string, string> = {
    EADDRINUSE: 'is taken by another program',
    EACCES: 'may not be opened by this user',
    EADDRNOTAVAIL: 'cannot be opened: this machine does not have that address',
    ENOTFOUND: 'cannot be opened: that host is not known',
  }
  throw new StartError(
    `Port ${port} on ${host} ${why[code] ?? `cannot be opened (${code})`}: set ${variable}`,
  )
}

function tryPort(host: string, port: number): Promise<string | null> {
  return new Promise((answer) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => answer(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => answer(null)))
  })
}
