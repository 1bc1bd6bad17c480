import { sql } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { Accounts } from '../accounts.ts'
import type { Admin } from '../admin.ts'
import type { Billing, Books, Referrals } from '../billing.ts'
import type { Bots } from '../bot.ts'
import type { Database } from '../db.ts'
import type { Filters } from '../filters.ts'
import type { Forecast } from '../forecast.ts'
import type { Words } from '../http.ts'
import type { LogTail } from '../log.ts'
import type { Notify } from '../notify.ts'
import type { Operators } from '../operators.ts'
import type { Platform } from '../platforms.ts'
import type { Observations } from '../observations.ts'
import type { Support } from '../support.ts'
import type { Modules } from './modules.ts'
import type { Infrastructure } from './infrastructure.ts'
import { accountsWord } from './handlers/accounts.ts'
import { adminWord } from './handlers/admin.ts'
import { autostartWord } from './handlers/autostart.ts'
import { billingWord } from './handlers/billing.ts'
import { blocksWord } from './handlers/blocks.ts'
import { booksWord } from './handlers/books.ts'
import { botWord } from './handlers/bot.ts'
import { filtersWord } from './handlers/filters.ts'
import { forecastWord } from './handlers/forecast.ts'
import { instantWord } from './handlers/instant.ts'
import { logWord } from './handlers/log.ts'
import { notifyWord } from './handlers/notify.ts'
import { operatorsWord } from './handlers/operators.ts'
import { platformsWord } from './handlers/platforms.ts'
import { recapWord } from './handlers/recap.ts'
import { referralsWord } from './handlers/referrals.ts'
import { supportWord } from './handlers/support.ts'

type WordsDeps = Modules & {
  database: Database
  accounts: Accounts
  platform: Platform
  /** Whose map the pages draw. */
  map: Outputs['instant']['map']
  filters: Filters
  observations: Observations
  forecast: Forecast
  readGround: Infrastructure['readGround']
  tail: LogTail
  history: Settings['history']
  keepLogDays: number
  bots: Bots
  notify: Notify
  support: Support
  admin: Admin
  billing: Billing
  books: Books
  operators: Operators
  referrals: Referrals
  version: string
  demo: boolean
  messagesOpen: boolean
}

/** What the HTTP handlers call: each operation of the contract, put together from the words. */
export function createWords(deps: WordsDeps): Words {
  const { database, accounts, platform, filters, tail, bots, notify, support, admin, version, demo } = deps
  const db = database.kysely
  return {
    service: {
      async health() {
        const [databaseAnswers, engine, silence] = await Promise.all([
          answers(database),
          bots.answers(),
          bots.readSilence().catch(() => null),
        ])
        const searches = silence?.count === 0
        const status = databaseAnswers && engine && searches ? 'ok' : 'degraded'
        const silentBots = silence?.count ?? 0
        return { status, database: databaseAnswers, engine, searches, silentBots, version }
      },
    },
    accounts: accountsWord({
      accounts,
      demo,
      messagesOpen: deps.messagesOpen,
      readMinimumAppVersion: () => readMinimumAppVersion(database),
    }),
    platforms: platformsWord({
      database,
      platform,
      bots,
      connections: deps.connections,
      verification: deps.verification,
    }),
    filters: filtersWord({
      filters,
      observations: deps.observations,
      platformName: platform.name,
      readGround: deps.readGround,
    }),
    bot: botWord(bots),
    autostart: autostartWord(deps.autostart),
    blocks: blocksWord(deps.blocks),
    instant: instantWord({ instant: deps.instant, map: deps.map }),
    forecast: forecastWord({ forecast: deps.forecast, platformName: platform.name }),
    recap: recapWord(deps.recap),
    log: logWord({ db, tail, history: deps.history, keepLogDays: deps.keepLogDays }),
    notify: notifyWord(notify),
    support: supportWord(support),
    billing: billingWord(deps.billing),
    referrals: referralsWord(deps.referrals),
    books: booksWord(deps.books),
    operators: operatorsWord(deps.operators, deps.accounts),
    admin: adminWord({ admin, version, platform, bots }),
  }
}

async function answers({ kysely }: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(kysely)
    return true
  } catch {
    return false
  }
}

async function readMinimumAppVersion({ kysely }: Database): Promise<string> {
  const row = await kysely.selectFrom('service_state').select('minimum_app_version').executeTakeFirst()
  return row?.minimum_app_version ?? '0.0.0'
}
