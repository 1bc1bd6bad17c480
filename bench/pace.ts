import { parseArgs } from 'node:util'
import { benchPace } from './pace/run.ts'

/** `sh scripts/node bench/pace.ts [--quick]`: what the adaptive pace wins beside the fixed one, on seeded markets. */

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
console.log(await benchPace(values.quick))
