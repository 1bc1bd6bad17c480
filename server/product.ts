/** The product: every module of the server, and what is derived from all of them. */
import { accounts } from './people/accounts.ts'
import { admin } from './console/admin.ts'
import { autostart } from './driver/autostart.ts'
import { billing } from './money/billing.ts'
import { blocks } from './driver/blocks.ts'
import { bots } from './bot.ts'
import { operatorConsole } from './console/overview.ts'
import { filters } from './driver/filters.ts'
import { forecast } from './driver/forecast.ts'
import { health } from './ops/health.ts'
import { instant } from './driver/instant.ts'
import { invoices } from './money/invoices.ts'
import { landing } from './driver/landing.ts'
import { ledger } from './money/ledger.ts'
import { log } from './driver/log.ts'
import type { Section } from './module.ts'
import { notifications } from './notify.ts'
import { observations } from './driver/observations.ts'
import { operators } from './people/operators.ts'
import { payers } from './money/payers.ts'
import { payments } from './money/payments.ts'
import { platforms } from './platforms.ts'
import { recap } from './driver/recap.ts'
import { serviceKeys } from './people/service-keys.ts'
import { subscriptions } from './money/subscriptions.ts'
import { support } from './people/support.ts'

/** Each after those whose parts it is made from. */
export const MODULES = [
  health,
  log,
  payers,
  ledger,
  invoices,
  payments,
  subscriptions,
  billing,
  platforms,
  notifications,
  serviceKeys,
  accounts,
  filters,
  observations,
  forecast,
  bots,
  instant,
  autostart,
  recap,
  landing,
  operators,
  blocks,
  support,
  admin,
  operatorConsole,
] as const

/** Everything that a driver may take along but the log, table by table. */
export const SECTIONS = MODULES.flatMap((module): readonly Section[] =>
  'sections' in module ? module.sections : [],
)
