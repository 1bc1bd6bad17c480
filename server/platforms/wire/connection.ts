import { connect as connectTcp, isIP } from 'node:net'
import type { Socket, TcpNetConnectOpts } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { GatheredBody, MAX_BODY_BYTES } from './body.ts'
import { emptyHead, readHead, startsLikeHttp } from './head.ts'

const MAX_HEAD_BYTES = 16_384
const READ_BYTES = 262_144
const BLANK_LINE = '\r\n\r\n'

/**
 * Every socket reads into this: a reply is used up in its read callback, or copied out when it is not whole.
 */
const READ_BUFFER = Buffer.allocUnsafeSlow(READ_BYTES)

/** Why an exchange failed, in the bot's words. */
export type WireFault = 'unavailable' | 'unexpected_reply'

/**
 * One request and what becomes of it. Exactly one of `reply` and `failed` is called, once, synchronously in a
 * read or timer.
 */
export type Exchange = {
  /** The whole request, head and body, as latin1. */
  readonly request: string
  readonly timeoutMs: number
  /** May be sent again on a fresh socket if a kept one turns out to be closed; asked at that moment. */
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

/** Where a connection goes. */
export type WireTarget = {
  host: string
  port: number
  tls: boolean
  /** PEM of an authority to trust beside the usual ones. */
  ca: string | undefined
}

/** What the lanes want to know of a connection. */
export type ConnectionOwner = {
  /**
   * Its reply is whole; called before the exchange hears of it, so that an accept may leave on this very
   * socket.
   */
  freed(connection: Connection): void
  /** The exchange has heard of it. */
  reading(): void
  /** It is gone for good. `orphan` = its exchange, not yet told, where the exchange may be sent again. */
  gone(connection: Connection, orphan: Exchange | null): void
}

/** One keep-alive socket with at most one exchange under way. */
export class Connection {
  /** The lanes' tick by which the reply must be whole. */
  deadlineTick = 0
  #socket: Socket
  #owner: ConnectionOwner
  #exchange: Exchange | null = null
  #connected = false
  #replies = 0
  #heardBytes = false
  #head = emptyHead()
  #headBytes: Buffer | null = null
  #body: GatheredBody | null = null
  #problem = ''
  #over = false

  constructor(target: WireTarget, owner: ConnectionOwner) {
    this.#owner = owner
    this.#socket = this.#open(target)
    this.#socket.on('error', (error) => {
      this.#problem = error.message
    })
    this.#socket.on('close', () => this.#closed())
    // Finds hosts that went away without a word while nothing is under way.
    this.#socket.setKeepAlive(true, 30_000)
  }

  #open(target: WireTarget): Socket {
    const options: TcpNetConnectOpts = {
      host: target.host,
      port: target.port,
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
    if (!target.tls) return connectTcp(options, connected)
    const ca = target.ca === undefined ? {} : { ca: target.ca }
    // A name is asked for by name; an address can not be (RFC 6066 section 3).
    const name = isIP(target.host) === 0 ? { servername: target.host } : {}
    return connectTls({ ...options, ...ca, ...name, ALPNProtocols: ['http/1.1'] }, connected)
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
    this.destroy()
    exchange?.failed(fault, this.#connected, detail)
  }

  destroy(): void {
    if (this.#over) return
    this.#over = true
    this.#body = null
    this.#headBytes = null
    this.#socket.destroy()
    this.#owner.gone(this, null)
  }

  #closed(): void {
    if (this.#over) return
    if (this.#body?.endsWithClose && this.#problem === '') {
      this.#head.close = true
      this.#finish(this.#body.bytes, 0, this.#body.size, performance.now())
      return
    }
    this.#over = true
    const exchange = this.#exchange
    this.#exchange = null
    // A kept socket that the platform closed just as it was used again: no sign of a problem, and nothing was
    // answered.
    const again = exchange !== null && exchange.repeatable && this.#replies > 0 && !this.#heardBytes
    this.#owner.gone(this, again ? exchange : null)
    if (!again) exchange?.failed('unavailable', this.#connected, this.#problem || 'connection closed')
  }

  #read(size: number): void {
    if (this.#over) return
    if (this.#exchange === null) {
      this.destroy()
      return
    }
    const at = performance.now()
    this.#heardBytes = true
    if (this.#body !== null) this.#gather(READ_BUFFER, 0, size, at)
    else if (this.#headBytes === null) this.#readHead(READ_BUFFER, 0, size, at)
    else {
      const bytes = Buffer.concat([this.#headBytes, READ_BUFFER.subarray(0, size)])
      this.#headBytes = null
      this.#readHead(bytes, 0, bytes.length, at)
    }
  }

  #readHead(bytes: Buffer, start: number, end: number, at: number): void {
    const blank = bytes.indexOf(BLANK_LINE, start, 'latin1')
    if (blank < 0 || blank + 4 > end) {
      this.#keepPartOfHead(bytes, start, end)
      return
    }
    const head = this.#head
    if (!readHead(bytes, start, blank, head) || head.status === 101) {
      this.fail('unexpected_reply', 'not an HTTP reply')
      return
    }
    const from = blank + 4
    if (head.status < 200) {
      if (from < end) this.#readHead(bytes, from, end, at)
      return
    }
    if (head.status === 204 || head.status === 304) {
      head.length = 0
      head.chunked = false
    }
    if (head.length > MAX_BODY_BYTES) this.fail('unexpected_reply', 'reply over 10 MB')
    else if (head.length >= 0 && end - from >= head.length) {
      if (end - from > head.length) head.close = true
      this.#finish(bytes, from, from + head.length, at)
    } else {
      this.#body = new GatheredBody(head.length, head.chunked)
      if (from < end) this.#gather(bytes, from, end, at)
    }
  }

  #keepPartOfHead(bytes: Buffer, start: number, end: number): void {
    if (end - start > MAX_HEAD_BYTES || !startsLikeHttp(bytes, start, end)) {
      this.fail('unexpected_reply', 'not an HTTP reply')
    } else this.#headBytes = Buffer.from(bytes.subarray(start, end))
  }

  #gather(bytes: Buffer, from: number, to: number, at: number): void {
    const body = this.#body!
    const progress = body.feed(bytes, from, to)
    if (progress === 'malformed') this.fail('unexpected_reply', 'malformed chunks')
    else if (progress === 'too_large') this.fail('unexpected_reply', 'reply over 10 MB')
    else if (progress === 'done') {
      if (from + body.used < to) this.#head.close = true
      this.#finish(body.bytes, 0, body.size, at)
    }
  }

  /**
   * Frees the socket first and tells the exchange second. Octets beyond the reply make the socket unfit for
   * another.
   */
  #finish(bytes: Buffer, start: number, end: number, at: number): void {
    const exchange = this.#exchange
    const { status, close, retryAfterSeconds } = this.#head
    this.#exchange = null
    this.#body = null
    this.#replies++
    if (close) this.destroy()
    else this.#owner.freed(this)
    exchange?.reply(status, bytes, start, end, at, retryAfterSeconds)
    this.#owner.reading()
  }
}
