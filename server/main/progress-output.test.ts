import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEntry } from '@madruga/core/events.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { describe, printProgress } from './progress-output.ts'

const accepted: LogEntry = {
  seq: 1,
  at: 0,
  type: 'offer.accepted',
  data: {
    offer: {
      id: 'o1',
      stationId: 's1',
      kind: 'block',
      startAt: Date.UTC(2026, 2, 9, 18),
      endAt: Date.UTC(2026, 2, 9, 21, 30),
      payCents: 9250,
      tipCents: 0,
      miles: null,
      stops: null,
      batched: false,
      expiresAt: null,
    },
    stationCode: 'VAX2',
    filterVersion: 1,
    rules: [],
    blockId: 'b1',
    reactionMs: 2.345,
  },
}
const slept: LogEntry = {
  seq: 2,
  at: 0,
  type: 'bot.state_changed',
  data: {
    phase: 'sleeping',
    gps: true,
    reason: 'run_window_over',
    dueAt: Date.UTC(2026, 2, 9, 19, 5),
    mode: 'regular',
  },
}

test('an accepted block and a state read like sentences, in the driver’s own time', () => {
  assert.equal(
    describe(accepted, 'America/New_York'),
    'accepted VAX2  Mon 14:00-17:30  $92.50 ($26.42/h)  in 2.3 ms',
  )
  const { offer } = accepted.data
  const told = (pay: Partial<Offer>) =>
    describe({ ...accepted, data: { ...accepted.data, offer: { ...offer, ...pay } } }, 'UTC')
  assert.match(told({ currency: 'EUR', payBasis: 'estimated' })!, /~€92\.50 \(~€26\.42\/h\)/)
  assert.match(told({ payCents: 0, payBasis: 'unknown' })!, /pay not stated  in/)
  assert.equal(describe(slept, 'America/New_York'), 'is Sleeping + GPS until 15:05 (run window over)')
  assert.equal(describe({ seq: 3, at: 0, type: 'log.skipped', data: { count: 4 } }, 'UTC'), null)
})

test('a pay that the platform does not state is told as such, and euros as euros', () => {
  if (accepted.type !== 'offer.accepted') return
  const paid = (pay: object) =>
    describe({ ...accepted, data: { ...accepted.data, offer: { ...accepted.data.offer, ...pay } } }, 'UTC')
  assert.match(paid({ payCents: 0, payBasis: 'unknown' }) ?? '', /21:30 {2}pay not stated {2}in/)
  assert.match(paid({ currency: 'EUR' }) ?? '', /€92\.50 \(€26\.42\/h\)/)
})

test('only new lines are printed, once, also after a read that failed', async () => {
  const said: string[] = []
  const log: LogEntry[] = [slept]
  let next: (() => void) | null = null
  let failures = 1
  const end = await printProgress(
    [{ driverId: 'd1', email: 'ana@demo.madruga', timeZone: 'America/New_York' }],
    {
      clock: {
        now: () => 0,
        after(_, call) {
          next = call
          return () => {}
        },
      },
      async readAfter(_, after) {
        if (failures-- > 0) throw new Error('away')
        return log.filter((entry) => entry.seq > after)
      },
      readHead: async () => 0,
      say: (line) => said.push(line),
    },
  )
  const tick = async () => {
    next?.()
    for (let turns = 0; turns < 10; turns++) await Promise.resolve()
  }
  await tick()
  assert.equal(said.length, 0)
  await tick()
  await tick()
  assert.equal(said.length, 1)
  log.push({ ...accepted, seq: 3 })
  await tick()
  assert.match(said[1]!, /^ana@demo.madruga {2}accepted VAX2/)
  end()
  log.push({ ...accepted, seq: 4 })
  await tick()
  assert.equal(said.length, 2)
})
