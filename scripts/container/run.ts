import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres } from '../../server/kit/postgres.ts'
import type { Postgres } from '../../server/kit/postgres.ts'
import { parse } from 'yaml'

// A busy machine takes long to load a role.
const READY_MS = 180_000
const STOP_MS = 45_000
const ROLES = ['api', 'bot-1', 'bot-2', 'jobs'] as const

/** A built image: its files, and how its containers start. */
export type Image = {
  root: string
  app: string
  /** `uid:gid` */
  user: string
  /** `NAME=value` */
  env: string[]
  entrypoint: string[]
  /** The arguments of the image's Node. */
  healthcheck: string[]
}

type Running = { name: string; child: ChildProcess; url: string; env: Record<string, string> }
type Trial = { image: Image; secrets: string; containers: Record<string, Container> }

/**
 * Runs what the compose file runs, with its two values alone: secrets, database, migration, the operator's
 * invitation, one app, two bots and jobs. They become live and ready, the health check agrees, no one can
 * write the image, a member wins a shift in a browser, and all end by themselves on SIGTERM. Throws with the
 * first thing that is otherwise.
 */
export async function runRoles(image: Image, folder: string, say: (line: string) => void): Promise<void> {
  const trial: Trial = { image, secrets: path.join(folder, 'secrets'), containers: readContainers() }
  await makeSecrets(trial)
  const postgres = await startDatabase(trial, folder)
  const running: Running[] = []
  try {
    await runContainer(trial, 'migrate')
    say('migrate: done')
    const invited = await runContainer(trial, 'invite')
    const [link] = /^https:\/\/drive\.example\/#\/password\?ticket=\S+$/m.exec(invited) ?? []
    if (link === undefined) throw new Error(`no link for the operator: ${invited}`)
    say('invite: a link for the first operator')
    for (const name of ROLES) {
      const began = performance.now()
      const role = await startRole(trial, name)
      running.push(role)
      await answers(`${role.url}/live`)
      await answers(`${role.url}/ready`)
      const seconds = ((performance.now() - began) / 1_000).toFixed(1)
      await finish(trial, image.healthcheck, role.env)
      say(`${name}: live and ready after ${seconds} s, healthy`)
    }
    await refuseWrites(trial)
    await liveFirstHour(image, running[0]!.url, link)
    say('a member won a shift, without a market, a card or a dollar')
    await Promise.all(running.map(end))
    say('all of them ended by themselves')
  } finally {
    for (const { child } of running) child.kill('SIGKILL')
    await postgres.stop()
  }
}

async function makeSecrets(trial: Trial): Promise<void> {
  mkdirSync(trial.secrets, { mode: 0o700 })
  const [uid = 0, gid = 0] = trial.image.user.split(':').map(Number)
  chownSync(trial.secrets, uid, gid)
  await runContainer(trial, 'secrets')
}

/** A PostgreSQL as the compose file wants it: its database, and its user with the password of the secrets. */
async function startDatabase({ secrets, containers }: Trial, folder: string): Promise<Postgres> {
  const port = String(await findPort())
  const access = path.join(folder, 'access.conf')
  writeFileSync(access, 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n')
  const settings = { listen_addresses: '127.0.0.1', port, hba_file: access }
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false, settings })
  const { POSTGRES_DB: name, POSTGRES_USER: user } = containers['postgres']!.environment
  const read = (secret: string) => readFileSync(path.join(secrets, secret), 'utf8').trim()
  const client = new Client(postgres.url.replace('@localhost/', `@localhost:${port}/`))
  await client.connect()
  await client.query(`create database ${name}`)
  await client.query(`alter role ${user} password '${read('database_password')}'`)
  await client.end()
  // All containers share the address of this machine.
  const url = read('database_url').replace('@postgres:5432/', `@127.0.0.1:${port}/`)
  writeFileSync(path.join(secrets, 'database_url'), url)
  return postgres
}

/** The operator's and a member's first hour, in a browser. */
async function liveFirstHour(image: Image, app: string, link: string): Promise<void> {
  if (existsSync(path.join(image.root, image.app, 'simulator/market.ts')))
    throw new Error('the image holds the market')
  const journey = spawn(process.execPath, ['e2e/first-hour.ts', app, link], {
    cwd: path.join(import.meta.dirname, '../..'),
    stdio: 'inherit',
  })
  const [code] = (await once(journey, 'exit')) as [number | null]
  if (code !== 0) throw new Error('no member won a shift')
}

