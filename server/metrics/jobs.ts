import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { JobObserver } from '../jobs.ts'

/** Counts the runs of recurring jobs in this process; `job` is a label of Prometheus' own. */
export function countJobs(register: Registry): JobObserver {
  const registers = [register]
  const runs = new Counter({
    name: 'madruga_job_runs_total',
    help: 'Runs of a job in this process, by outcome: done or failed',
    labelNames: ['name', 'outcome'],
    registers,
  })
  const last = new Gauge({
    name: 'madruga_job_last_run_seconds',
    help: 'How long the last run of a job in this process took',
    labelNames: ['name'],
    registers,
  })
  return {
    ran(name, ms, outcome) {
      runs.inc({ name, outcome })
      last.set({ name }, ms / 1000)
    },
  }
}
