import { connect as connectTcp, isIP } from 'node:net'
import type { Socket, TcpNetConnectOpts } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Clock } from '../../../kit/clock.ts'
import { ReplyReader } from './reply.ts'

/** Interval of checking time-outs, which is their precision. */
const SWEEP_MS = 100
const READ_BYTES = 262_144

/**
 * Shared read buffer of all sockets: a reply is used up in its read callback, or copied if it is not whole.
 */
const READ_BUFFER = Buffer.allocUnsafeSlow(READ_BYTES)

/** Why an exchange failed, as a trouble of the bot. */
export type WireFault = 'unavailable' | 'unexpected_reply'

/**
 * One request and its handlers. Exactly one of `reply` and `failed` is called, once, synchronously in a read
 * or timer.
 */
export type Exchange = {
  /** The whole request, head and body, as latin1. */
  readonly request: string
  readonly timeoutMs: number
  /**
   * Whether it may be sent again on a fresh socket when a kept one turns out to be closed; called at that
   * moment.
   */
  readonly repeatable: boolean
  /**
   * `bytes` from `start` to `end` is the body; it is overwritten after this call. `receivedAtMs` is
   * performance.now().
   */
  reply(
    status: number,
    bytes: Buffer,
    start: number,
    end: number,
    receivedAtMs: number,
    retryAfterSeconds: number,
  ): void
  /** `sent` = the request may have reached the platform. */
  failed(fault: WireFault, sent: boolean, detail: string): void
}

export type ConnectionPoolOptions = {
  host: string
  port: number
  tls: boolean
  /** PEM of an authority to trust beside the usual ones. */
  ca: string | undefined
  connections: number
  reserved: number
  clock: Clock
}

