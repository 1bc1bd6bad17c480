import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTaskQueue } from './task-queue.ts'

/** Lets what is ready run. */
const aMoment = () => new Promise((next) => setImmediate(next))

test('no more tasks run at once than may, the others follow in their order, and a failed one makes room', async () => {
  const queue = createTaskQueue({ running: 2, waiting: 3 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const rooms: boolean[] = []
  const tasks = [0, 1, 2, 3, 4].map((id) => {
    rooms.push(queue.hasRoom())
    return queue.run(async () => {
      begun.push(id)
      await new Promise<void>((resolve) => (ends[id] = resolve))
      if (id === 0) throw new Error('failed')
      return id
    })
  })
  const outcomes = Promise.allSettled(tasks)
  await aMoment()
  assert.deepEqual([begun, rooms, queue.hasRoom()], [[0, 1], [true, true, true, true, true], false])
  ends[0]?.()
  await aMoment()
  assert.deepEqual([begun, queue.hasRoom()], [[0, 1, 2], true])
  for (const id of [1, 2, 3, 4]) {
    ends[id]?.()
    await aMoment()
  }
  assert.deepEqual(begun, [0, 1, 2, 3, 4])
  const values = (await outcomes).map((each) => (each.status === 'fulfilled' ? each.value : 'failed'))
  assert.deepEqual(values, ['failed', 1, 2, 3, 4])
  assert.equal(queue.hasRoom(), true)
})

test('a task that is asked for without room waits like the others', async () => {
  const queue = createTaskQueue({ running: 1, waiting: 0 })
  const ends: (() => void)[] = []
  const held = queue.run(() => new Promise<void>((resolve) => ends.push(resolve)))
  assert.equal(queue.hasRoom(), false)
  const late = queue.run(async () => 'late')
  ends[0]?.()
  await held
  assert.equal(await late, 'late')
})

test('those who go first have places of their own and the next turn', async () => {
  const queue = createTaskQueue({ running: 1, waiting: 1, waitingFirst: 1 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const start = (name: string, first = false) =>
    queue.run(async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    }, first)
  const all = [start('running'), start('stranger')]
  assert.deepEqual([queue.hasRoom(), queue.hasRoom(true)], [false, true])
  all.push(start('known', true))
  assert.deepEqual([queue.hasRoom(true), queue.waiting()], [false, 2])
  for (let turn = 0; turn < 3; turn++) {
    await aMoment()
    ends[turn]?.()
  }
  await Promise.all(all)
  assert.deepEqual(begun, ['running', 'known', 'stranger'])
})
