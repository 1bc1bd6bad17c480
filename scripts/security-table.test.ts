import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const ROOT = path.join(import.meta.dirname, '..')

/**
 * The level of each requirement of ASVS 5.0.0: the n-th digit of a section is that of its n-th requirement.
 */
const LEVELS: Record<string, string> = {
  'V1.1': '22',
  'V1.2': '1111122223',
  'V1.3': '112222222223',
  'V1.4': '222',
  'V1.5': '123',
  'V2.1': '122',
  'V2.2': '112',
  'V2.3': '12223',
  'V2.4': '23',
  'V3.1': '3',
  'V3.2': '113',
  'V3.3': '12223',
  'V3.4': '11222233',
  'V3.5': '11122333',
  'V3.6': '3',
  'V3.7': '22333',
  'V4.1': '12233',
  'V4.2': '23333',
  'V4.3': '22',
  'V4.4': '1222',
  'V5.1': '2',
  'V5.2': '112333',
  'V5.3': '113',
  'V5.4': '222',
  'V6.1': '122',
  'V6.2': '111111112222',
  'V6.3': '11223333',
  'V6.4': '112233',
  'V6.5': '22222333',
  'V6.6': '2223',
  'V6.7': '33',
  'V6.8': '2222',
  'V7.1': '222',
  'V7.2': '1111',
  'V7.3': '22',
  'V7.4': '11222',
  'V7.5': '223',
  'V7.6': '22',
  'V8.1': '1233',
  'V8.2': '1123',
  'V8.3': '133',
  'V8.4': '23',
  'V9.1': '111',
  'V9.2': '1222',
  'V10.1': '22',
  'V10.2': '223',
  'V10.3': '22223',
  'V10.4': '1111122222233333',
  'V10.5': '22222',
  'V10.6': '22',
  'V10.7': '222',
  'V11.1': '2233',
  'V11.2': '22233',
  'V11.3': '11233',
  'V11.4': '1222',
  'V11.5': '23',
  'V11.6': '23',
  'V11.7': '33',
  'V12.1': '12233',
  'V12.2': '11',
  'V12.3': '22223',
  'V13.1': '2333',
  'V13.2': '222223',
  'V13.3': '2233',
  'V13.4': '1222233',
  'V14.1': '22',
  'V14.2': '12223333',
  'V14.3': '122',
  'V15.1': '12233',
  'V15.2': '12233',
  'V15.3': '1222222',
  'V15.4': '3333',
  'V16.1': '2',
  'V16.2': '22222',
  'V16.3': '2222',
  'V16.4': '222',
  'V16.5': '2223',
  'V17.1': '23',
  'V17.2': '22223333',
  'V17.3': '22',
}

const page = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8')
const cells = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const rows = cells.filter(([id = '']) => /^V\d+\.\d+\.\d+$/.test(id))
const wanted = Object.entries(LEVELS).flatMap(([section, levels]) =>
  [...levels].map((level, index) => ({ id: `${section}.${index + 1}`, level })),
)

test('the table has each requirement of levels 1 and 2 once, in order and with its level', () => {
  assert.deepEqual(
    rows.map(([id, level]) => `${id} ${level}`),
    wanted.filter(({ level }) => level !== '3').map(({ id, level }) => `${id} ${level}`),
  )
})

test('each row has a state; met rows name existing files, others give a reason', () => {
  for (const [id = '', , state = '', asked = '', where = ''] of rows) {
    assert.match(state, /^(met|n\/a|open)$/, id)
    assert.ok(asked.length > 2 && where.length > 2, id)
    const files = [...where.matchAll(/`([\w./-]+\/[\w./-]+|[\w-]+\.json)`/g)].map(([, file = '']) => file)
    if (state === 'met') assert.ok(files.length > 0, `${id} names no file`)
    for (const file of files) assert.ok(existsSync(path.join(ROOT, file)), `${id}: ${file}`)
  }
})

test('the counts at the top match the table', () => {
  for (const level of ['1', '2']) {
    const own = rows.filter((row) => row[1] === level)
    const counts = ['met', 'n/a', 'open'].map((state) => own.filter((row) => row[2] === state).length)
    const shown = cells.find(([name]) => name === `L${level}`)
    assert.deepEqual(shown, [`L${level}`, ...counts.map(String), String(own.length)])
  }
})
