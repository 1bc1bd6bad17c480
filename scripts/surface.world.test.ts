import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describeSurface, SURFACE_FILE } from './testing/surface.ts'

test('what can be seen from outside is what docs/surface.txt lists', async () => {
  const [listed, found] = [readFileSync(SURFACE_FILE, 'utf8'), await describeSurface()].map((text) =>
    text.split('\n'),
  )
  const gone = listed!.filter((line) => !found!.includes(line)).map((line) => `- ${line}`)
  const added = found!.filter((line) => !listed!.includes(line)).map((line) => `+ ${line}`)
  assert.deepEqual(
    found,
    listed,
    `${[...gone, ...added].join('\n')}\nIf that is meant: sh scripts/node scripts/testing/surface.ts, and a line in CHANGELOG.md`,
  )
})
