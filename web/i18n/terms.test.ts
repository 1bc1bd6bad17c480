import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { readTexts } from './testing.ts'

const root = path.join(import.meta.dirname, '../..')

type Row = { english: string; terms: string[]; never: string[] }

/** The variants in a cell, separated by semicolons. */
function list(cell = ''): string[] {
  return cell.split(';').map((each) => each.trim())
}

/** The table under the name of a language. */
function readTable(name: string): Row[] {
  const [, table = ''] = readFileSync(path.join(root, 'docs/terms.md'), 'utf8').split(`\n## ${name}\n`)
  const rows = table
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  return rows.map((line) => {
    const [, english = '', terms, never] = line.split('|')
    return { english: english.trim(), terms: list(terms), never: list(never) }
  })
}

/** The terms as whole words only. */
function pattern(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}-])${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}-])`, 'iu')
}

test('a term is found as a whole word', () => {
  assert.ok(pattern('suelta').test('Tu estación suelta más'))
  assert.ok(!pattern('suelta').test('Resuelta'))
})

for (const [language, name] of [
  ['es', 'Spanish'],
  ['fr', 'French'],
] as const) {
  const texts = readTexts(language).map(({ file, text }) => ({
    file,
    text: text.replaceAll(/\$\{[^}]*\}|\{\w+\}/g, ' '),
  }))
  test(`the table of terms and the ${name} texts are found`, () => {
    assert.ok(readTable(name).length >= 20)
    assert.ok(texts.length > 1_500, `${texts.length} texts`)
  })
  for (const { english, terms, never } of readTable(name)) {
    test(`"${english}" has one ${name} word`, () => {
      for (const words of terms)
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
}
