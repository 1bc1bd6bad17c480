import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { writeCsvLine } from './csv.ts'

test('commas separate cells, texts are quoted, and CR LF ends a line', () => {
  assert.equal(writeCsvLine(['VNY1', 12.5, null, '', -3]), '"VNY1",12.5,,"",-3\r\n')
  assert.equal(
    writeCsvLine(['a,b', 'say "hi"', 'two\nlines', 'cr\rhere']),
    '"a,b","say ""hi""","two\nlines","cr\rhere"\r\n',
  )
})

test('a cell that begins like a formula becomes text', () => {
  const begin = ['=1+1', '+1', '-1', '@x', '\tx', '\nx', '\rx', ' =1', '"=1"', '\u200B=1', '\uFEFF+1']
  const wide = ['\uFF1D1+1', '\uFF0B1', '\uFF0D1', '\uFF20x', '\u22121', '\uFE66x']
  for (const cell of [...begin, ...wide])
    assert.equal(writeCsvLine([cell]), `"'${cell.replaceAll('"', '""')}"\r\n`, JSON.stringify(cell))
  assert.equal(writeCsvLine(['a=1', 'nine - five']), '"a=1","nine - five"\r\n')
})

test('no separator of another locale begins a formula inside a text', () => {
  for (const separator of [';', ',', '|', '\t', '\n', '\r', '\r\n'])
    for (const rest of ['=1+1;', ' =1', '"=1', '\uFF1D1', '@SUM(1)', '-1', '+1'])
      assert.ok(
        writeCsvLine([`x${separator}${rest}`]).includes(`${separator}'${rest.replaceAll('"', '""')}`),
        JSON.stringify(separator + rest),
      )
})

/** Parses one line by RFC 4180. */
function readCsvLine(line: string): string[] {
  const cells: string[] = []
  const found = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (found.lastIndex < line.length) {
    const match = found.exec(line)
    assert.ok(match, `not CSV: ${JSON.stringify(line)}`)
    cells.push(match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"'))
  }
  return cells
}

test('any text survives the round trip except for apostrophes, and splits into no formula', () => {
  const signs = fc.constantFrom(...'=+-@;,|\t\r\n" x')
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: signs }))
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (cells) => {
      const read = readCsvLine(writeCsvLine(cells))
      assert.deepEqual(
        read.map((cell) => cell.replaceAll("'", '')),
        cells.map((cell) => cell.replaceAll("'", '')),
      )
      const parts = read.flatMap((cell) => cell.split(/[;,|\t\r\n]/))
      assert.ok(parts.every((part) => !/^[\s"]*[=+\-@]/.test(part)))
    }),
  )
})
