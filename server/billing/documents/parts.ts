import { COLORS, LEFT, RIGHT } from './paper.ts'
import type { Paper } from './paper.ts'
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
export function writeHead(paper: Paper, words: DocumentWords, head: Head): void {
  const top = paper.y
  paper.sign(head.title, LEFT, top, { size: 24, back: COLORS.amber, front: COLORS.onAmber })
  paper.writeRight('Madruga', RIGHT, top + 10, { size: 22, weight: 700 })
  paper.y = top + 64
  if (head.testMode) {
    paper.fill(LEFT, paper.y, RIGHT - LEFT, 22, COLORS.head)
    paper.write(words.testMode, LEFT + 8, paper.y + 6, { size: 10, weight: 700 })
    paper.y += 38
  }
  const body = paper.y
  for (const [label, ...values] of head.facts) writeFact(paper, label, values, LEFT, HALF - LEFT - 16)
  const left = paper.y
  paper.y = body
  const { name, email } = head.billedTo
  writeFact(paper, words.billedTo, [name, email], HALF, RIGHT - HALF)
  writeState(paper, head.state)
  paper.y = Math.max(paper.y, left) + 12
}

function writeFact(paper: Paper, label: string, values: readonly string[], x: number, width: number): void {
  paper.write(label, x, paper.y, { size: 8.5, color: COLORS.muted })
  paper.y += 12
  for (const value of values)
    for (const line of paper.wrap(value, width, { size: 11 })) {
      paper.write(line, x, paper.y, { size: 11 })
      paper.y += 15
    }
  paper.y += 8
}

function writeState(paper: Paper, { text, done, below }: Head['state']): void {
  const look = done
    ? { back: COLORS.sign, front: COLORS.onSign }
    : { back: COLORS.onSign, front: COLORS.onAmber }
  paper.sign(text, HALF, paper.y, { size: 13, ...look })
  paper.y += 34
  if (below === '') return
  paper.write(below, HALF, paper.y, { size: 10 })
  paper.y += 18
}

/** One line of what something comes to, at the right. */
export function writeSum(
  paper: Paper,
  words: DocumentWords,
  label: string,
  cents: number,
  look: 'plain' | 'bold' | 'large' = 'plain',
): void {
  const style = { size: look === 'large' ? 13 : 10, weight: look === 'plain' ? 400 : 700 } as const
  paper.y += look === 'large' ? 4 : 0
  paper.write(label, HALF, paper.y, style)
  paper.writeRight(words.money(cents), RIGHT - 8, paper.y, style)
  paper.y += look === 'large' ? 22 : 18
}
