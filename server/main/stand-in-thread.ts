import { parentPort, workerData } from 'node:worker_threads'
import type { StandInOptions } from './stand-ins.ts'
import type { ThreadMessage } from './thread.ts'

const port = parentPort
if (port === null) throw new Error('this file is a worker thread of main/stand-ins.ts')
const tell = (message: ThreadMessage) => port.postMessage(message)

type Running = { url: string; key?: string; stop(): Promise<void> }

/** The world of the start before, with one account that the demo's courier signs in to. */
async function start({ kind, port: wanted, account, stateFile }: StandInOptions): Promise<Running> {
  if (kind === 'coopcycle') {
    const { startCoopCycle } = await import('@madruga/simulator/platforms/coopcycle.ts')
    const couriers = [{ username: account.identity, password: account.password }]
    return await startCoopCycle({ port: wanted, scenario: 'demo', couriers, stateFile })
  }
  const { FLEETBASE_CITY, startFleetbase } = await import('@madruga/simulator/platforms/fleetbase.ts')
  const running = await startFleetbase({ port: wanted, scenario: 'city', stateFile })
  const { identity: email, password } = account
  running.openDriver({ email, password, phone: '+13055550144', online: true, location: FLEETBASE_CITY })
  return running
}

try {
  const running = await start(workerData as StandInOptions)
  tell({ started: running.url, ...(running.key !== undefined && { key: running.key }) })
  port.once('message', () => {
    void running.stop().then(() => port.close())
  })
} catch (error) {
  tell({ refused: (error as Error).message })
  port.close()
}
