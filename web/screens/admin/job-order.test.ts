import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortJobs } from './job-order.ts'

const JOBS = [
  { job: 'c', ranAt: 10, failures: 2 },
  { job: 'a', ranAt: null, failures: 0 },
  { job: 'b', ranAt: 30, failures: 0 },
]
const NAMES: Record<string, string> = { a: 'Zeta', b: 'Alpha', c: 'Mid' }

const sorted = (order: 'failing' | 'name' | 'ran') =>
  sortJobs(JOBS, order, (job) => NAMES[job]!).map(({ job }) => job)

test('jobs are ordered as they come, by the name that is shown, or by their last run', () => {
  assert.deepEqual(sorted('failing'), ['c', 'a', 'b'])
  assert.deepEqual(sorted('name'), ['b', 'c', 'a'])
  assert.deepEqual(sorted('ran'), ['b', 'c', 'a'])
})
