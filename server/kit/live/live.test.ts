import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createTail } from '../live.ts'
import type { Cursor } from '../live.ts'

/** Runs all pending microtasks and immediates. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** A clock whose timers fire on command, and a store whose reads can be delayed or fail. */
function stage(options: { batch?: number } = {}) {
  const timers = new Set<() => void>()
  const store = new Map<string, number>()
  const reads: Cursor[][] = []
  const faults: unknown[] = []
  let failing = false
  const tail = createTail<{ seq: number }>({
    ...options,
    clock: {
      now: () => 0,
      after(_ms, call) {
        timers.add(call)
        return () => timers.delete(call)
      },
    },
    async read(cursors, limit) {
      reads.push([...cursors])
      await Promise.resolve()
      if (failing) throw new Error('down')
      return cursors.map(({ key, after }) => {
        const end = Math.min(store.get(key) ?? 0, after + limit)
        return Array.from({ length: Math.max(0, end - after) }, (_, index) => ({ seq: after + index + 1 }))
      })
    },
    onFault: (error) => faults.push(error),
  })
  return {
    tail,
    reads,
    faults,
    timers,
    write: (key: string, count: number) => store.set(key, (store.get(key) ?? 0) + count),
    fail: (now: boolean) => (failing = now),
    async tick() {
      const due = [...timers]
      timers.clear()
      for (const call of due) call()
      await settle()
    },
  }
}

test('without viewers there is no query, and one query serves all viewers', async () => {
  const { tail, reads, timers, tick } = stage()
  await tick()
  assert.deepEqual([reads.length, timers.size], [0, 0])
  const viewers = [tail.open('a', 0), tail.open('b', 3)]
  const waits = viewers.map((viewer) => viewer.next())
  await settle()
  reads.length = 0
  await tick()
  assert.deepEqual(reads, [
    [
      { key: 'a', after: 0 },
      { key: 'b', after: 3 },
    ],
  ])
  for (const viewer of viewers) viewer.close()
  assert.deepEqual(await Promise.all(waits), [[], []])
  reads.length = 0
  await tick()
  assert.deepEqual([reads.length, timers.size, tail.size()], [0, 0, 0])
})

test('a wake-up reads at once and is not lost during a read', async () => {
  const { tail, write, reads } = stage()
  const viewer = tail.open('a', 0)
  const wait = viewer.next()
  write('a', 1)
  tail.wake('a')
  tail.wake('other')
  assert.deepEqual(await wait, [{ seq: 1 }])
  const next = viewer.next()
  tail.wake('a')
  write('a', 1)
  tail.wake('a')
  assert.deepEqual(await next, [{ seq: 2 }])
  await settle()
  const before = reads.length
  tail.wake('nobody looks at this')
  await settle()
  assert.equal(reads.length, before)
})

test('a wake-up reads for the viewers of its own key alone', async () => {
  const { tail, write, reads } = stage()
  const waits = ['a', 'b', 'c'].map((key) => tail.open(key, 0).next())
  await settle()
  reads.length = 0
  write('b', 1)
  tail.wake('b')
  assert.deepEqual(await waits[1], [{ seq: 1 }])
  assert.deepEqual(reads, [[{ key: 'b', after: 0 }]])
})

test('wake-ups of others never hold up the tick, which finds lines that no one announced', async () => {
  const { tail, write, tick } = stage()
  const quiet = tail.open('quiet', 0).next()
  const busy = tail.open('busy', 0)
  await settle()
  write('quiet', 1)
  for (let turn = 0; turn < 3; turn++) {
    const wait = busy.next()
    write('busy', 1)
    tail.wake('busy')
    await wait
  }
  await tick()
  assert.deepEqual(await quiet, [{ seq: 1 }])
})

test('a line that is announced before its viewer waits again is read as soon as they do', async () => {
  const { tail, write } = stage()
  const viewer = tail.open('a', 0)
  write('a', 1)
  assert.deepEqual(await viewer.next(), [{ seq: 1 }])
  write('a', 1)
  tail.wake('a')
  assert.deepEqual(await viewer.next(), [{ seq: 2 }])
})

test('a read that fails is told once and tried again', async () => {
  const { tail, write, fail, faults, tick } = stage()
  const viewer = tail.open('a', 0)
  fail(true)
  const wait = viewer.next()
  write('a', 2)
  await settle()
  await tick()
  await tick()
  assert.equal(faults.length, 1)
  fail(false)
  await tick()
  assert.deepEqual(await wait, [{ seq: 1 }, { seq: 2 }])
})

test('a long backlog comes in batches without waiting for ticks', async () => {
  const { tail, write } = stage({ batch: 10 })
  write('a', 35)
  const viewer = tail.open('a', 0)
  const sizes = []
  for (let turn = 0; turn < 4; turn++) sizes.push((await viewer.next()).length)
  assert.deepEqual(sizes, [10, 10, 10, 5])
})

test('closing a tail ends all viewers', async () => {
  const { tail } = stage()
  const viewer = tail.open('a', 0)
  const wait = viewer.next()
  tail.close()
  assert.deepEqual(await wait, [])
  assert.deepEqual(await viewer.next(), [])
})

test('whatever the order of writes, wakes and ticks, every viewer reads every number once', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('write' as const), count: fc.nat(7) }),
    fc.record({ do: fc.constantFrom('wake' as const, 'tick' as const, 'settle' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(5), async (steps, after) => {
      const { tail, write, tick } = stage({ batch: 4 })
      let total = 5
      write('a', total)
      const viewers = [tail.open('a', 0), tail.open('a', after)]
      const seen = viewers.map(() => [] as number[])
      const reading = viewers.map(async (viewer, index) => {
        for (let lines = await viewer.next(); lines.length > 0; lines = await viewer.next())
          seen[index]?.push(...lines.map((line) => line.seq))
      })
      for (const each of steps) {
        if (each.do === 'write') {
          total += each.count
          write('a', each.count)
        } else if (each.do === 'wake') tail.wake('a')
        else if (each.do === 'tick') await tick()
        else await settle()
      }
      for (let turn = 0; turn < 100; turn++) await tick()
      tail.close()
      await Promise.all(reading)
      for (const [index, from] of [0, after].entries())
        assert.deepEqual(
          seen[index],
          Array.from({ length: total - from }, (_, place) => from + place + 1),
        )
    }),
    { numRuns: 100 },
  )
})
