import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Clock } from '../kit/clock.ts'
import { followClock } from './clock.ts'

const NOW = Date.parse('2026-11-23T14:00:00Z')
const HOUR_MS = 3_600_000

/** A machine whose clock is set by hand, and a database that tells the time after `answerMs`. */
function createMachine() {
  const machine = { wall: NOW, ran: 5_000, database: NOW, answerMs: 0, isDown: false, faults: 0 }
  let call: (() => void) | null = null
  const timers: Clock = {
    now: () => machine.wall,
    after: (_ms, then) => {
      call = then
      return () => (call = null)
    },
  }
  const pass = (ms: number): void => {
    machine.wall += ms
    machine.ran += ms
    machine.database += ms
  }
  const follow = () =>
    followClock({
      timers,
      monotonic: () => machine.ran,
      onFault: () => machine.faults++,
      read: async () => {
        if (machine.isDown) throw new Error('the database is down')
        const told = machine.database
        pass(machine.answerMs)
        return told
      },
    })
  const readAgain = async (): Promise<void> => {
    call?.()
    await new Promise((turn) => setImmediate(turn))
  }
  return { machine, pass, follow, readAgain }
}

it("tells the database's time on a machine whose clock is wrong or is set while it runs", async () => {
  const { machine, pass, follow, readAgain } = createMachine()
  machine.wall += HOUR_MS
  const { clock } = await follow()
  assert.equal(clock.now(), NOW)
  pass(700)
  machine.wall -= 2 * HOUR_MS
  assert.equal(clock.now(), NOW + 700)
  await readAgain()
  assert.equal(clock.now(), NOW + 700)
})

it("follows when the database's clock is set", async () => {
  const { machine, follow, readAgain } = createMachine()
  const { clock } = await follow()
  machine.database -= HOUR_MS
  await readAgain()
  assert.equal(clock.now(), NOW - HOUR_MS)
})

it('keeps what a quick answer told when a slow one differs by less than its own delay', async () => {
  const { machine, follow, readAgain } = createMachine()
  const { clock } = await follow()
  machine.answerMs = 4_000
  await readAgain()
  assert.equal(clock.now(), NOW + 4_000)
})

it('goes on by itself while the database is down, and reads again afterwards', async () => {
  const { machine, pass, follow, readAgain } = createMachine()
  const { clock } = await follow()
  machine.isDown = true
  await readAgain()
  pass(1_000)
  assert.equal(clock.now(), NOW + 1_000)
  assert.equal(machine.faults, 1)
  machine.isDown = false
  machine.database += HOUR_MS
  await readAgain()
  assert.equal(clock.now(), NOW + 1_000 + HOUR_MS)
})
