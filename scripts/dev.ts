import { spawn } from 'node:child_process'
import path from 'node:path'
import { createServer } from 'vite'

/**
 * Development: the product with a restart on every change of server, core or market, and the web app from
 * Vite with hot reload. Open the address that Vite prints; its /api goes to the product's own port.
 */
const ROOT = path.join(import.meta.dirname, '..')
const port = process.env['PORT'] || '8080'
process.env['API_URL'] ??= `http://127.0.0.1:${port}`

const product = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output', 'server/main.ts'],
  { cwd: ROOT, stdio: 'inherit' },
)
const vite = await createServer({ root: path.join(ROOT, 'web'), server: { host: '127.0.0.1' } })
await vite.listen()
vite.printUrls()

let ending = false
async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  // The product first: otherwise its child processes would still be stopping when the terminal is free again.
  if (product.exitCode === null && product.signalCode === null) {
    const ended = new Promise((done) => product.once('exit', done))
    product.kill('SIGTERM')
    await ended
  }
  await vite.close()
  process.exit(code)
}
product.once('exit', (code) => void end(code ?? 1))
// Vite's own handler would end us before the product has stopped.
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0))
