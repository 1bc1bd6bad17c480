import { startMarket } from '@madruga/simulator/running-market.ts'

// The market of a chaos run in a process of its own. It exits with its parent, whose end closes its input.
const running = await startMarket({
  port: Number(process.argv[2]),
  scenario: 'quiet',
  seed: process.argv[3] ?? 'chaos',
})
process.stdin.on('end', () => process.exit(0)).resume()
console.log(running.url)
