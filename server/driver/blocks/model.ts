import type { Kysely } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { PayCosts } from '@madruga/core/costs.ts'
import type { Prices } from '@madruga/core/invoices.ts'
import type { CheckInSettings } from '@madruga/core/blocks.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Tables } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Logger } from '../../kit/logger.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import type { Notify } from '../../notify.ts'
import type { Platforms } from '../../platforms.ts'

/** A connection, or a transaction of the caller's. */
export type Db = Kysely<Tables>

/** What blocks need from other modules. */
export type BlocksDeps = {
  db: Db
  clock: Clock
  logger: Logger
  keyRing: KeyRing
  settings: { checkIn: CheckInSettings; release: { lateMs: number } }
  /** Current prices. */
  readPrices(db: Db): Promise<Prices>
  /** What these blocks cost their driver, by their id. */
  readCosts(driverId: string, blocks: readonly BlockRow[]): Promise<Record<string, PayCosts>>
  platforms: Pick<Platforms, 'byName' | 'of'>
  /** Notifies drivers, inside the caller's transaction. */
  notify: Pick<Notify, 'announce' | 'acknowledgeOpen'>
}

/** A block as its driver sees it. */
export type BlockView = Outputs['blocks']['checkIn']['block']

/** The same, with the platform's ids. */
export type BlockRow = BlockView & { platform: string; platformBlockId: string; state: BlockView['state'] }

/** The driver's data for blocks. */
export type BlockDriver = {
  id: string
  variant: Variant
  status: 'active' | 'inactive' | 'suspended'
  timeZone: string
  language: Language
  /** Null = no reminders. */
  reminderMinutes: number | null
}
