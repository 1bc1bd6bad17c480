import { parseArgs } from 'node:util'
import { benchPace } from './poll-schedule/run.ts'

/**
 * `sh scripts/node bench/poll-schedule.ts [--quick]`: the gain of the adaptive rate over the fixed one, on
 * seeded markets.
 */

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
console.log(await benchPace(values.quick))
