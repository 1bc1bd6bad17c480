/** A cell of a table; null is an empty one. */
export type CsvCell = string | number | null

/** What Excel takes for the sign that a file is UTF-8. */
export const CSV_START = '\uFEFF'

/** A spreadsheet would calculate with what begins so, or call what it names. */
const FORMULA = /^[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

/**
 * One line of a CSV file (RFC 4180), its end included. A text that begins like a formula gets an apostrophe
 * before it.
 */
export function writeCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

function writeCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
