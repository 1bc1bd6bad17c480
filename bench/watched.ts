import { runHot } from './hot/run.ts'

/**
 * What metrics and traces cost the hot path: `sh scripts/node bench/watched.ts`. Runs with and without them
 * take turns, so that the noise of other processes falls on all; the least of each counts, as noise only ever
 * adds.
 */

const DRIVERS = 2_000
const ROUNDS = 6
const TIMES = { warmMs: 3_000, measureMs: 6_000 }
const VISITORS = ['ours', 'watched', 'traced'] as const

const runs = VISITORS.map((visitor) => ({
  visitor,
  us: Number.POSITIVE_INFINITY,
  p50: Number.POSITIVE_INFINITY,
}))
for (let round = 0; round < ROUNDS; round++) {
  for (const run of runs) {
    const { cpuUsPerPoll, inside } = await runHot(run.visitor, DRIVERS, TIMES)
    console.error(`${run.visitor}: ${cpuUsPerPoll.toFixed(1)} us a poll`)
    run.us = Math.min(run.us, cpuUsPerPoll)
    run.p50 = Math.min(run.p50, inside.p50)
  }
}
const plain = runs[0]!.us
for (const { visitor, us, p50 } of runs)
  console.log(
    `${visitor}: CPU of a poll ${us.toFixed(1)} us, ${(us / plain).toFixed(3)} of the plain path; reaction p50 ${p50.toFixed(3)} ms`,
  )
