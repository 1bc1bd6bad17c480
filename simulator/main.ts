import { readConfig } from './config.ts'
import { startMarket } from './running-market.ts'

// Its folder contains tokens and drivers: no other user of the machine may read them.
process.umask(0o077)
try {
  const config = readConfig(process.env)
  const running = await startMarket(config)
  console.log(`market: ${config.scenario}, ${running.url} (calls: ${running.url}/docs)`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      running.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
} catch (error) {
  console.error(`market: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
