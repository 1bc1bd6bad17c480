import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { InstanceKind } from '@madruga/core/instances.ts'
import { DEMO_COURIERS } from '../console/admin.ts'
import type { StandIn } from '../console/admin.ts'
import { startThread } from './thread.ts'
import type { Thread } from './thread.ts'

/** What the thread of a stand-in begins with; another start of it gets its port. */
export type StandInOptions = {
  kind: InstanceKind
  port: number
  account: { identity: string; password: string }
  /** Where its state is kept. */
  stateFile: string
}

/** The stand-ins of the demo that run, and what ends them. */
export type StandIns = { all: readonly StandIn[]; stop(): Promise<void> }

/**
 * Starts a stand-in of each platform that the demo's couriers work with, each in its own thread with its
 * state in `folder`: what their couriers hold there outlives a restart, as it does in our database. One that
 * does not start is left out: the demo goes on without it.
 */
export async function startStandIns(folder: string, say: (line: string) => void): Promise<StandIns> {
  mkdirSync(folder, { recursive: true })
  const started = await Promise.all(
    DEMO_COURIERS.map(async ({ kind, identity, password, brand }) => {
      const file = new URL('./stand-in-thread.ts', import.meta.url)
      const options = (port: number | null): StandInOptions => {
        const stateFile = path.join(folder, `${kind}.json`)
        return { kind, port: port ?? 0, account: { identity, password }, stateFile }
      }
      try {
        const thread = await startThread({ name: `The stand-in of ${brand}`, file, options }, say)
        return { kind, thread }
      } catch (error) {
        say(`The demo goes on without ${brand}: ${(error as Error).message}`)
        return null
      }
    }),
  )
  const running: { kind: InstanceKind; thread: Thread }[] = started.filter((each) => each !== null)
  return {
    all: running.map(({ kind, thread: { url, key } }) => ({ kind, url, key })),
    async stop() {
      await Promise.all(running.map(({ thread }) => thread.stop()))
    },
  }
}
