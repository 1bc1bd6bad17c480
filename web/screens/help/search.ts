import { isFor, textsFor } from './content.ts'
import type { Questions, Reader } from './content.ts'

/** Marks that drivers omit when typing on a phone: accents, and the tilde of ñ. */
const MARKS = /\p{M}/gu

/** A text in its comparison form: lower case without accents. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase()
}

/** The folded text, and the position of each of its characters in the original. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const plain = foldText(character)
    folded += plain
    for (let index = 0; index < plain.length; index++) places.push(at)
    at += character.length
  }
  places.push(at)
  return { folded, places }
}

/** The search words of a query, folded, each once. */
export function wordsOfQuery(query: string): string[] {
  return [
    ...new Set(
      foldText(query)
        .split(/[^\p{L}\p{N}$%.]+/u)
        .filter((word) => word !== ''),
    ),
  ]
}

export type Piece = { text: string; hit: boolean }

/** The text in pieces, with those that match a search word marked; together they are the text. */
export function markHits(text: string, words: readonly string[]): Piece[] {
  const { folded, places } = foldWithPlaces(text)
  const marks = Array.from({ length: folded.length }, () => false)
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      marks.fill(true, at, at + word.length)
    }
  }
  const pieces: Piece[] = []
  let from = 0
  for (let index = 1; index <= folded.length; index++) {
    if (index < folded.length && marks[index] === marks[index - 1]) continue
    // A combining mark (in a decomposed text) belongs to the letter before it.
    const to = index === folded.length ? text.length : (places[index] ?? text.length)
    if (to > from) pieces.push({ text: text.slice(from, to), hit: marks[index - 1] === true })
    from = to
  }
  return pieces.length === 0 && text !== '' ? [{ text, hit: false }] : pieces
}

export type Found = { group: string; id: string; ask: string; answer: readonly string[]; inAnswer: boolean }

/**
 * The questions that contain every word of the query, in question or answer. Those whose question alone
 * contains them come first, otherwise in order. Without a query all of them. With a reader, questions and
 * paragraphs that are not theirs are omitted.
 */
export function searchQuestions(questions: Questions, query: string, reader?: Reader): Found[] {
  const words = wordsOfQuery(query)
  const hits: Found[] = []
  for (const [group, { questions: entries }] of Object.entries(questions)) {
    for (const [id, asking] of Object.entries(entries)) {
      if (reader && !isFor(asking, reader)) continue
      const { ask } = asking
      const answer = textsFor(asking.answer, reader)
      const question = foldText(ask)
      const whole = `${question} ${foldText(answer.join(' '))}`
      if (!words.every((word) => whole.includes(word))) continue
      hits.push({ group, id, ask, answer, inAnswer: !words.every((word) => question.includes(word)) })
    }
  }
  return hits.sort((a, b) => Number(a.inAnswer) - Number(b.inAnswer))
}
