import { Client } from 'pg'
import type { Clock } from '../clock.ts'

type ListenDeps = {
  /** Of the database; a connection of its own is kept open there. */
  url: string
  channel: string
  /** Told the payload of each announcement. */
  onMessage: (payload: string) => void
  clock: Clock
  /** Told each time that listening begins: whatever was announced before was not heard. */
  onOpen?: () => void
  /** Told once when the connection is lost; it is opened again by itself. */
  onFault?: (error: unknown) => void
}

const AGAIN_MS = 1_000

/**
 * Listens to a channel of PostgreSQL. What is announced while the connection is down is not heard: nothing
 * may rest on it alone.
 */
export function listenChannel(deps: ListenDeps): { close(): Promise<void> } {
  const { url, channel, onMessage, clock, onOpen = () => {}, onFault = () => {} } = deps
  let client: Client | null = null
  let closed = false
  let told = false
  let cancel: (() => void) | null = null

  const open = async (): Promise<void> => {
    const mine = new Client({ connectionString: url, keepAlive: true })
    let lost = false
    const lose = (error: unknown): void => {
      if (lost || closed) return
      lost = true
      if (!told) onFault(error)
      told = true
      mine.end().catch(() => {})
      cancel = clock.after(AGAIN_MS, () => void open())
    }
    client = mine
    mine.on('error', lose)
    mine.on('end', () => lose(new Error('the connection ended')))
    mine.on('notification', (message) => onMessage(message.payload ?? ''))
    try {
      await mine.connect()
      await mine.query(`listen ${mine.escapeIdentifier(channel)}`)
      told = false
      onOpen()
    } catch (error) {
      lose(error)
    }
  }
  void open()

  return {
    async close() {
      closed = true
      cancel?.()
      await client?.end().catch(() => {})
    },
  }
}
