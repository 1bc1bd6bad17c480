import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { readTexts } from './testing.ts'

const root = path.join(import.meta.dirname, '../..')

type Row = { english: string; spanish: string[]; never: string[] }

/** The variants in a cell, separated by semicolons. */
function list(cell = ''): string[] {
  return cell.split(';').map((each) => each.trim())
}

function readTable(): Row[] {
  const rows = readFileSync(path.join(root, 'docs/terms.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  return rows.map((line) => {
    const [, english = '', spanish, never] = line.split('|')
    return { english: english.trim(), spanish: list(spanish), never: list(never) }
  })
}

/** The terms as whole words only. */
function pattern(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}-])${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}-])`, 'iu')
}

const texts = readTexts('es').map(({ file, text }) => ({
  file,
  text: text.replaceAll(/\$\{[^}]*\}|\{\w+\}/g, ' '),
}))

test('the table of terms and the Spanish texts are found', () => {
  assert.ok(readTable().length >= 20)
  assert.ok(texts.length > 2_000, `${texts.length} texts`)
  assert.ok(pattern('suelta').test('Tu estación suelta más'))
  assert.ok(!pattern('suelta').test('Resuelta'))
})

for (const { english, spanish, never } of readTable()) {
  test(`"${english}" has one Spanish word`, () => {
    for (const words of spanish)
      assert.ok(
        texts.some(({ text }) => pattern(words).test(text)),
        words,
      )
    const found = never.flatMap((words) =>
      texts
        .filter(({ text }) => pattern(words).test(text))
        .map(({ file, text }) => `${words}: ${file}: ${text}`),
    )
    assert.deepEqual(found, [])
  })
}
