import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert as check, constantFrom, integer, nat, oneof, property, record } from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { debitBudget, holdBudget, openBudget, readBudget, shareOfBudget, SPEND_WITHIN_MS } from './budget.ts'
import type { BudgetRequest, BudgetState } from './budget.ts'

const START = Date.UTC(2026, 10, 24, 8)

type Ask = { process: number; afterMs: number; accepts: number; others: number; drivers: number }
const ask: Arbitrary<Ask> = record({
  process: nat(3),
  afterMs: oneof(nat(200), nat(70_000)),
  accepts: nat(3),
  others: nat(400),
  drivers: nat(50),
})

/** Every grant of a course of requests, with its time. */
function play(perMinute: number, asks: readonly Ask[]): { at: number; granted: number }[] {
  let state: BudgetState = openBudget(perMinute, START)
  let now = START
  return asks.map(({ process, afterMs, ...wanted }) => {
    now += afterMs
    const grant = debitBudget(state, perMinute, { process: `p${process}`, refused: 0, ...wanted }, now)
    state = JSON.parse(JSON.stringify(grant.state)) as BudgetState
    assert.ok(grant.granted <= wanted.accepts + wanted.others)
    return { at: now, granted: grant.granted }
  })
}

test('whichever process asks, and whenever, no minute and no time to spend beyond it sees more than the limit', () => {
  check(
    property(integer({ min: 1, max: 10_000 }), array(ask, { maxLength: 80 }), (limit, asks) => {
      const grants = play(limit, asks)
      for (const { at: from } of grants) {
        const inWindow = grants.filter(({ at }) => at >= from && at <= from + 60_000 + SPEND_WITHIN_MS)
        const sent = inWindow.reduce((sum, { granted }) => sum + granted, 0)
        assert.ok(sent <= limit, `${sent} of ${limit}`)
      }
    }),
    { numRuns: 300 },
  )
})

test('a low limit holds among processes that come and go, however long', () => {
  const often = record({
    process: nat(3),
    afterMs: oneof(nat(300), nat(2_500)),
    accepts: nat(1),
    others: nat(2),
    drivers: constantFrom(1, 3, 7, 40),
  })
  check(
    property(integer({ min: 1, max: 3 }), array(often, { minLength: 300, maxLength: 400 }), (limit, asks) => {
      const grants = play(limit, asks).filter(({ granted }) => granted > 0)
      const times = grants.flatMap(({ at, granted }) => Array.from({ length: granted }, () => at))
      times.forEach((at, index) => {
        const next = times[index + limit] ?? Infinity
        assert.ok(next - at > 60_000 + SPEND_WITHIN_MS, `${limit + 1} within ${next - at} ms`)
      })
    }),
    { numRuns: 100 },
  )
})

/** Two processes that always have more to send than is allowed, for `minutes`; what each could send. */
function compete(perMinute: number, drivers: readonly number[], minutes: number): number[] {
  let state = openBudget(perMinute, START)
  const sent = drivers.map(() => 0)
  for (let now = START; now < START + minutes * 60_000; now += 500) {
    drivers.forEach((count, index) => {
      const wanted = { process: `p${index}`, drivers: count, accepts: 0, others: 50, refused: 0 }
      const grant = debitBudget(state, perMinute, wanted, now)
      state = grant.state
      sent[index]! += grant.granted
    })
  }
  return sent
}

test('processes that wait share by their drivers, and the smallest does not starve', () => {
  const [large, small] = compete(120, [9, 1], 20) as [number, number]
  assert.ok(Math.abs(small / (large + small) - 0.1) < 0.02, `${small} of ${large + small}`)
  assert.ok(large + small > 20 * 95, 'and the limit is used')
})

test('an instance of one request a minute serves each process in turn', () => {
  const sent = compete(1, [1, 1, 1], 60)
  assert.ok(
    sent.every((count) => count >= 15),
    String(sent),
  )
})

test('what no one waits for is anybody’s', () => {
  let state = openBudget(100, START)
  state = debitBudget(state, 100, asking({ process: 'idle', others: 1 }), START).state
  const grant = debitBudget(state, 100, asking({ process: 'busy', others: 100 }), START + 60_000)
  assert.equal(grant.granted, 8, 'a tenth of a minute, less the reserve of accepts')
})

