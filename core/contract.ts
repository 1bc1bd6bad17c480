import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { z } from 'zod'
import { operationsOf } from './contract/access.ts'
import { accounts } from './contract/accounts.ts'
import { admin } from './contract/admin.ts'
import { autostart } from './contract/autostart.ts'
import { billing } from './contract/billing.ts'
import { blocks } from './contract/blocks.ts'
import { accounting } from './contract/accounting.ts'
import { bot } from './contract/bot.ts'
import { filters } from './contract/filters.ts'
import { forecast } from './contract/forecast.ts'
import { instances } from './contract/instances.ts'
import { instant } from './contract/instant.ts'
import { landing } from './contract/landing.ts'
import { log } from './contract/log.ts'
import { notify } from './contract/notify.ts'
import { operators } from './contract/operators.ts'
import { platforms } from './contract/platforms.ts'
import { recap } from './contract/recap.ts'
import { referrals } from './contract/referrals.ts'
import { support } from './contract/support.ts'
export type { Access, OperationMeta } from './contract/access.ts'
export { CALENDAR_FEED_PATH } from './contract/blocks.ts'
export { DOWNLOADS_PATH, downloads } from './contract/downloads.ts'
export type { DownloadName, DownloadQuery, OperatorList } from './contract/downloads.ts'

/**
 * Every HTTP operation, declared once: the server implements it, the browser's client is typed by it, OpenAPI
 * is generated from it.
 */
export const contract = {
  service: {
    health: operationsOf('anyone', 'service', '')
      .get('/health', 'Whether this process can serve')
      .output(
        z.object({
          status: z.enum(['ok', 'degraded']),
          database: z.boolean(),
          /** Whether the database stores what it is given. */
          writes: z.boolean(),
          workers: z.boolean(),
          /** Whether requests are sent for every running bot, as of a few seconds ago. */
          searches: z.boolean(),
          /** Whether every platform answers the bots that search there, as of a few seconds ago. */
          platforms: z.boolean(),
          /** The number of bots that send no requests, or read no list. */
          silentBots: z.int().nonnegative(),
          version: z.string(),
        }),
      ),
  },
  accounts,
  platforms,
  filters,
  bot,
  autostart,
  blocks,
  instant,
  landing,
  forecast,
  recap,
  log,
  notify,
  support,
  billing,
  referrals,
  admin,
  accounting,
  operators,
  instances,
}

/** Input and output of each operation, by its path in the contract: `Outputs['bot']['get']`. */
export type Inputs = InferContractRouterInputs<typeof contract>
export type Outputs = InferContractRouterOutputs<typeof contract>