async function startRole(trial: Trial, name: string): Promise<Running> {
  const { command = [], environment } = trial.containers[name]!
  const env = { ...environment, PORT: String(await findPort()), HEALTH_PORT: String(await findPort()) }
  const child = spawnIn(trial, command, env)
  let output = ''
  child.stdout?.on('data', (text) => (output += String(text)))
  child.stderr?.on('data', (text) => (output += String(text)))
  child.once('exit', (code) => code !== 0 && console.error(`${name} ended with ${code}:\n${output}`))
  return { name, child, url: `http://127.0.0.1:${name === 'api' ? env.PORT : env.HEALTH_PORT}`, env }
}

async function runContainer(trial: Trial, name: string): Promise<string> {
  const { command = [], environment } = trial.containers[name]!
  return await finish(trial, command, environment)
}

/** Runs a command of the image to its end, which must be a good one; answers what it printed. */
async function finish(trial: Trial, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawnIn(trial, args, env)
  let printed = ''
  let complaint = ''
  child.stdout?.on('data', (text) => (printed += String(text)))
  child.stderr?.on('data', (text) => (complaint += String(text)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${complaint}`)
  return printed
}

/**
 * A process in the image as in a container of the compose file: its files alone, which cannot be written,
 * temporary ones in memory, the shared secrets, its user, and no variable but its own.
 */
function spawnIn({ image, secrets }: Trial, args: string[], env: Record<string, string>): ChildProcess {
  const { root, user, app } = image
  const [uid, gid] = user.split(':')
  const inside = (place: string) => path.join(root, place)
  const mounts = [
    ['--bind', root, root],
    ['-t', 'proc', 'proc', inside('proc')],
    ['--rbind', '/dev', inside('dev')],
    ['-t', 'tmpfs', '-o', 'mode=1777,size=64m', 'tmpfs', inside('tmp')],
    ['-t', 'tmpfs', '-o', `uid=${uid},gid=${gid},mode=0700,size=64m`, 'tmpfs', inside('data')],
    ['--bind', secrets, inside('secrets')],
    ['-o', 'remount,bind,ro', root],
  ]
  const script = `set -e\n${mounts.map((words) => `mount ${words.join(' ')}`).join('\n')}
exec chroot --userspec=${user} ${root} sh -c 'cd ${app} && exec "$@"' sh "$@"`
  return spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...image.entrypoint, ...args], {
    env: { ...Object.fromEntries(image.env.map((pair) => pair.split(/=(.*)/s, 2))), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function answers(url: string): Promise<void> {
  const deadline = performance.now() + READY_MS
  while (performance.now() < deadline) {
    const reply = await fetch(url).catch(() => null)
    if (reply?.ok) return
    await sleep(50)
  }
  throw new Error(`${url} did not say yes within ${READY_MS / 1000} s`)
}

/** The image is read-only for its user: a file anywhere in it is refused, for that reason. */
async function refuseWrites(trial: Trial): Promise<void> {
  const attempt =
    "try { require('fs').writeFileSync('server/x', ''); process.exit(1) } catch ({ code }) { process.exit(code === 'EROFS' ? 0 : 2) }"
  await finish(trial, ['--eval', attempt], {})
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

/** The two values that the compose file asks for. */
const VALUES: Record<string, string> = { SITE: 'drive.example', OPERATOR_EMAIL: 'operator@drive.example' }

/** A service of the compose file. The image of another one knows its own command. */
type Container = { command?: string[]; environment: Record<string, string> }

/** The services of the compose file, with its two values filled in, and its defaults for all others. */
function readContainers(): Record<string, Container> {
  const file = path.join(import.meta.dirname, '../../ops/docker/compose.yaml')
  const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as {
    services: Record<string, Container>
  }
  return mapTexts(services, fillIn) as Record<string, Container>
}

/** `${NAME}`, `${NAME:?why}` and `${NAME:-default}`, whose default may be another of them. */
function fillIn(text: string): string {
  return text.replaceAll(/\$\{(\w+)(?::([?-])((?:[^{}]|\$\{[^}]*\})*))?\}/g, (_, name, sign, rest) => {
    const value = VALUES[name] ?? (sign === '-' ? fillIn(rest) : undefined)
    if (value === undefined) throw new Error(`the compose file asks for ${name}`)
    return value
  })
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]))
}
