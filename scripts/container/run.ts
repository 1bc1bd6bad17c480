import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/kit/postgres.ts'
import type { Built } from './build.ts'
import { readEnvironment, valueOf } from './dockerfile.ts'

const READY_MS = 60_000
const STOP_MS = 45_000
const OPERATOR = 'operator@drive.example'
const ROLES = ['api', 'bot', 'bot', 'jobs'] as const

type Image = { app: string; env: Record<string, string>; uid: number | null; entrypoint: string[] }
type Running = { name: string; child: ChildProcess; url: string; env: Record<string, string> }

/**
 * Makes the secrets, migrates, invites the operator and runs one app, two bots and jobs as the compose file
 * does: they become live and ready, the health check agrees, nobody can write the image, and all end by
 * themselves on SIGTERM. Throws with the first thing that is otherwise.
 */
export async function runRoles(built: Built, folder: string, say: (line: string) => void): Promise<void> {
  const port = await findPort()
  const settings = { listen_addresses: '127.0.0.1', port: String(port) }
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false, settings })
  const image = openImage(built, folder)
  const running: Running[] = []
  try {
    const shared = await share(folder, port, image)
    await finish(image, ['server/main/admin.ts', 'migrate'], shared)
    say('migrate: done')
    const invited = await finish(
      image,
      ['server/main/admin.ts', 'invite-operator', OPERATOR, '--first'],
      shared,
    )
    if (!/^https:\/\/drive\.example\/#\/password\?ticket=\S+$/m.test(invited))
      throw new Error(`no link for the operator: ${invited}`)
    say('invite: a link for the first operator')
    for (const role of ROLES) running.push(await startRole(image, role, shared))
    for (const one of running) {
      await answers(`${one.url}/live`)
      await answers(`${one.url}/ready`)
      await finish(
        image,
        JSON.parse(valueOf(built.stage, 'HEALTHCHECK').split(' CMD ')[1]!).slice(1),
        one.env,
      )
      say(`${one.name}: live, ready, healthy`)
    }
    await refuseWrites(image)
    await Promise.all(running.map(end))
    say('all of them ended by themselves')
  } finally {
    for (const { child } of running) child.kill('SIGKILL')
    await postgres.stop()
  }
}

function openImage({ stage, root }: Built, folder: string): Image {
  // Only root can become another user; anyone else is one already.
  const uid = process.getuid?.() === 0 ? Number(valueOf(stage, 'USER').split(':')[0]) : null
  const data = path.join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (uid !== null) chownSync(data, uid, uid)
  const app = path.join(root, valueOf(stage, 'WORKDIR'))
  const [node, ...flags] = JSON.parse(valueOf(stage, 'ENTRYPOINT')) as string[]
  const entrypoint = [path.join(root, '/usr/local/bin', node!), ...flags]
  return { app, env: { ...readEnvironment(stage), DATA_DIR: data }, uid, entrypoint }
}

/** What the roles share, as in the compose file: settings as variables, secrets that the image makes. */
async function share(folder: string, port: number, image: Image): Promise<Record<string, string>> {
  const secrets = path.join(folder, 'secrets')
  mkdirSync(secrets, { mode: 0o700 })
  if (image.uid !== null) chownSync(secrets, image.uid, image.uid)
  await finish(image, ['ops/docker/secrets.mjs', secrets], {})
  // The database of this trial asks for no password, at another address.
  writeFileSync(path.join(secrets, 'database_url'), `postgres://madruga@127.0.0.1:${port}/postgres`)
  return {
    DATABASE_URL_FILE: path.join(secrets, 'database_url'),
    KEY_RING_FILE: path.join(secrets, 'key_ring'),
    METRICS_TOKEN_FILE: path.join(secrets, 'metrics_token'),
    PUBLIC_URL: 'https://drive.example',
    TRUST_PROXY: 'on',
    BILLING: 'off',
    BREACHED_PASSWORDS_URL: 'off',
  }
}

async function startRole(image: Image, role: string, shared: Record<string, string>): Promise<Running> {
  const ports = { PORT: String(await findPort()), HEALTH_PORT: String(await findPort()) }
  const running = await start(image, role, ['server/main.ts', `--role=${role}`], { ...shared, ...ports })
  return { ...running, url: `http://127.0.0.1:${role === 'api' ? ports.PORT : ports.HEALTH_PORT}` }
}

async function start(
  image: Image,
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<Running> {
  const child = spawnIn(image, args, env)
  let said = ''
  child.stdout?.on('data', (text) => (said += String(text)))
  child.stderr?.on('data', (text) => (said += String(text)))
  child.once('exit', (code) => code !== 0 && console.error(`${name} ended with ${code}:\n${said}`))
  return { name, child, url: '', env: { ...image.env, ...env } }
}

/** Runs a command of the image to its end, which must be a good one; answers what it printed. */
async function finish(image: Image, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawnIn(image, args, env)
  let said = ''
  let printed = ''
  child.stdout?.on('data', (text) => (printed += String(text)))
  child.stderr?.on('data', (text) => (said += String(text)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`)
  return printed
}

/** The image's own environment alone, as in a container. */
function spawnIn(
  { app, env, uid, entrypoint }: Image,
  args: string[],
  more: Record<string, string>,
): ChildProcess {
  const [node, ...flags] = entrypoint as [string, ...string[]]
  const user = uid === null ? {} : { uid, gid: uid }
  return spawn(node, [...flags, ...args], {
    cwd: app,
    env: { PATH: '/usr/bin:/bin', ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
}

async function answers(url: string): Promise<void> {
  const deadline = performance.now() + READY_MS
  while (performance.now() < deadline) {
    const reply = await fetch(url).catch(() => null)
    if (reply?.ok) return
    await sleep(200)
  }
  throw new Error(`${url} did not say yes within ${READY_MS / 1000} s`)
}

/** The image is read-only for its user: a file anywhere in it is refused. */
async function refuseWrites(image: Image): Promise<void> {
  if (image.uid === null) return
  const attempt = "try { require('fs').writeFileSync('server/x', ''); process.exit(1) } catch {}"
  await finish(image, ['--eval', attempt], {})
}

async function end({ name, child }: Running): Promise<void> {
  const ended = once(child, 'exit') as Promise<[number | null]>
  child.kill('SIGTERM')
  const [code] = await Promise.race([ended, sleep(STOP_MS, [null] as [null], { ref: false })])
  if (code !== 0) throw new Error(`${name} ended with ${code} on SIGTERM`)
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
