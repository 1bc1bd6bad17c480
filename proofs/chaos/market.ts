import { openPort } from '@madruga/simulator/http.ts'
import type { Market } from '@madruga/simulator/market.ts'
import { startMarket } from '@madruga/simulator/running-market.ts'

// The market of a chaos run in its own process. Each worker has its own port, so that every search
// is known by who sent it. It exits with its parent, whose end closes its input.
const WRITE_MS = 100
const [port, seed = 'chaos', workers] = process.argv.slice(2)
const running = await startMarket({ port: Number(port), scenario: 'quiet', seed })
let lines: string[] = []
const doors = await Promise.all(
  Array.from({ length: Number(workers) }, async (_, worker) => {
    const seen = noteSearches(running.market, (driverId) => {
      lines.push(`${worker} ${driverId} ${Date.now()}`)
    })
    return (await openPort('127.0.0.1', 0, () => seen)).port
  }),
)
process.stdin.on('end', () => process.exit(0)).resume()
console.log(JSON.stringify([running.url, ...doors.map((door) => `http://127.0.0.1:${door}`)]))
setInterval(() => {
  if (lines.length > 0) console.log(lines.join('\n'))
  lines = []
}, WRITE_MS)

/** The same market, which tells of each search that it answers. */
function noteSearches(market: Market, note: (driverId: string) => void): Market {
  const search: Market['rules']['search'] = (world, session) => {
    note(session.driver.driverId)
    return market.rules.search(world, session)
  }
  return Object.create(market, { rules: { value: { ...market.rules, search } } }) as Market
}
