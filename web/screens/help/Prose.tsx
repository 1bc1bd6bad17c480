import { markHits } from './search.ts'
import type { Paragraphs } from './content.ts'

/** Paragraphs and their lists, with search matches highlighted. */
export function Prose({ text, words = [] }: { text: Paragraphs; words?: readonly string[] }) {
  return (
    <div className="prose">
      {groupPoints(text).map((part) =>
        typeof part === 'string' ? (
          <p key={part}>
            <Marked text={part} words={words} />
          </p>
        ) : (
          <ul key={part[0]}>
            {part.map((point) => (
              <li key={point}>
                <Marked text={point} words={words} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}

export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  let at = 0
  return markHits(text, words).map((piece) => {
    const key = at
    at += piece.text.length
    return piece.hit ? <mark key={key}>{piece.text}</mark> : piece.text
  })
}

/** Consecutive points form one list. */
function groupPoints(text: Paragraphs): (string | string[])[] {
  const parts: (string | string[])[] = []
  for (const paragraph of text) {
    const last = parts.at(-1)
    if (!paragraph.startsWith('- ')) parts.push(paragraph)
    else if (Array.isArray(last)) last.push(paragraph.slice(2))
    else parts.push([paragraph.slice(2)])
  }
  return parts
}
