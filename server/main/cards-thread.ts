import { parentPort, workerData } from 'node:worker_threads'
import { startCards } from '@madruga/simulator/cards.ts'
import { APP } from './cards.ts'
import type { CardsMessage, CardsThreadOptions } from './cards.ts'
import type { ThreadMessage } from './thread.ts'

const port = parentPort
if (port === null) throw new Error('this file is a worker thread of main/cards.ts')
const tell = (message: ThreadMessage) => port.postMessage(message)

try {
  const { webhookUrl, webhookSecret, ...options } = workerData as CardsThreadOptions
  const cards = await startCards({
    ...options,
    endpoints: [{ id: APP, url: webhookUrl, secret: webhookSecret }],
  })
  tell({ started: cards.url })
  port.on('message', (message: CardsMessage) => {
    if (message === 'stop') void cards.stop().then(() => port.close())
    else cards.setEndpoint(APP, message.webhookUrl)
  })
} catch (error) {
  tell({ refused: `The card gateway does not start: ${(error as Error).message}` })
  port.close()
}
