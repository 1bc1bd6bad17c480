import { parentPort, workerData } from 'node:worker_threads'
import { startMarket } from '@madruga/simulator/running-market.ts'
import type { MarketOptions } from '@madruga/simulator/running-market.ts'
import type { ThreadMessage } from './thread.ts'

const port = parentPort
if (port === null) throw new Error('this file is a worker thread of main/market.ts')
const tell = (message: ThreadMessage) => port.postMessage(message)

try {
  const market = await startMarket(workerData as MarketOptions)
  tell({ started: market.url })
  port.once('message', () => {
    void market.stop().then(() => port.close())
  })
} catch (error) {
  tell({ refused: (error as Error).message })
  port.close()
}
