import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ATTACK_BODY } from './model.ts'
import type { Attack, AttackReport } from './model.ts'

/**
 * The attacker, in its own process: runs one attack against this machine for a given time, reports the
 * answers, and exits. Also bounded in count, and refuses any other host.
 */

const PER_SECOND: Record<Exclude<Attack['kind'], 'readers'>, number> = { json: 5, passwords: 50 }
const READERS = 1_000
/** Requests that each reader sends at once without reading an answer. */
const PIPELINED = 3
const READER_ADDRESSES = 10
/** Sign-ins from one address, fewer than its limit. */
const TRIES_AN_ADDRESS = 20

const answered = new Map<string, number>()
const count = (what: string) => answered.set(what, (answered.get(what) ?? 0) + 1)

process.once('message', (attack: Attack) => {
  run(attack).then(
    () => {
      const report: AttackReport = { answered: Object.fromEntries(answered) }
      process.send?.(report, () => process.exit(0))
    },
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function run(attack: Attack): Promise<void> {
  if (new URL(attack.url).hostname !== '127.0.0.1') throw new Error('only this machine is attacked')
  if (attack.kind === 'readers') await holdReaders(attack)
  else await flood(attack, PER_SECOND[attack.kind])
}

/** Sends at a constant rate regardless of the answers, as attackers do. */
async function flood(attack: Attack, perSecond: number): Promise<void> {
  const total = Math.round((attack.ms / 1000) * perSecond)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const visitor = await visit(attack.url)
  const sent: Promise<void>[] = []
  for (let turn = 0; turn < total; turn++) {
    const body = attack.kind === 'json' ? ATTACK_BODY : passwordBody(attack, turn)
    const path = attack.kind === 'json' ? '/api/accounts/codes/check' : '/api/accounts/sign-in'
    const from = attack.kind === 'json' ? null : addressOf(attack.round, Math.floor(turn / TRIES_AN_ADDRESS))
    sent.push(post(attack.url + path, body, visitor, from === null ? { agent } : { localAddress: from }))
    await sleep(1000 / perSecond)
  }
  await Promise.race([Promise.all(sent), sleep(10_000)])
  agent.destroy()
}

function passwordBody({ round }: Attack, turn: number): Buffer {
  const email = `nobody-${round}-${turn}@example.com`
  return Buffer.from(JSON.stringify({ email, password: `guess ${turn}` }))
}

/** A separate address for each round: loopback is a whole network. */
function addressOf(round: number, index: number): string {
  return `127.${10 + round}.${1 + Math.floor(index / 200)}.${1 + (index % 200)}`
}

type Visitor = { cookie: string; token: string }

async function visit(url: string): Promise<Visitor> {
  const reply = await fetch(`${url}/api/accounts/session`)
  const pairs = reply.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const token = pairs.find((pair) => pair.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  return { cookie: pairs.join('; '), token }
}

function post(
  url: string,
  body: Buffer,
  { cookie, token }: Visitor,
  by: { agent: Agent } | { localAddress: string },
): Promise<void> {
  return new Promise((resolve) => {
    const headers = {
      cookie,
      'x-xsrf-token': token,
      'content-type': 'application/json',
      'content-length': body.length,
    }
    const asked = request(url, { method: 'POST', headers, ...by }, (reply) => {
      count(String(reply.statusCode))
      reply.resume().once('close', resolve)
    })
    asked.once('error', (error: NodeJS.ErrnoException) => {
      count(error.code ?? 'error')
      resolve()
    })
    asked.end(body)
  })
}

/** Requests the largest public answer repeatedly, and reads nothing. */
async function holdReaders({ url, ms, round }: Attack): Promise<void> {
  const ask = 'GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(PIPELINED)
  const port = Number(new URL(url).port)
  const held: Socket[] = []
  for (let index = 0; index < READERS; index++) {
    const localAddress = addressOf(round, index % READER_ADDRESSES)
    const socket = connect({ host: '127.0.0.1', port, localAddress }, () => {
      count('connected')
      socket.write(ask)
    })
    socket.pause()
    socket.once('error', () => count('refused'))
    held.push(socket)
    if (index % 10 === 0) await sleep(20)
  }
  await sleep(ms)
  for (const socket of held) socket.destroy()
}
