import { join } from 'node:path'
import type { Config } from '../config.ts'
import { findPostgres, startPostgres } from '../kit/postgres.ts'
import { requireFolder } from './folder.ts'

/** The address of the database, and how to leave it as it was found. */
export type ReachedDatabase = {
  databaseUrl: string
  /** Whether it is the embedded server, which this command started. */
  isOurs: boolean
  end(): Promise<void>
}

/**
 * Finds the database of a command: the configured one, that of a running product, or the embedded one, which
 * it starts.
 */
export async function reachDatabase(config: Config): Promise<ReachedDatabase> {
  const { dataDir } = config
  // A command holds locks of its session, which a pooler in transaction mode does not keep.
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl
  if (databaseUrl !== null) return { databaseUrl, isOurs: false, end: leaveRunning }
  const folder = join(dataDir, 'postgres')
  const running = await findPostgres(folder)
  if (running) return { databaseUrl: running.url, isOurs: false, end: leaveRunning }
  requireFolder(dataDir)
  const started = await startPostgres({ dataDir: folder })
  return { databaseUrl: started.url, isOurs: true, end: () => started.stop() }
}

async function leaveRunning(): Promise<void> {}
