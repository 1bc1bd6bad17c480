import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { writeCsvLine } from './csv.ts'

test('commas separate cells and CR LF ends a line', () => {
  assert.equal(writeCsvLine(['VNY1', 12.5, null, '', -3]), 'VNY1,12.5,,,-3\r\n')
})

test('commas, quotes and line breaks are quoted', () => {
  assert.equal(
    writeCsvLine(['a,b', 'say "hi"', 'two\nlines', 'cr\rhere']),
    '"a,b","say ""hi""","two\nlines","cr\rhere"\r\n',
  )
})

test('a cell that begins like a formula becomes text, quoted or not', () => {
  assert.equal(
    writeCsvLine(['=1+1', '+1', '-1', '@x', '\tx', '=HYPERLINK("http://x","y")', 'a=1', ' =1']),
    `'=1+1,'+1,'-1,'@x,'\tx,"'=HYPERLINK(""http://x"",""y"")",a=1, =1\r\n`,
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

test('any text survives the round trip except for the apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (cells) => {
      const read = readCsvLine(writeCsvLine(cells))
      assert.deepEqual(
        read.map((cell, n) => (/^[=+\-@\t\r]/.test(cells[n]!) ? cell.slice(1) : cell)),
        cells,
      )
      assert.ok(read.every((cell) => !/^[=+\-@\t\r]/.test(cell)))
    }),
  )
})
