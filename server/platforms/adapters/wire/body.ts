/** The largest body that a platform may send: 10 MB. A list of 1,000 offers is a quarter of one. */
export const MAX_BODY_BYTES = 10_000_000
const FIRST_BYTES = 65_536
const MAX_CHUNK_LINE_BYTES = 1_024
const MAX_TRAILER_BYTES = 16_384

type ChunkStage =
  | 'size'
  | 'extension'
  | 'size_lf'
  | 'data'
  | 'data_cr'
  | 'data_lf'
  | 'trailer'
  | 'trailer_line'

/** The result of feeding octets to a body: still waiting, complete, or not a body at all. */
export type BodyProgress = 'more' | 'done' | 'malformed' | 'too_large'

/**
 * The body of a reply that did not come in one read: gathers it whole, undoing chunks. `used` says how many
 * octets of the last feed belonged to it.
 */
export class GatheredBody {
  bytes: Buffer
  size = 0
  used = 0
  /** Octets still to come of a known length or of the present chunk; -1 = until the platform closes. */
  #missing: number
  #stage: ChunkStage | null
  #lineBytes = 0

  /** `length`: the announced octets; -1 with `chunked` or until close. */
  constructor(length: number, chunked: boolean) {
    this.#missing = chunked ? 0 : length
    this.#stage = chunked ? 'size' : null
    this.bytes = Buffer.allocUnsafeSlow(length >= 0 ? Math.min(length, FIRST_BYTES) : FIRST_BYTES)
  }

  /** Whether the platform may end this body by closing. */
  get endsWithClose(): boolean {
    return this.#stage === null && this.#missing < 0
  }

  feed(bytes: Buffer, from: number, to: number): BodyProgress {
    if (this.#stage !== null) return this.#feedChunks(bytes, from, to)
    const take = this.#missing < 0 ? to - from : Math.min(this.#missing, to - from)
    this.used = take
    if (!this.#append(bytes, from, from + take)) return 'too_large'
    if (this.#missing < 0) return 'more'
    this.#missing -= take
    return this.#missing === 0 ? 'done' : 'more'
  }

  #append(bytes: Buffer, from: number, to: number): boolean {
    const size = this.size + to - from
    if (size > MAX_BODY_BYTES) return false
    if (size > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(size, this.bytes.length * 2), MAX_BODY_BYTES))
      this.bytes.copy(larger, 0, 0, this.size)
      this.bytes = larger
    }
    bytes.copy(this.bytes, this.size, from, to)
    this.size = size
    return true
  }

  #feedChunks(bytes: Buffer, from: number, to: number): BodyProgress {
    let at = from
    while (at < to) {
      if (this.#stage === 'data') {
        const take = Math.min(this.#missing, to - at)
        if (!this.#append(bytes, at, at + take)) return 'too_large'
        this.#missing -= take
        at += take
        if (this.#missing === 0) this.#stage = 'data_cr'
        continue
      }
      const progress = this.#feedFrame(bytes[at++]!)
      if (progress !== 'more') {
        this.used = at - from
        return progress
      }
    }
    this.used = at - from
    return 'more'
  }

  /**
   * One octet of the frame around the chunks (RFC 9112 section 7.1); extensions and trailers are passed over.
   */
  #feedFrame(octet: number): BodyProgress {
    switch (this.#stage) {
      case 'size':
      case 'extension':
        return this.#feedSize(octet)
      case 'size_lf':
        if (octet !== 10) return 'malformed'
        this.#lineBytes = 0
        this.#stage = this.#missing === 0 ? 'trailer' : 'data'
        return 'more'
      case 'data_cr':
        this.#stage = 'data_lf'
        return octet === 13 ? 'more' : 'malformed'
      case 'data_lf':
        this.#stage = 'size'
        return octet === 10 ? 'more' : 'malformed'
      default:
        return this.#feedTrailer(octet)
    }
  }

  #feedSize(octet: number): BodyProgress {
    if (++this.#lineBytes > MAX_CHUNK_LINE_BYTES) return 'malformed'
    if (octet === 13) this.#stage = 'size_lf'
    else if (octet === 59 || octet === 32) this.#stage = 'extension'
    else if (this.#stage === 'size') {
      const digit = hexDigit(octet)
      if (digit < 0) return 'malformed'
      this.#missing = this.#missing * 16 + digit
      if (this.#missing > MAX_BODY_BYTES) return 'too_large'
    }
    return this.#lineBytes === 1 && this.#stage !== 'size' ? 'malformed' : 'more'
  }

  #feedTrailer(octet: number): BodyProgress {
    if (++this.#lineBytes > MAX_TRAILER_BYTES) return 'malformed'
    if (octet === 10) {
      if (this.#stage === 'trailer') return 'done'
      this.#stage = 'trailer'
    } else if (octet !== 13) this.#stage = 'trailer_line'
    return 'more'
  }
}

function hexDigit(octet: number): number {
  if (octet >= 48 && octet <= 57) return octet - 48
  const letter = octet | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
