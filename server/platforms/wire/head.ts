/** What the poll client needs of a reply's head. One object is reused for every reply of a connection. */
export type Head = {
  status: number
  /** Octets of body that follow; -1 where the head does not say. */
  length: number
  chunked: boolean
  /** The platform closes after this reply. */
  close: boolean
  /** `Retry-After` in seconds; -1 where absent or a date. */
  retryAfterSeconds: number
}

export function emptyHead(): Head {
  return { status: 0, length: -1, chunked: false, close: false, retryAfterSeconds: -1 }
}

const CR = 13
const LF = 10
const COLON = 58
const SPACE = 32
const TAB = 9

/**
 * Reads the head in `bytes` from `start` (its status line) to `end` (its blank line) into `head`. False when
 * it is not HTTP/1.x, a line has no colon, or its framing is ambiguous (RFC 9112 section 6.3): two lengths
 * that differ, or a length beside a transfer coding; such a connection can not be trusted any further.
 */
export function readHead(bytes: Buffer, start: number, end: number, head: Head): boolean {
  head.length = -1
  head.chunked = false
  head.retryAfterSeconds = -1
  if (!startsLikeHttp(bytes, start, end) || end - start < 12) return false
  head.close = bytes[start + 7] === 48
  head.status = readDigits(bytes, start + 9, start + 12)
  if (head.status < 100 || head.status > 599 || bytes[start + 8] !== SPACE) return false
  let line = bytes.indexOf(LF, start) + 1
  if (line === 0 || line > end) return true
  while (line < end) {
    let colon = line
    while (colon < end && bytes[colon] !== COLON && bytes[colon] !== LF) colon++
    if (bytes[colon] !== COLON || colon === line || colon >= end) return false
    let stop = colon
    while (stop < end && bytes[stop] !== LF) stop++
    if (!readField(bytes, line, colon, stop < end && bytes[stop - 1] === CR ? stop - 1 : stop, head))
      return false
    line = stop + 1
  }
  return !(head.chunked && head.length >= 0)
}

/** Whether the octets that are there could begin an HTTP/1.x reply. */
export function startsLikeHttp(bytes: Buffer, start: number, end: number): boolean {
  const known = Math.min(7, end - start)
  for (let i = 0; i < known; i++) if (bytes[start + i] !== 'HTTP/1.'.charCodeAt(i)) return false
  return true
}

/** Only four fields matter, told apart by the length of their names first. */
function readField(bytes: Buffer, line: number, colon: number, stop: number, head: Head): boolean {
  const length = colon - line
  if (bytes[line] === SPACE || bytes[line] === TAB) return false
  if (length !== 10 && length !== 11 && length !== 14 && length !== 17) return true
  let from = colon + 1
  while (from < stop && (bytes[from] === SPACE || bytes[from] === TAB)) from++
  while (stop > from && (bytes[stop - 1] === SPACE || bytes[stop - 1] === TAB)) stop--
  if (length === 14 && isName(bytes, line, 'content-length')) {
    const value = readDigits(bytes, from, stop)
    if (value < 0 || (head.length >= 0 && head.length !== value)) return false
    head.length = value
  } else if (length === 17 && isName(bytes, line, 'transfer-encoding')) {
    if (stop - from !== 7 || !isName(bytes, from, 'chunked')) return false
    head.chunked = true
  } else if (length === 10 && isName(bytes, line, 'connection')) {
    if (stop - from === 5 && isName(bytes, from, 'close')) head.close = true
    else if (stop - from === 10 && isName(bytes, from, 'keep-alive')) head.close = false
  } else if (length === 11 && isName(bytes, line, 'retry-after')) {
    head.retryAfterSeconds = readDigits(bytes, from, stop)
  }
  return true
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
