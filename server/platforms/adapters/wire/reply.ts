import { GatheredBody, MAX_BODY_BYTES } from './body.ts'

const MAX_HEAD_BYTES = 16_384
const BLANK_LINE = '\r\n\r\n'
const NOTHING = Buffer.alloc(0)

const CR = 13
const LF = 10
const COLON = 58
const SPACE = 32
const TAB = 9

/** The result of feeding octets: still waiting, whole, or what is wrong with them. */
export type ReplyProgress = 'more' | 'done' | 'not an HTTP reply' | 'malformed chunks' | 'reply over 10 MB'

/** Reads the HTTP/1.x replies of one connection, one after the other, without an object a reply. */
export class ReplyReader {
  status = 0
  /** The connection serves no further exchange: the platform closes it, or octets followed the reply. */
  close = false
  /** `Retry-After` in seconds; -1 where absent or a date. */
  retryAfterSeconds = -1
  /** The body, once the reply is whole: these octets from `start` to `end`. */
  bytes: Buffer = NOTHING
  start = 0
  end = 0
  /** Octets of body that follow the head; -1 if the head gives no length. */
  #length = -1
  #chunked = false
  #partOfHead: Buffer | null = null
  #body: GatheredBody | null = null

  /** Takes the octets of one read: `bytes` up to `size`, which may be overwritten afterwards. */
  feed(bytes: Buffer, size: number): ReplyProgress {
    if (this.#body !== null) return this.#gather(this.#body, bytes, 0, size)
    if (this.#partOfHead === null) return this.#read(bytes, 0, size)
    const whole = Buffer.concat([this.#partOfHead, bytes.subarray(0, size)])
    this.#partOfHead = null
    return this.#read(whole, 0, whole.length)
  }

  /** The platform has closed: true if that completes a body without an announced length. */
  endByClose(): boolean {
    const body = this.#body
    if (!body?.endsWithClose) return false
    this.close = true
    this.#finish(body.bytes, 0, body.size)
    return true
  }

  /** Releases the octets; the next feed begins another reply. */
  forget(): void {
    this.#body = null
    this.#partOfHead = null
    this.bytes = NOTHING
  }

  #read(bytes: Buffer, start: number, end: number): ReplyProgress {
    const blank = bytes.indexOf(BLANK_LINE, start, 'latin1')
    if (blank < 0 || blank + 4 > end) {
      if (end - start > MAX_HEAD_BYTES || !startsLikeHttp(bytes, start, end)) return 'not an HTTP reply'
      this.#partOfHead = Buffer.from(bytes.subarray(start, end))
      return 'more'
    }
    if (!this.#readHead(bytes, start, blank) || this.status === 101) return 'not an HTTP reply'
    const from = blank + 4
    if (this.status < 200) return from < end ? this.#read(bytes, from, end) : 'more'
    if (this.status === 204 || this.status === 304) {
      this.#length = 0
      this.#chunked = false
    }
    return this.#readBody(bytes, from, end)
  }

  #readBody(bytes: Buffer, from: number, end: number): ReplyProgress {
    const length = this.#length
    if (length > MAX_BODY_BYTES) return 'reply over 10 MB'
    if (length >= 0 && end - from >= length) {
      if (end - from > length) this.close = true
      return this.#finish(bytes, from, from + length)
    }
    this.#body = new GatheredBody(length, this.#chunked)
    return from < end ? this.#gather(this.#body, bytes, from, end) : 'more'
  }

  #gather(body: GatheredBody, bytes: Buffer, from: number, to: number): ReplyProgress {
    const progress = body.feed(bytes, from, to)
    if (progress === 'malformed') return 'malformed chunks'
    if (progress === 'too_large') return 'reply over 10 MB'
    if (progress === 'more') return 'more'
    if (from + body.used < to) this.close = true
    return this.#finish(body.bytes, 0, body.size)
  }

  #finish(bytes: Buffer, start: number, end: number): 'done' {
    this.bytes = bytes
    this.start = start
    this.end = end
    return 'done'
  }

  /**
   * Reads the head from `start` (its status line) to `end` (its blank line). False when it is not HTTP/1.x, a
   * line has no colon, or its framing is ambiguous (RFC 9112 section 6.3): two lengths that differ, or a
   * length beside a transfer coding; such a connection can not be trusted any further.
   */
  #readHead(bytes: Buffer, start: number, end: number): boolean {
    this.#length = -1
    this.#chunked = false
    this.retryAfterSeconds = -1
    if (!startsLikeHttp(bytes, start, end) || end - start < 12) return false
    this.close = bytes[start + 7] === 48
    this.status = readDigits(bytes, start + 9, start + 12)
    if (this.status < 100 || this.status > 599 || bytes[start + 8] !== SPACE) return false
    const line = bytes.indexOf(LF, start) + 1
    if (line === 0 || line > end) return true
    return this.#readFields(bytes, line, end) && !(this.#chunked && this.#length >= 0)
  }