/** All keep-alive sockets to one host, shared by every feed. */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions
  readonly #open = new Set<Connection>()
  /** Free sockets, the one that rested longest first. */
  readonly #idle: Connection[] = []
  readonly #waiting: { exchange: Exchange; deadlineTick: number }[] = []
  #tick = 0
  #resent = 0
  #sweeping = false
  #closed = false

  constructor(options: ConnectionPoolOptions) {
    this.#options = options
  }

  /**
   * Sends now, or, for polls only, when a socket comes free. Polls take the socket that rested longest, so
   * that all stay warm, and never the last `reserved` free ones; an urgent exchange takes the one that
   * answered last, or opens a further one.
   */
  send(exchange: Exchange, urgent: boolean): void {
    if (this.#closed) {
      exchange.failed('unavailable', false, 'closed')
      return
    }
    const connection = urgent
      ? (this.#idle.pop() ?? new Connection(this.#options, this))
      : this.#pollConnection()
    if (connection !== null) this.#start(connection, exchange)
    else this.#waiting.push({ exchange, deadlineTick: this.#deadlineOf(exchange) })
  }

  /** Withdraws an exchange that waits for a socket, without calling it; one that was sent stays. */
  withdraw(exchange: Exchange): void {
    const at = this.#waiting.findIndex((one) => one.exchange === exchange)
    if (at >= 0) this.#waiting.splice(at, 1)
  }

  figures(): { open: number; idle: number; waiting: number; resent: number } {
    const [open, idle, waiting] = [this.#open.size, this.#idle.length, this.#waiting.length]
    return { open, idle, waiting, resent: this.#resent }
  }

  /** Ends every socket; what is under way fails as unavailable. */
  close(): void {
    this.#closed = true
    for (const one of this.#waiting.splice(0)) one.exchange.failed('unavailable', false, 'closed')
    for (const connection of this.#open) connection.fail('unavailable', 'closed')
  }

  /** A reply is whole; called before its exchange gets it, so that an accept may leave on this socket. */
  freed(connection: Connection): void {
    this.#idle.push(connection)
  }

  /** Sends what waits for a socket, after the exchange of a reply was called. */
  pump(): void {
    while (this.#waiting.length > 0) {
      const connection = this.#pollConnection()
      if (connection === null) return
      this.#start(connection, this.#waiting.shift()!.exchange)
    }
  }

  /** A connection is closed. `orphan` = its exchange, not called yet, if it may be sent again. */
  gone(connection: Connection, orphan: Exchange | null): void {
    this.#open.delete(connection)
    const at = this.#idle.indexOf(connection)
    if (at >= 0) this.#idle.splice(at, 1)
    if (orphan !== null) {
      this.#resent++
      this.#start(new Connection(this.#options, this), orphan)
    } else if (this.#waiting.length > 0) queueMicrotask(() => this.pump())
  }

  #start(connection: Connection, exchange: Exchange): void {
    this.#open.add(connection)
    connection.deadlineTick = this.#deadlineOf(exchange)
    connection.send(exchange)
    if (this.#sweeping) return
    this.#sweeping = true
    this.#options.clock.after(SWEEP_MS, () => this.#sweep())
  }

  #deadlineOf(exchange: Exchange): number {
    return this.#tick + Math.max(1, Math.floor(exchange.timeoutMs / SWEEP_MS))
  }

  #pollConnection(): Connection | null {
    if (this.#idle.length > this.#options.reserved) return this.#idle.shift()!
    return this.#open.size < this.#options.connections ? new Connection(this.#options, this) : null
  }

  #sweep(): void {
    this.#tick++
    const late = this.#waiting.filter((one) => this.#tick >= one.deadlineTick)
    for (const one of late) {
      this.#waiting.splice(this.#waiting.indexOf(one), 1)
      one.exchange.failed('unavailable', false, 'no free connection in time')
    }
    let busy = false
    for (const connection of this.#open) {
      if (!connection.busy) continue
      if (this.#tick >= connection.deadlineTick) connection.fail('unavailable', 'no answer in time')
      else busy = true
    }
    this.#sweeping = !this.#closed && (busy || this.#waiting.length > 0)
    if (this.#sweeping) this.#options.clock.after(SWEEP_MS, () => this.#sweep())
  }
}

/** One keep-alive socket with at most one exchange under way. */
class Connection {
  /** The pool's tick by which the reply must be whole. */
  deadlineTick = 0
  readonly #pool: ConnectionPool
  readonly #socket: Socket
  readonly #reader = new ReplyReader()
  #exchange: Exchange | null = null
  #connected = false
  #replies = 0
  #heardBytes = false
  #problem = ''
  #over = false

  constructor(options: ConnectionPoolOptions, pool: ConnectionPool) {
    this.#pool = pool
    this.#socket = this.#open(options)
    this.#socket.on('error', (error) => {
      this.#problem = error.message
    })
    this.#socket.on('close', () => this.#closed())
    // Detects hosts that disappeared silently while nothing is under way.
    this.#socket.setKeepAlive(true, 30_000)
  }

  #open({ host, port, tls, ca }: ConnectionPoolOptions): Socket {
    const options: TcpNetConnectOpts = {
      host,
      port,
      noDelay: true,
      onread: {
        buffer: READ_BUFFER,
        callback: (size) => {
          this.#read(size)
          return true
        },
      },
    }
    const connected = () => {
      this.#connected = true
    }
    if (!tls) return connectTcp(options, connected)
    const trust = ca === undefined ? {} : { ca }
    // Server names must be host names, not addresses (RFC 6066 section 3).
    const name = isIP(host) === 0 ? { servername: host } : {}
    return connectTls({ ...options, ...trust, ...name, ALPNProtocols: ['http/1.1'] }, connected)
  }

  get busy(): boolean {
    return this.#exchange !== null
  }

  send(exchange: Exchange): void {
    this.#exchange = exchange
    this.#heardBytes = false
    this.#socket.write(exchange.request, 'latin1')
  }

  /** Ends the exchange and the socket. */
  fail(fault: WireFault, detail: string): void {
    const exchange = this.#exchange
    this.#exchange = null
    this.#destroy()
    exchange?.failed(fault, this.#connected, detail)
  }

  #destroy(): void {
    if (this.#over) return
    this.#over = true
    this.#reader.forget()
    this.#socket.destroy()
    this.#pool.gone(this, null)
  }

  #closed(): void {
    if (this.#over) return
    if (this.#problem === '' && this.#reader.endByClose()) {
      this.#finish(performance.now())
      return
    }
    this.#over = true
    const exchange = this.#exchange
    this.#exchange = null
    // A kept socket that the platform closed just as it was used again: no sign of a problem, and nothing was
    // answered.
    const again = exchange !== null && exchange.repeatable && this.#replies > 0 && !this.#heardBytes
    this.#pool.gone(this, again ? exchange : null)
    if (!again) exchange?.failed('unavailable', this.#connected, this.#problem || 'connection closed')
  }

  #read(size: number): void {
    if (this.#over) return
    if (this.#exchange === null) {
      this.#destroy()
      return
    }
    const at = performance.now()
    this.#heardBytes = true
    const progress = this.#reader.feed(READ_BUFFER, size)
    if (progress === 'done') this.#finish(at)
    else if (progress !== 'more') this.fail('unexpected_reply', progress)
  }

  /** Frees the socket first and calls the exchange second. */
  #finish(at: number): void {
    const exchange = this.#exchange
    const { status, bytes, start, end, close, retryAfterSeconds } = this.#reader
    this.#exchange = null
    this.#reader.forget()
    this.#replies++
    if (close) this.#destroy()
    else this.#pool.freed(this)
    exchange?.reply(status, bytes, start, end, at, retryAfterSeconds)
    this.#pool.pump()
  }
}
