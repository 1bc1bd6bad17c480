import { toIso } from '@madruga/core/time.ts'

/**
 * A table for a terminal: columns padded to their widest cell, except for the last one. Drivers' texts cannot
 * move the cursor or color the screen: control characters become spaces.
 */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [head, ...rows].map((row) => row.map(plain))
  const widths = head.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))))
  return lines.map((line) =>
    line
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell))))
      .join('  ')
      .trimEnd(),
  )
}

/** Names and values, one pair per line. */
export function formatFacts(facts: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...facts.map(([name]) => name.length))
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`)
}

/** A timestamp in UTC, to the minute. */
export function formatInstant(at: number | null): string {
  return at === null ? '-' : `${toIso(at).slice(0, 16).replace('T', ' ')}Z`
}

/** A text on one line, without control characters. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}

/** A text of several lines, indented, without control characters. */
export function paragraph(text: string, indent = '  '): string[] {
  return text.split(/\r?\n/).map((line) => `${indent}${plain(line)}`.trimEnd())
}

/** The beginning of a text. */
export function shorten(text: string, most: number): string {
  const letters = [...plain(text)]
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most - 1).join('')}…`
}

function widthOf(text: string): number {
  return [...text].length
}
