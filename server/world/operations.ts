import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { createFleetWatch } from '../console.ts'
import type { FleetWatch } from '../console.ts'
import type { Accounting } from '../billing.ts'
import type { Bots } from '../bot.ts'
import type { Config } from '../config.ts'
import type { Notify } from '../notify.ts'
import type { readJobStates } from '../jobs.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Creates the recurring looks at the whole service; `readJobs` reads the states of all jobs. */
export function watchFleet(
  { clock, db, platform, writes }: Infrastructure,
  { settings, keyRingFile }: Config,
  known: {
    bots: Bots
    accounting: Accounting
    notify: Notify
    readJobs: () => ReturnType<typeof readJobStates>
  },
): FleetWatch {
  return createFleetWatch({
    ...known,
    db,
    clock,
    platform,
    settings: settings.incidents,
    // What this process keeps, and the embedded services with it, is beside the key ring.
    findWriteTrouble: writes.find,
    readFree: () => readFreeShare(path.dirname(keyRingFile)),
  })
}

async function readFreeShare(folder: string): Promise<number | null> {
  try {
    const { bavail, blocks } = await statfs(folder)
    return blocks > 0 ? bavail / blocks : null
  } catch {
    return null
  }
}
