import { CARDS_WEBHOOK_PATH } from '@madruga/server/http.ts'
import { startCards } from '@madruga/simulator/cards.ts'
import { openMovedClock } from './clock.ts'
import { KEYS } from './keys.ts'

// The card gateway of a storm in its own process, on the storm's clock; it ends with the process that
// started it.
const [port, dataFolder, clockFile, apiUrl] = process.argv.slice(2) as [string, string, string, string]
/** As at Stripe, where a bank takes four business days. */
const BANK_DELAY_MS = 4 * 86_400_000
/** With its own clock the gateway does nothing by itself. */
const SETTLE_MS = 200

process.stdin.on('end', () => process.exit(0)).resume()
const running = await startCards({
  environment: 'test',
  secretKey: KEYS.secretKey,
  publishableKey: KEYS.publishableKey,
  port: Number(port),
  dataFolder,
  clock: openMovedClock(clockFile),
  bankDelayMs: BANK_DELAY_MS,
  control: true,
  endpoints: [{ id: 'api', url: `${apiUrl}${CARDS_WEBHOOK_PATH}`, secret: KEYS.webhookSecret }],
})
console.log(`cards: ${running.url}`)
while (true) {
  await running.settle()
  await new Promise((next) => setTimeout(next, SETTLE_MS))
}
