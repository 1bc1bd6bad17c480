import { WebSocket } from 'undici'
import type { Dispatcher } from 'undici'
import type { Clock } from '../../../kit/clock.ts'

export type SocketClusterOptions = {
  /** `wss://host/socketcluster/`. */
  url: string
  clock: Clock
  /** Checks the address that is connected to, and how large a message is. */
  dispatcher: Dispatcher
}

/** What a connection tells. After `lost` it tells nothing more. */
export type ConnectionHandlers = {
  /** The handshake is done: channels may be subscribed to. */
  ready(): void
  subscribed(channel: string): void
  published(channel: string, data: unknown): void
  /** The server takes a channel away: nothing more is published there. */
  kickedOut(channel: string): void
  lost(): void
}

/** One connection that speaks SocketCluster, as far as events need it (ADR 43). */
export type Connection = {
  subscribe(channel: string): void
  unsubscribe(channel: string): void
  /** Without a word to the handlers. */
  close(): void
}

/** Silence before the handshake tells how far apart the server's pings may be. */
const HANDSHAKE_MS = 20_000
const MAX_PING_MS = 120_000
/** Version 2 of the protocol pings with nothing at all, version 1 with a mark. */
const PONGS: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['#1', '#2'],
])

/** Opens a connection. */
export function openConnection(options: SocketClusterOptions, handlers: ConnectionHandlers): Connection {
  const { url, clock, dispatcher } = options
  const socket = new WebSocket(url, { dispatcher })
  const subscribing = new Map<number, string>()
  let handshake: number | null = null
  let calls = 0
  let isOver = false
  let patienceMs = HANDSHAKE_MS
  let stopPatience: (() => void) | null = null

  const end = (): boolean => {
    if (isOver) return false
    isOver = true
    stopPatience?.()
    socket.close()
    return true
  }
  const lose = (): void => {
    if (end()) handlers.lost()
  }
  const send = (event: string, data: unknown): number => {
    socket.send(JSON.stringify({ event, data, cid: ++calls }))
    return calls
  }
  /** A socket that is silent for too long is dead, whatever the network says. */
  const waitAgain = (): void => {
    stopPatience?.()
    stopPatience = clock.after(patienceMs, lose)
  }
  const confirm = ({ rid, data, error }: Message): void => {
    const isRefused = error !== undefined && error !== null
    if (rid === handshake) {
      if (isRefused) return lose()
      patienceMs = readPingMs(data)
      waitAgain()
      handlers.ready()
      return
    }
    const channel = subscribing.get(Number(rid))
    subscribing.delete(Number(rid))
    if (channel !== undefined && !isRefused) handlers.subscribed(channel)
  }
  const read = (text: unknown): void => {
    if (isOver) return
    if (typeof text !== 'string') return lose()
    waitAgain()
    const pong = PONGS.get(text)
    if (pong !== undefined) return socket.send(pong)
    const message = parse(text)
    if (message.rid !== undefined) confirm(message)
    else if (isRecord(message.data)) tell(message.event, message.data)
  }
  const tell = (event: unknown, { channel, data }: Record<string, unknown>): void => {
    if (typeof channel !== 'string') return
    if (event === '#publish') handlers.published(channel, data)
    if (event === '#kickOut') handlers.kickedOut(channel)
  }

  socket.addEventListener('open', () => {
    if (!isOver) handshake = send('#handshake', { authToken: null })
  })
  socket.addEventListener('message', ({ data }) => read(data))
  socket.addEventListener('close', lose)
  socket.addEventListener('error', lose)
  waitAgain()
  return {
    subscribe: (channel) => subscribing.set(send('#subscribe', { channel }), channel),
    unsubscribe: (channel) => send('#unsubscribe', channel),
    close: end,
  }
}

function readPingMs(handshake: unknown): number {
  const said = isRecord(handshake) ? handshake['pingTimeout'] : undefined
  return typeof said === 'number' ? Math.min(MAX_PING_MS, Math.max(HANDSHAKE_MS, said)) : HANDSHAKE_MS
}

type Message = { event?: unknown; data?: unknown; rid?: unknown; error?: unknown }

function parse(text: string): Message {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
