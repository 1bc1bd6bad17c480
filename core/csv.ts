/** A cell of a table; null is an empty one. */
export type CsvCell = string | number | null

/** The byte order mark by which Excel detects UTF-8. */
export const CSV_START = '\uFEFF'

/** A spreadsheet would evaluate a cell that begins with one of these characters as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

/**
 * One line of a CSV file (RFC 4180) with its line end. A text that begins like a formula gets a leading
 * apostrophe.
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
