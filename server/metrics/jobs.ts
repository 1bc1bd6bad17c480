import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { JobObserver } from '../jobs.ts'

/** Counts the runs of recurring jobs in this process. */
export function countJobs(register: Registry): JobObserver {
  const registers = [register]
  const runs = new Counter({
    name: 'madruga_job_runs_total',
    help: 'Runs of a job in this process, by outcome: done or failed',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const last = new Gauge({
    name: 'madruga_job_last_run_seconds',
    help: 'How long the last run of a job in this process took',
    labelNames: ['job'],
    registers,
  })
  return {
    ran(job, ms, outcome) {
      runs.inc({ job, outcome })
      last.set({ job }, ms / 1000)
    },
  }
}
