import { COLORS, LEFT, RIGHT } from './pdf-layout.ts'
import type { PdfLayout } from './pdf-layout.ts'
import type { DocumentWords } from './words.ts'

/** What stands at the head of a document's first page. */
export type Head = {
  /** The amber sign. */
  title: string
  /** The sign at the right: green with what is done, framed with what is not; `below` it a line. */
  state: { text: string; done: boolean; below: string }
  testMode: boolean
  billedTo: { name: string; email: string }
  /** Label and values. */
  facts: readonly (readonly [string, ...string[]])[]
}

const HALF = 310

/** Writes the head and goes below it. */
export function writeHead(layout: PdfLayout, words: DocumentWords, head: Head): void {
  const top = layout.y
  layout.sign(head.title, LEFT, top, { size: 24, back: COLORS.amber, front: COLORS.onAmber })
  layout.writeRight('Madruga', RIGHT, top + 10, { size: 22, weight: 700 })
  layout.y = top + 64
  if (head.testMode) {
    layout.fill(LEFT, layout.y, RIGHT - LEFT, 22, COLORS.head)
    layout.write(words.testMode, LEFT + 8, layout.y + 6, { size: 10, weight: 700 })
    layout.y += 38
  }
  const body = layout.y
  for (const [label, ...values] of head.facts) writeFact(layout, label, values, LEFT, HALF - LEFT - 16)
  const leftEnd = layout.y
  layout.y = body
  const { name, email } = head.billedTo
  writeFact(layout, words.billedTo, [name, email], HALF, RIGHT - HALF)
  writeState(layout, head.state)
  layout.y = Math.max(layout.y, leftEnd) + 12
}

function writeFact(
  layout: PdfLayout,
  label: string,
  values: readonly string[],
  x: number,
  width: number,
): void {
  layout.write(label, x, layout.y, { size: 8.5, color: COLORS.muted })
  layout.y += 12
  for (const value of values)
    for (const line of layout.wrap(value, width, { size: 11 })) {
      layout.write(line, x, layout.y, { size: 11 })
      layout.y += 15
    }
  layout.y += 8
}

function writeState(layout: PdfLayout, { text, done, below }: Head['state']): void {
  const look = done
    ? { back: COLORS.sign, front: COLORS.onSign }
    : { back: COLORS.onSign, front: COLORS.onAmber }
  layout.sign(text, HALF, layout.y, { size: 13, ...look })
  layout.y += 34
  if (below === '') return
  layout.write(below, HALF, layout.y, { size: 10 })
  layout.y += 18
}

/** One line of what something comes to, at the right. */
export function writeSum(
  layout: PdfLayout,
  words: DocumentWords,
  label: string,
  cents: number,
  look: 'plain' | 'bold' | 'large' = 'plain',
): void {
  const style = { size: look === 'large' ? 13 : 10, weight: look === 'plain' ? 400 : 700 } as const
  layout.y += look === 'large' ? 4 : 0
  layout.write(label, HALF, layout.y, style)
  layout.writeRight(words.money(cents), RIGHT - 8, layout.y, style)
  layout.y += look === 'large' ? 22 : 18
}
