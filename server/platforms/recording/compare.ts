import type { Recording } from '../recording.ts'

type Exchange = Recording['exchanges'][number]

/** Properties whose texts are the wire's own words, and are compared as such. */
const WORDS = new Set(['@type', '@context', 'hydra:title', 'hydra:description', 'error', 'status', 'type'])
/** What stands for a text, a name or an id that the scrubbing replaced. */
const PSEUDONYM = /text-\d+|\b[a-z]+_\d+\b|\b\d+\b/g

/**
 * What a stand-in answers differently than the platform did: calls, statuses, waits, names of properties,
 * types (null and absent are two), and the words of the wire. Both recordings are of the same session; names
 * that were replaced are not compared. Empty = the stand-in answers as the platform.
 */
export function compareRecordings(
  platform: Pick<Recording, 'exchanges'>,
  standIn: Pick<Recording, 'exchanges'>,
): string[] {
  const [theirs, ours] = [factsOf(platform.exchanges), factsOf(standIn.exchanges)]
  const missing = [...theirs].filter((fact) => !ours.has(fact))
  const more = [...ours].filter((fact) => !theirs.has(fact))
  return [
    ...missing.map((fact) => `only at the platform: ${fact}`),
    ...more.map((fact) => `only at the stand-in: ${fact}`),
  ].toSorted()
}

/** One line for each fact of the replies, such as `GET /api/settings 200 .latlng string`. */
function factsOf(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const facts = new Set<string>()
  for (const { method, path, status, retryAfter, body } of exchanges) {
    const call = `${method} ${template(path)} ${status}`
    facts.add(retryAfter === undefined ? call : `${call} Retry-After`)
    for (const fact of describe(body, '', '')) facts.add(`${call} ${fact}`)
  }
  return facts
}

/** Items of a list share the place of their list: what one of them has, counts. */
function* describe(value: unknown, place: string, key: string): Generator<string> {
  if (Array.isArray(value)) {
    yield `${place} list`
    for (const item of value) yield* describe(item, `${place}[]`, key)
  } else if (typeof value === 'object' && value !== null) {
    yield `${place} object`
    for (const [name, item] of Object.entries(value))
      if (!isReplaced(name)) yield* describe(item, `${place}.${name}`, name)
  } else if (typeof value === 'string' && WORDS.has(key)) yield `${place} ${template(value)}`
  else yield `${place} ${value === null ? 'null' : typeof value}`
}

/** As a text, or as the id that a name looks like: `order_config` is `order_20` there. */
function isReplaced(name: string): boolean {
  return /^[a-z]+[-_]\d+$/.test(name)
}

function template(text: string): string {
  return text.replaceAll(PSEUDONYM, '*')
}
