import type { FleetView, JobOrder } from './queries.ts'

type Job = Pick<FleetView['jobs'][number], 'job' | 'ranAt' | 'failures'>

/** Jobs as they come (failing ones first), by name, or the one that ran last on top. */
export function sortJobs<J extends Job>(
  jobs: readonly J[],
  order: JobOrder,
  nameOf: (job: string) => string,
): J[] {
  if (order === 'name') return jobs.toSorted((one, other) => nameOf(one.job).localeCompare(nameOf(other.job)))
  if (order === 'ran') return jobs.toSorted((one, other) => (other.ranAt ?? 0) - (one.ranAt ?? 0))
  return [...jobs]
}
