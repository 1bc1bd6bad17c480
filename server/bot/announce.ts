import { Client } from 'pg'
import type { Notification } from 'pg'
import type { Phase } from '@madruga/core/bot.ts'
import type { Clock } from '../kit/clock.ts'
import { BOTS_CHANNEL } from './rows.ts'

/** The channel on which a saved filter is announced; the payload is the driver's id. */
export const FILTERS_CHANNEL = 'filters'

type Ears = {
  botChanged(driverId: string, gen: number, phase: Phase): void
  filterSaved(driverId: string): void
  /** Listening again after a break: anything may have been missed. */
  mayHaveMissed(): void
}

const AGAIN_MS = 500

/** Listens to what other processes announce, over a connection of its own that is opened again whenever it breaks. */
export function listen(url: string, clock: Clock, ears: Ears): { close(): Promise<void> } {
  let client: Client | null = null
  let closed = false
  let cancel: (() => void) | null = null

  const hear = ({ channel, payload = '' }: Notification): void => {
    if (channel === FILTERS_CHANNEL) ears.filterSaved(payload)
    if (channel !== BOTS_CHANNEL) return
    const [driverId, gen, phase] = payload.split(' ')
    if (driverId && gen && phase) ears.botChanged(driverId, Number(gen), phase as Phase)
  }

  const open = async (): Promise<void> => {
    const mine = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 })
    client = mine
    let broken = false
    const again = (): void => {
      if (broken) return
      broken = true
      mine.end().catch(() => {})
      if (!closed) cancel = clock.after(AGAIN_MS, () => void open())
    }
    mine.on('error', again)
    mine.on('end', again)
    mine.on('notification', hear)
    try {
      await mine.connect()
      await mine.query(`listen ${BOTS_CHANNEL}; listen ${FILTERS_CHANNEL}`)
      ears.mayHaveMissed()
    } catch {
      again()
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
