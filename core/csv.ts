/** A cell of a table; null is an empty one. */
export type CsvCell = string | number | null

/** The byte order mark by which Excel detects UTF-8. */
export const CSV_START = '\uFEFF'

/**
 * Where a spreadsheet would begin a cell that it evaluates: at the start of a text, and behind what separates
 * cells in another locale or a careless import (`x;=1+1;`), also behind spaces, quotes and characters without
 * width. Full-width signs count, since East Asian editions read them as the plain ones.
 */
const FORMULA =
  /(^|\r\n|[,;|\t\r\n])(?=[\s\p{Cc}\p{Cf}"]*[=+\-@\u2212\u207A\u207B\u207C\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/gu
/** A text that begins with one of these loses it in some imports, and what follows begins the cell. */
const BLANK = /^[\t\r\n]/

/**
 * One line of a CSV file (RFC 4180) with its line end. Every text is quoted, and an apostrophe stands
 * wherever a formula could begin.
 */
export function writeCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

function writeCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(BLANK, "'$&").replaceAll(FORMULA, "$1'")
  return `"${text.replaceAll('"', '""')}"`
}
