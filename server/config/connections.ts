import type { Role } from './roles.ts'

/** How many of a process's connections to PostgreSQL each purpose may open. */
export type ConnectionShares = {
  /** Requests, sweeps and steps. */
  main: number
  /** The sign-in library. */
  dates: number
  /** Accepts alone. */
  accepts: number
  /** Kept open: announcements, leases and probes. */
  standing: number
}

/** Fewer leave a process too few for its own work. */
export const LEAST_CONNECTIONS = 10

const PROBES = 1
const MOST = { accepts: 8, dates: 4 }

/**
 * Shares out the connections of a process of this role, which together are `total`; from `LEAST_CONNECTIONS`
 * on each purpose has some.
 */
export function shareConnections(total: number, role: Role): ConnectionShares {
  const serves = role === 'all' || role === 'api'
  const searches = role === 'all' || role === 'bot'
  const runsJobs = role === 'all' || role === 'jobs'
  const standing = PROBES + (serves ? 1 : 0) + (searches ? 3 : 0) + (runsJobs ? 2 : 0)
  const rest = total - standing
  const accepts = searches ? between(rest / 4, MOST.accepts) : 1
  const dates = serves ? between(rest / 8, MOST.dates) : 1
  return { main: Math.max(1, rest - accepts - dates), dates, accepts, standing }
}

function between(count: number, most: number): number {
  return Math.min(most, Math.max(1, Math.floor(count)))
}