test('a process that waits for nothing takes no share of what flows in', () => {
  const grantBeside = (asked: BudgetRequest): number => {
    let { state } = debitBudget(openBudget(600, START), 600, asked, START)
    let sum = 0
    for (let now = START; now <= START + 2_500; now += 500) {
      const grant = debitBudget(state, 600, asking({ process: 'busy', others: 100 }), now)
      state = grant.state
      sum += grant.granted
    }
    return sum
  }
  const idle = { others: 0, drivers: 0 }
  assert.equal(grantBeside(asking({ ...idle, process: 'idle', drivers: 9 })), grantBeside(asking(idle)))
})

test('polls leave requests to an accept', () => {
  const polls = debitBudget(openBudget(100, START), 100, asking({ others: 100 }), START)
  const accept = debitBudget(polls.state, 100, asking({ process: 'other', accepts: 1 }), START)
  assert.equal(accept.granted, 1)
})

test('however low the limit, polls leave a request to the accept that follows', () => {
  for (let limit = 2; limit <= 40; limit++) {
    const poll = debitBudget(openBudget(limit, START), limit, asking({ others: 1 }), START)
    assert.equal(poll.granted, 1, `a poll of ${limit} a minute`)
    const polls = debitBudget(poll.state, limit, asking({ others: 100 }), START + 5)
    const accept = debitBudget(polls.state, limit, asking({ accepts: 1 }), START + 10)
    assert.equal(accept.granted, 1, `an accept of ${limit} a minute`)
  }
})

test('a request that is lent comes from what accepts do not need', () => {
  let state = openBudget(40, START)
  for (let turn = 0; turn < 20; turn++)
    state = debitBudget(state, 40, asking({ process: `p${turn % 2}`, others: 1 }), START).state
  assert.equal(debitBudget(state, 40, asking({ process: 'p1', accepts: 1 }), START).granted, 1)
})

test('a process that got all that it asked for waits for nothing', () => {
  const { granted, retryAfterMs, state } = debitBudget(
    openBudget(60, START),
    60,
    asking({ others: 2 }),
    START,
  )
  assert.deepEqual([granted, retryAfterMs, state.processes['mine']?.waits], [2, 0, false])
})

test('a process learns when to ask again', () => {
  const grant = debitBudget(openBudget(60, START), 60, asking({ others: 10 }), START)
  assert.ok(grant.retryAfterMs > 0)
  const later = debitBudget(grant.state, 60, asking({ others: 1 }), START + grant.retryAfterMs)
  assert.equal(later.granted, 1)
})

test('the figures of the last minute and hour', () => {
  const { state } = debitBudget(openBudget(100, START), 100, asking({ others: 12, refused: 2 }), START)
  const now = readBudget(state, START + 30_000)
  assert.deepEqual(now, { lastMinute: 8, lastHour: 8, waited: 4, refused: 2, searching: 3 })
  assert.deepEqual(
    [60_000, 60_001].map((ms) => readBudget(state, START + ms).searching),
    [3, 0],
    'who has not asked for more than a minute searches no more',
  )
  assert.equal(readBudget(state, START + 90_000).lastMinute, 4, 'half of the minute before')
  assert.deepEqual(readBudget(state, START + 2 * 3_600_000), readBudget(null, START))
})

test('drivers plan their polls within an equal share', () => {
  assert.equal(shareOfBudget(120, 0), 5_760)
  assert.equal(shareOfBudget(120, 1), 5_760)
  assert.equal(shareOfBudget(120, 10), 576)
  assert.equal(shareOfBudget(1, 1_000), 1)
})

function asking(wanted: Partial<Parameters<typeof debitBudget>[2]>) {
  return { process: 'mine', drivers: 3, accepts: 0, others: 0, refused: 0, ...wanted }
}

test('a limit of the server holds everything until its end, and a shorter one later shortens nothing', () => {
  const asked = { process: 'p', drivers: 2, accepts: 1, others: 3, refused: 1 }
  const pause = holdBudget(holdBudget(openBudget(60, START), START + 90_000), START + 10_000)
  const during = debitBudget(pause, 60, asked, START + 89_000)
  assert.deepEqual([during.granted, during.retryAfterMs], [0, 1_000])
  assert.deepEqual(
    { ...readBudget(during.state, START + 89_000), lastMinute: 0 },
    { lastMinute: 0, lastHour: 0, waited: 4, refused: 1, searching: 2 },
  )
  const after = debitBudget(during.state, 60, asked, START + 90_000)
  assert.equal(after.granted, 4, 'the bucket filled meanwhile')
})

