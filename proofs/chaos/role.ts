import { createInterface } from 'node:readline'
import type { Interface } from 'node:readline'
import { createBots } from '@madruga/server/bot.ts'
import { followClock, openDatabase, readClock } from '@madruga/server/db.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import type { Logger } from '@madruga/server/kit/logger.ts'
import { createNotify } from '@madruga/server/notify.ts'
import { onePlatform } from '@madruga/server/platforms.ts'
import { openChaosPlatform } from './platform.ts'
import type { ChaosPlatform } from './platform.ts'
import { SETTINGS, WORKER } from './settings.ts'

/**
 * What each process of a run has: the database and its time, the platform, notifications that are stored as
 * the product stores them, and bots. Only a worker searches, and sends to the embedded gateways. A line of
 * the process's input says by how many ms its clock is wrong from then on; it exits with its parent.
 */
export async function openRole(logger: Logger, role: { isWorker: boolean; connections: number }) {
  const [databaseUrl, marketUrl, keyRingFile, plan, chosen] = process.argv.slice(2) as string[] &
    [string, string, string, keyof typeof SETTINGS, string]
  const settings = SETTINGS[plan]
  const database = openDatabase(databaseUrl, { max: role.connections })
  followLines(createInterface(process.stdin))
  const keyRing = loadKeyRing(keyRingFile)
  const { clock } = await followClock({
    read: () => readClock(database),
    onFault: (error) => logger.warn({ err: error }, "the database's time is not known now"),
  })
  const platform = openChaosPlatform(JSON.parse(chosen) as ChaosPlatform, marketUrl, clock)
  const shared = { database, databaseUrl, clock, logger, keyRing }
  const notify = await createNotify({
    ...shared,
    publicUrl: 'http://127.0.0.1',
    mail: { url: null, from: 'hello@madruga.example' },
    phone: null,
    push: { subject: 'mailto:hello@madruga.example', hosts: [], fcm: null, apns: null },
    settings: settings.messages,
    keepNewsDays: 7,
    sends: role.isWorker,
  })
  const bots = await createBots({
    ...shared,
    settings,
    platforms: onePlatform(platform),
    worker: role.isWorker ? WORKER : null,
    // The bench of the fleet measures without what notifications cost. What a stop settles is told as well.
    ...(plan === 'chaos' && { notify }),
  })
  return { database, clock, settings, notify, bots }
}

/** Makes the machine's clock wrong, as this whole process sees it, by this many ms as each line says. */
function followLines(lines: Interface): void {
  const readMachine = Date.now
  let wrongMs = 0
  Date.now = () => readMachine() + wrongMs
  lines.on('line', (line) => (wrongMs = Number(line))).on('close', () => process.exit(0))
}
