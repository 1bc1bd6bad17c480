import { parseArgs } from 'node:util'
import { startCoopCycle } from './coopcycle.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8091' },
    host: { type: 'string', default: '127.0.0.1' },
    speed: { type: 'string', default: '1' },
    seed: { type: 'string', default: 'coopcycle' },
  },
})
const speed = Number(values.speed)
const running = await startCoopCycle({
  port: Number(values.port),
  host: values.host,
  scenario: 'demo',
  seed: values.seed,
  clock: speed === 1 ? 'real' : { factor: speed },
  couriers: [{ username: 'sandbox', password: 'sandbox' }],
})
console.log(`coopcycle: a stand-in, ${running.url} (sign in as sandbox, password sandbox)`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void running.stop().then(() => process.exit(0)))
}
