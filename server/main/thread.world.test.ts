import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { startThread } from './thread.ts'

/** A server that says which port it was given, fails when it is told to, and stops when it is asked. */
const SERVER = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads'
    parentPort.postMessage({ started: 'http://127.0.0.1:' + workerData.port })
    parentPort.on('message', (message) => {
      if (message === 'stop') parentPort.close()
      else throw new Error('planned')
    })`)}`,
)

test('a thread that fails is started again where it was, with the options of that moment', async () => {
  const lines: string[] = []
  const said = new EventEmitter()
  const ports: (number | null)[] = []
  const options = (port: number | null) => {
    ports.push(port)
    return { port: port ?? 4_000 }
  }
  const thread = await startThread({ name: 'The server', file: SERVER, options }, (line) => {
    lines.push(line)
    said.emit('line')
  })
  assert.equal(thread.url, 'http://127.0.0.1:4000')
  thread.tell({ fail: true })
  while (lines.length < 2) await once(said, 'line')
  assert.deepEqual(lines, ['The server failed: planned', 'The server is open again'])
  assert.deepEqual(ports, [null, 4_000])
  await thread.stop()
  assert.equal(lines.length, 2, 'a stop is no failure')
})

test('a thread that refuses to start says why in one line', async () => {
  const file = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.postMessage({ refused: 'no room' })
      parentPort.close()`)}`,
  )
  await assert.rejects(
    startThread({ name: 'The server', file, options: () => ({}) }, () => {}),
    { name: 'StartError', message: 'no room' },
  )
})
