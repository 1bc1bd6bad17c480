import { deepStrictEqual, rejects } from 'node:assert'
import { test } from 'node:test'
import { createTickClock, TICK_MS } from './clock.ts'
import { createErrands, moveUntil } from './errands.ts'

const open = () => {
  const clock = createTickClock(
    0,
    TICK_MS,
    () => null,
    () => {},
  )
  const later = (ms: number) => new Promise<void>((done) => void clock.after(ms, done))
  return { clock, later, errands: createErrands(clock) }
}

test('work that waits for time holds up no tick, and is not begun again meanwhile', async () => {
  const { clock, later, errands } = open()
  let begun = 0
  const sync = async () => {
    begun++
    await later(10_000)
  }
  await clock.runTo(8_000, () => errands.run('sync', sync))
  deepStrictEqual(begun, 1)
  await clock.runTo(20_000, () => errands.run('sync', sync))
  deepStrictEqual(begun, 2)
})

test('the end of all work is waited for by moving time', async () => {
  const { clock, later, errands } = open()
  await errands.run('sync', () => later(5_000))
  await errands.finish()
  deepStrictEqual(clock.now(), 6_000)
  await moveUntil(clock, later(3_000))
  deepStrictEqual(clock.now(), 10_000)
})

test('a fault ends the simulation, though no one waited for the work', async () => {
  const { clock, later, errands } = open()
  const fail = async () => {
    await later(1_000)
    throw new Error('lost')
  }
  await errands.run('sync', fail)
  await rejects(
    clock.runTo(4_000, () => errands.run('other', async () => {})),
    /lost/,
  )
})
