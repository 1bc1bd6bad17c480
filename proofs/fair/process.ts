import { PROPOSED_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { decideTurns } from '@madruga/server/bot/awards/decide.ts'
import type { BotDeps } from '@madruga/server/bot/deps.ts'
import { openDatabase } from '@madruga/server/db.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import type { ListedShifts } from '@madruga/server/platforms.ts'

/** A process that decides turns by the rows of a database, at the time and by the list that it is told. */

const [url = '', platform = ''] = process.argv.slice(2)
let now = 0
const deps = {
  db: openDatabase(url, { max: 4 }).kysely,
  clock: { now: () => now, after: () => () => {} },
  logger: createLogger({ level: 'silent', style: 'plain' }),
  settings: DEFAULT_SETTINGS,
  platforms: {
    namesOf: async (owners: readonly unknown[]) => owners.map(() => platform),
    shareOf: () => null,
  },
} as unknown as BotDeps

process.on('message', (list: ListedShifts) => {
  now = list.readAt
  void decideTurns(deps, platform, list, PROPOSED_HOUSE_RULES).then(() => process.send!('decided'))
})
process.send!('ready')