test('what an operator takes off the limit is taken out of the bucket, and of nothing else', () => {
  const full = openBudget(100, START)
  // 8 at once of a hundred a minute, and what polls leave of 4: one.
  const cut = debitBudget(full, 40, asking({ others: 100 }), START)
  const whole = debitBudget(openBudget(40, START), 40, asking({ others: 100 }), START)
  assert.deepEqual([cut.granted, cut.state.free], [whole.granted, whole.state.free])
})

/** What a full bucket grants at once, and when it says to come again. */
const drain = (limit: number, kind: 'accepts' | 'others') => {
  const { granted, retryAfterMs } = debitBudget(
    openBudget(limit, START),
    limit,
    asking({ [kind]: 100 }),
    START,
  )
  return [granted, retryAfterMs]
}

test('a tenth of a minute may be sent at once, two at least and never more than a minute has', () => {
  const limits = [1, 2, 20, 29, 30, 80, 100]
  assert.deepEqual(
    limits.map((limit) => drain(limit, 'accepts')[0]),
    [1, 2, 2, 2, 3, 8, 10],
  )
  assert.deepEqual(
    limits.map((limit) => drain(limit, 'others')[0]),
    [1, 1, 1, 1, 2, 6, 8],
    'a quarter of it, and one at least, is left to accepts',
  )
})

test('the next request is there when one has flowed in: the rest of a minute over a minute and five seconds', () => {
  // 65,000 ms for 0.99 of a request, for 54.99 and for 90.99.
  assert.deepEqual(
    [1, 60, 100].map((limit) => drain(limit, 'accepts')[1]),
    [65_657, 1_183, 715],
  )
  const { state } = debitBudget(openBudget(60, START), 60, asking({ accepts: 100 }), START)
  const after = (ms: number) => debitBudget(state, 60, asking({ accepts: 1 }), START + ms).granted
  assert.deepEqual([after(1_182), after(1_183)], [0, 1])
  const quarter = debitBudget(state, 60, asking({ process: 'other', drivers: 1, accepts: 1 }), START)
  assert.deepEqual([quarter.granted, quarter.retryAfterMs], [0, 4_729], 'of one driver in four')
})

test('who asks for nothing is granted nothing, and takes nothing away', () => {
  const { granted, retryAfterMs, state } = debitBudget(openBudget(60, START), 60, asking({}), START)
  assert.deepEqual([granted, retryAfterMs, state.free], [0, 0, 6])
})

test('a process waits for three seconds after it asked, and is there for a minute', () => {
  const { state } = debitBudget(openBudget(60, START), 60, asking({ accepts: 100 }), START)
  const seen = (ms: number) =>
    debitBudget(state, 60, asking({ process: 'other' }), START + ms).state.processes['mine']?.waits
  assert.deepEqual([3_000, 3_001, 60_000, 60_001].map(seen), [true, false, false, undefined])
})

test('what is asked for while the server holds everything is noted, and who asked for it waits', () => {
  const held = holdBudget(openBudget(60, START), START + 2)
  const note = (asked: Partial<BudgetRequest>, ms: number) => {
    const { granted, retryAfterMs, state } = debitBudget(
      held,
      60,
      asking({ drivers: 0, ...asked }),
      START + ms,
    )
    const { waits, drivers, credit } = state.processes['mine']!
    return [granted, retryAfterMs, waits, drivers, credit]
  }
  assert.deepEqual(note({}, 0), [0, 2, false, 1, 0])
  assert.deepEqual(note({ others: 1 }, 1), [0, 1, true, 1, 0])
  assert.deepEqual(note({ others: 1 }, 2), [1, 0, false, 1, 0])
})

test('a request counts for the hour of its minute and the 59 after it, and a clock set back changes nothing', () => {
  const { state } = debitBudget(openBudget(100, START), 100, asking({ others: 5 }), START)
  const lastHour = (minutes: number) => readBudget(state, START + minutes * 60_000).lastHour
  assert.deepEqual([-5, 0, 59, 60].map(lastHour), [5, 5, 5, 0])
})

test('requests are counted by month, of thirteen months', () => {
  let state = openBudget(60, START)
  for (let month = 0; month < 14; month++)
    for (const day of [1, 2])
      ({ state } = debitBudget(state, 60, asking({ others: 2 }), Date.UTC(2026, 11 + month, day)))
  const months = Object.entries(state.months ?? {})
  assert.deepEqual([months.length, months[0], months[12]], [13, ['2027-01', 4], ['2028-01', 4]])
})