  #readFields(bytes: Buffer, from: number, end: number): boolean {
    let line = from
    while (line < end) {
      const colon = findColon(bytes, line, end)
      if (colon < 0 || isBlank(bytes[line])) return false
      let stop = colon
      while (stop < end && bytes[stop] !== LF) stop++
      const hasReturn = stop < end && bytes[stop - 1] === CR
      if (!this.#readField(bytes, line, colon, hasReturn ? stop - 1 : stop)) return false
      line = stop + 1
    }
    return true
  }

  /** Only four fields matter, told apart by the length of their names first. */
  #readField(bytes: Buffer, line: number, colon: number, stop: number): boolean {
    const length = colon - line
    if (length !== 10 && length !== 11 && length !== 14 && length !== 17) return true
    const from = skipBlanks(bytes, colon + 1, stop)
    const to = dropBlanks(bytes, from, stop)
    if (length === 14) return !isName(bytes, line, 'content-length') || this.#readLength(bytes, from, to)
    if (length === 17) return !isName(bytes, line, 'transfer-encoding') || this.#readCoding(bytes, from, to)
    if (length === 10) this.#readConnection(bytes, line, from, to)
    else if (isName(bytes, line, 'retry-after')) this.retryAfterSeconds = readDigits(bytes, from, to)
    return true
  }

  #readConnection(bytes: Buffer, line: number, from: number, to: number): void {
    if (!isName(bytes, line, 'connection')) return
    if (isValue(bytes, from, to, 'close')) this.close = true
    else if (isValue(bytes, from, to, 'keep-alive')) this.close = false
  }

  #readCoding(bytes: Buffer, from: number, to: number): boolean {
    this.#chunked = isValue(bytes, from, to, 'chunked')
    return this.#chunked
  }

  #readLength(bytes: Buffer, from: number, to: number): boolean {
    const value = readDigits(bytes, from, to)
    if (value < 0 || (this.#length >= 0 && this.#length !== value)) return false
    this.#length = value
    return true
  }
}

/** Where the name of the field that begins at `line` ends; -1 where it has none. */
function findColon(bytes: Buffer, line: number, end: number): number {
  let colon = line
  while (colon < end && bytes[colon] !== COLON && bytes[colon] !== LF) colon++
  return bytes[colon] === COLON && colon > line && colon < end ? colon : -1
}

function skipBlanks(bytes: Buffer, start: number, to: number): number {
  let from = start
  while (from < to && isBlank(bytes[from])) from++
  return from
}

function dropBlanks(bytes: Buffer, from: number, stop: number): number {
  let to = stop
  while (to > from && isBlank(bytes[to - 1])) to--
  return to
}

function isBlank(octet: number | undefined): boolean {
  return octet === SPACE || octet === TAB
}

/** Whether the octets that are there could begin an HTTP/1.x reply. */
function startsLikeHttp(bytes: Buffer, start: number, end: number): boolean {
  const known = Math.min(7, end - start)
  for (let i = 0; i < known; i++) if (bytes[start + i] !== 'HTTP/1.'.charCodeAt(i)) return false
  return true
}

function isValue(bytes: Buffer, from: number, to: number, value: string): boolean {
  return to - from === value.length && isName(bytes, from, value)
}

/** Compares letters without regard to case; `name` is in lower case. */
function isName(bytes: Buffer, at: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if ((bytes[at + i]! | 32) !== name.charCodeAt(i)) return false
  return true
}

/** A decimal number of at most 15 digits; -1 when it is anything else. */
function readDigits(bytes: Buffer, from: number, to: number): number {
  if (to <= from || to - from > 15) return -1
  let value = 0
  for (let i = from; i < to; i++) {
    const digit = bytes[i]! - 48
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}
