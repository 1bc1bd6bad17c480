import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { runFiles, type FileResult } from './pool.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'madruga-pool-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs files of this text one after the other, as a run of tests does. */
function runTexts(...texts: string[]): Promise<FileResult[]> {
  return runQueues(texts)
}

/** Runs each of these lists in its process. */
async function runQueues(...lists: string[][]): Promise<FileResult[]> {
  const queues = lists.map((texts, queue) => ({
    atOnce: 1,
    files: texts.map((text, index) => {
      const file = path.join(folder, `${queue}-${index}.test.mjs`)
      writeFileSync(file, `import { after, before, suite, test } from 'node:test'\n${text}`)
      return file
    }),
  }))
  const ended: FileResult[] = []
  const logs = path.join(folder, 'logs')
  await runFiles(queues, { limitMs: 60_000, seed: 7, logs, tell: (one) => ended.push(one) })
  return ended
}

const outcomesOf = ({ results }: FileResult) => results.map(({ name, outcome }) => [name, outcome])

test('files share a process, each with its own hooks, and constants below a test are there for it', async () => {
  const [first, second] = await runTexts(
    `test('sums', () => { if (TWO + made !== 3) throw new Error('no') })
     let made = 0
     before(async () => { made = await Promise.resolve(1) })
     const TWO = 2
     globalThis.process.pidOfTheFirst = process.pid`,
    `suite('later', () => test('meets the process', () => {
       if (process.pidOfTheFirst !== process.pid) throw new Error('another process')
     }))`,
  )
  assert.deepEqual(outcomesOf(first!), [['sums', 'passed']])
  assert.deepEqual(outcomesOf(second!), [['later › meets the process', 'passed']])
  assert.equal(first?.log, null)
})

for (const [what, text, left] of [
  ['a timer', 'setInterval(() => {}, 1_000)', /Timeout/],
  [
    'a server',
    "import { createServer } from 'node:net'\ncreateServer().listen(0, '127.0.0.1')",
    /TCPServerWrap/,
  ],
  ['a variable', "process.env.LEFT_HERE = 'yes'", /\$LEFT_HERE/],
  ['a clock', 'Date.now = () => 0', /now/],
] as const)
  test(`a file that leaves ${what} behind fails, and the next one gets another process`, async () => {
    const [first, second] = await runTexts(
      `${text}\ntest('passes', () => {})\nglobalThis.process.mark = true`,
      `test('is alone', () => { if (process.mark) throw new Error('the same process') })`,
    )
    assert.deepEqual(outcomesOf(first!), [
      ['passes', 'passed'],
      ['leaves nothing behind', 'failed'],
    ])
    assert.match(first!.results[1]!.error, left)
    assert.deepEqual(outcomesOf(second!), [['is alone', 'passed']])
  })

test('a failure tells its error and where the output is; a skipped test is no passed one', async () => {
  const [result] = await runTexts(
    `console.log('said on the way')
     test('fails', () => { throw new Error('seven') })
     test('rests', { skip: 'a reason' }, () => {})`,
  )
  assert.deepEqual(outcomesOf(result!), [
    ['fails', 'failed'],
    ['rests', 'skipped'],
  ])
  assert.match(result!.results[0]!.error, /Error: seven/)
  assert.match(result!.log!, /\.log$/)
})

test('a file that does not load, and one whose process ends, are failures', async () => {
  const [broken, gone] = await runTexts(`throw new Error('not loadable')`, `process.exit(3)`)
  assert.match(broken!.results[0]!.error, /not loadable/)
  assert.deepEqual(outcomesOf(gone!), [['the process of the file', 'failed']])
  assert.match(gone!.results[0]!.error, /ended with 3/)
})

test('a process whose queue has ended helps with the one before', async () => {
  const mark = JSON.stringify(path.join(folder, 'mark'))
  const results = await runQueues(
    [
      `import { existsSync, watch } from 'node:fs'
       test('waits for the next', (_, done) => {
         const watcher = watch(${JSON.stringify(folder)}, () => {
           if (!existsSync(${mark})) return
           watcher.close()
           done()
         })
       })`,
      `import { writeFileSync } from 'node:fs'
       test('is run by the other', () => writeFileSync(${mark}, ''))`,
    ],
    [`test('ends', () => {})`],
  )
  assert.deepEqual(results.map(outcomesOf).flat().toSorted(), [
    ['ends', 'passed'],
    ['is run by the other', 'passed'],
    ['waits for the next', 'passed'],
  ])
})
