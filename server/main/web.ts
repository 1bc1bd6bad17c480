import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../kit/start-error.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Builds the web app when it is missing or older than its sources, in its own process, whose memory is
 * freed afterwards. A release carries the built app without its sources: nothing is done.
 */
export async function buildWeb(say: (line: string) => void): Promise<void> {
  if (!existsSync(join(ROOT, 'web/vite.config.ts')) && existsSync(join(ROOT, 'web/dist/index.html'))) return
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/build.ts', '--tied'],
    {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  let said = ''
  child.stdout.on('data', (text) => (said += String(text)))
  child.stderr.on('data', (text) => (said += String(text)))
  const code = await new Promise((done) => {
    child.once('exit', done)
    child.once('error', (error) => done(error.message))
  })
  const last = said.trim().split('\n').at(-1) ?? ''
  if (code !== 0) throw new StartError(last || `The web app does not build (${String(code)})`)
  if (last !== '') say(last)
}
