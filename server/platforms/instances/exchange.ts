import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import type { Clock } from '../../kit/clock.ts'
import { listenChannel } from '../../kit/live.ts'
import type { ReadingNews } from './shared-readings.ts'
import { READINGS_CHANNEL } from './store.ts'

/** What processes tell each other of the readings of instances. */
export type Exchange = {
  /** Tells the other processes. A list beyond what is worth it is left to their own readings. */
  tell(instanceId: string, news: ReadingNews): void
  /** Calls `hear` with what they tell of an instance, until the returned function is called. */
  listen(instanceId: string, hear: (news: ReadingNews) => void): () => void
  close(): Promise<void>
}

type ExchangeDeps = {
  /** Names this process among all. */
  process: string
  clock: Clock
  databaseUrl: string
  /** Announces these payloads to all processes, in their order. */
  announce(payloads: readonly string[]): Promise<void>
  onFault(error: unknown, what: string): void
}

/** PostgreSQL takes payloads of less than 8,000 octets. */
const PART_SIGNS = 7_500
/** A list of some thousand shifts, packed. */
const MOST_PARTS = 32
/** As much as a list may be on the wire. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024
const PACKING = { pack: promisify(gzip), unpack: promisify(gunzip) }

const message = z.object({ from: z.string(), of: z.string(), place: z.string(), begunAt: z.number() })

/** Opens it; the connection that listens is opened by the first one who does. */
export function createExchange(deps: ExchangeDeps): Exchange {
  const hearers = new Map<string, (news: ReadingNews) => void>()
  /** The parts of lists that are still to come whole, by the process that tells them. */
  const parts = new Map<string, string[]>()
  let listening: { close(): Promise<void> } | null = null

  const receive = async (payload: string): Promise<void> => {
    const [head = '', left, part = ''] = payload.split('\n')
    const { from, of, ...said } = message.parse(JSON.parse(head))
    const hear = hearers.get(of)
    if (from === deps.process || !hear) return
    if (left === undefined) return hear({ ...said, text: null })
    const key = `${from} ${of}`
    const packed = [...(parts.get(key) ?? []), part]
    if (Number(left) > 0 && packed.length < MOST_PARTS) return void parts.set(key, packed)
    parts.delete(key)
    const octets = Buffer.from(packed.join(''), 'base64')
    const text = await PACKING.unpack(octets, { maxOutputLength: MAX_TEXT_BYTES })
    hearers.get(of)?.({ ...said, text: text.toString() })
  }

  const write = async (of: string, { place, begunAt, text }: ReadingNews): Promise<string[]> => {
    const head = JSON.stringify({ from: deps.process, of, place, begunAt })
    if (text === null) return [head]
    const packed = (await PACKING.pack(text)).toString('base64')
    const count = Math.ceil(packed.length / PART_SIGNS)
    if (count > MOST_PARTS) return []
    return Array.from({ length: count }, (_, index) => {
      const part = packed.slice(index * PART_SIGNS, (index + 1) * PART_SIGNS)
      return `${head}\n${count - 1 - index}\n${part}`
    })
  }

  let hasFailed = false
  const onFault = (error: unknown): void => {
    if (!hasFailed) deps.onFault(error, 'what processes read is not handed to the others now')
    hasFailed = true
  }
  return {
    tell(instanceId, news) {
      write(instanceId, news)
        .then(deps.announce)
        .then(() => (hasFailed = false))
        .catch(onFault)
    },
    listen(instanceId, hear) {
      hearers.set(instanceId, hear)
      const { databaseUrl: url, clock } = deps
      const onMessage = (payload: string) => void receive(payload).catch(onFault)
      const channel = READINGS_CHANNEL
      listening ??= listenChannel({ url, clock, channel, onMessage, onOpen: () => parts.clear(), onFault })
      return () => void hearers.delete(instanceId)
    },
    async close() {
      hearers.clear()
      await listening?.close()
    },
  }
}
