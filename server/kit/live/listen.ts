import { Client } from 'pg'
import type { Clock } from '../clock.ts'

type ListenDeps = {
  /** Database to connect to; this module keeps a dedicated connection open. */
  url: string
  channel: string
  /** Receives the payload of each notification. */
  onMessage: (payload: string) => void
  clock: Clock
  /** Called each time listening begins: earlier notifications were missed. */
  onOpen?: () => void
  /** Called once when the connection is lost; it reconnects automatically. */
  onFault?: (error: unknown) => void
}

const AGAIN_MS = 1_000

/**
 * Listens to a PostgreSQL channel. Notifications during a lost connection are missed: nothing may depend on
 * them alone.
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
