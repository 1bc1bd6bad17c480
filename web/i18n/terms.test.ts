import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

/** The product's Spanish texts; a file with both languages is read as a whole. */
const FILES = [
  'web/i18n/catalogue/es/*.ts',
  'web/screens/help/content/es/*.ts',
  'server/notify/words/{es,*-es}.ts',
  'server/{log,invoices/documents}/words.ts',
  'server/recap/csv.ts',
  'server/blocks/feed-words.ts',
  'web/public/{manifest.es.webmanifest,offline.html}',
]

const root = path.join(import.meta.dirname, '../..')
/** A quoted text, including escapes, or one between tags is shown to readers; a key, with its colon, is not. */
const QUOTED = /'((?:[^'\\\n]|\\.)*)'(:)?|`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"|>([^<>{}]+)</g

type Text = { file: string; text: string }

function readTexts(): Text[] {
  return globSync(FILES, { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(QUOTED)].flatMap(([, one, key, ...others]) =>
      key
        ? []
        : {
            file,
            text: (one ?? others.find((other) => other !== undefined) ?? '').replaceAll(
              /\$\{[^}]*\}|\{\w+\}/g,
              ' ',
            ),
          },
    ),
  )
}

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

const texts = readTexts()

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
