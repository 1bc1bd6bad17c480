import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import type { Clock } from '../kit/clock.ts'
import { createJournal } from '../kit/journal.ts'
import { startJobs } from './runner.ts'
import type { Job } from './runner.ts'

let fresh: TestDatabase
before(async () => {
  fresh = await testDatabase()
})
after(() => fresh.drop())

const journal = createJournal({ level: 'silent', style: 'plain' })
const still: Clock = { now: Date.now, after: () => () => {} }
const start = (jobs: Job[]) => startJobs({ pool: fresh.database.pool, clock: still, journal, jobs })

test('a turn of a job belongs to one process, and the next comes after its time', async () => {
  let runs = 0
  let together = 0
  const job: Job = {
    name: 'test.count',
    everyMs: 3_600_000,
    async run() {
      runs++
      together++
      await new Promise((next) => setImmediate(next))
      assert.equal(together, 1)
      together--
    },
  }
  const processes = [start([job]), start([job]), start([job])]
  await Promise.all(processes.map((each) => each.runDue()))
  await Promise.all(processes.map((each) => each.runDue()))
  assert.equal(runs, 1)
  await Promise.all(processes.map((each) => each.close()))
})

test('a job that fails leaves no mark, keeps no lock and delays no other', async () => {
  let fails = true
  const ran: string[] = []
  const jobs: Job[] = [
    {
      name: 'test.fail',
      everyMs: 0,
      async run() {
        if (fails) throw new Error('no')
        ran.push('fail')
      },
    },
    { name: 'test.other', everyMs: 0, run: async () => void ran.push('other') },
  ]
  const runner = start(jobs)
  await runner.runDue()
  assert.deepEqual(ran, ['other'])
  fails = false
  await runner.runDue()
  assert.deepEqual(ran.toSorted(), ['fail', 'other', 'other'])
  await runner.close()
})
