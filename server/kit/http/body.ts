import type { IncomingMessage } from 'node:http'

/** Limits of a body: a maximum number of bytes, as long as `takeBytes` grants the sender some. */
export type BodyLimits = {
  limitBytes: number
  /**
   * Counts the bytes of a body before it is processed; returns how long to wait (ms) if there were too many.
   */
  takeBytes(bytes: number): Promise<number | null>
}

/** Why a body was rejected. */
export type BodyRefusal =
  | { refused: 'too_large' | 'not_json' | 'malformed' }
  | { refused: 'too_many'; waitMs: number }

/**
 * Reads a JSON body within limits; `undefined` if there is none. A body that is too large is rejected by its
 * announced length before a byte is read, or as soon as it exceeds the limit.
 */
export async function readJson(
  request: IncomingMessage,
  limits: BodyLimits,
): Promise<{ body: unknown } | BodyRefusal> {
  const read = await readBytes(request, limits)
  if ('refused' in read) return read
  const { bytes } = read
  if (bytes.length === 0) return { body: undefined }
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return { refused: 'not_json' }
  try {
    return { body: parseText(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { refused: 'malformed' }
  }
}

/** Reads a raw body within the same limits. */
export async function readBytes(
  request: IncomingMessage,
  { limitBytes, takeBytes }: BodyLimits,
): Promise<{ bytes: Buffer } | BodyRefusal> {
  const announced = Number(request.headers['content-length'] ?? 0)
  const bytes = announced > limitBytes ? null : await collect(request, limitBytes)
  if (bytes === null) {
    // The rest of a rejected body is discarded as it arrives, so that the caller can read the reason; the
    // server's request time-out bounds that.
    request.resume()
    return { refused: 'too_large' }
  }
  const waitMs = bytes.length > 0 ? await takeBytes(bytes.length) : null
  return waitMs === null ? { bytes } : { refused: 'too_many', waitMs }
}

/**
 * All bytes of a stream, or null as soon as there are too many. Does not use its iterator: leaving one early
 * destroys the stream.
 */
function collect(request: IncomingMessage, limitBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      request.off('data', take).off('end', finish).off('error', reject).off('close', breakOff)
      settle()
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > limitBytes) end(() => resolve(null))
      else chunks.push(chunk)
    }
    const finish = () => end(() => resolve(Buffer.concat(chunks)))
    const breakOff = () => end(() => reject(new Error('the connection broke within a body')))
    request.on('data', take).on('end', finish).on('error', reject).on('close', breakOff)
  })
}

/** Parses JSON and rejects what no database stores as text: NUL and lone surrogates. */
function parseText(text: string): unknown {
  refuseUnstorable(text)
  return JSON.parse(text)
}

const ESCAPE_LENGTH = 6

/**
 * Scans only the escapes, once: text decoded from UTF-8 has a lone surrogate only in an escape. (A reviver
 * would be called for every value, which took a fifth of a second per megabyte.) Throws for NUL and lone
 * surrogates.
 */
function refuseUnstorable(text: string): void {
  let at = text.indexOf('\\')
  while (at !== -1) {
    const unit = unitAt(text, at)
    if (unit === 0 || isLow(unit)) throw new SyntaxError('text')
    if (isHigh(unit)) {
      at += ESCAPE_LENGTH
      if (!isLow(unitAt(text, at))) throw new SyntaxError('text')
    }
    at = text.indexOf('\\', at + (unit === null ? 2 : ESCAPE_LENGTH))
  }
}

/** The code unit of an escape `\u0041` at this position; null if there is none. */
function unitAt(text: string, at: number): number | null {
  if (text[at] !== '\\' || text[at + 1] !== 'u') return null
  const digits = text.slice(at + 2, at + ESCAPE_LENGTH)
  return /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : null
}

function isHigh(unit: number | null): boolean {
  return unit !== null && unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number | null): boolean {
  return unit !== null && unit >= 0xdc00 && unit <= 0xdfff
}
