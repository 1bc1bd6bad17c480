import { isTest, lineAt, type Breach, type Source } from './source.ts'

const LONGEST_FILE = 300
const VAGUE =
  /\b(?:class|interface|type|function|const)\s+(\w*(?:Manager|Service|Helper|Util|Utils|Base|V2|Impl))\b/g
const INTERFACE = /\b(?:interface|type)\s+(I[A-Z]\w+)\b/g

/** Names and sizes: readers rely on them to find things by their noun. */
export function nameBreaches(sources: readonly Source[]): Breach[] {
  return sources.flatMap((source) => [...fileBreaches(source), ...wordBreaches(source)])
}

function fileBreaches(source: Source): Breach[] {
  const found: Breach[] = []
  const say = (rule: string, what: string) => found.push({ path: source.path, line: 1, rule, what })
  const name = source.path.split('/').at(-1)!
  if (/^index\.tsx?$/.test(name))
    say('no-barrels', 'an index file: the entry of a folder is named like the folder, beside it')
  if (name.endsWith('.ts') && !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.ts$/.test(name))
    say('file-names', 'a .ts file is named in kebab-case')
  if (name.endsWith('.tsx') && !/^([A-Z][A-Za-z0-9]*|main)\.tsx$/.test(name))
    say('file-names', 'a .tsx file is named like its component')
  const lines = source.text.split('\n').length
  if (lines > LONGEST_FILE && !isTest(source.path) && !/\.gen\.|^core\/words\//.test(source.path))
    say('file-size', `${lines} lines: split it into internals behind its entry (at most ${LONGEST_FILE})`)
  return found
}

function wordBreaches(source: Source): Breach[] {
  const found: Breach[] = []
  if (isTest(source.path)) return found
  const say = (at: number, rule: string, what: string) =>
    found.push({ path: source.path, line: lineAt(source.text, at), rule, what })
  for (const match of source.text.matchAll(VAGUE))
    say(match.index, 'plain-names', `${match[1]}: name it by what it is`)
  for (const match of source.text.matchAll(INTERFACE))
    say(match.index, 'plain-names', `${match[1]}: no I-prefix`)
  for (const match of source.text.matchAll(/\b(TODO|FIXME|XXX)\b(?!\(#\d+\))/g))
    if (!source.path.startsWith('scripts/boundaries'))
      say(match.index, 'no-todo', `${match[1]} without an issue`)
  for (const match of source.text.matchAll(/^(export )?(declare )?(const )?(enum|namespace) \w/gm))
    say(match.index, 'erasable', `${match[4]} is not erasable`)
  // Vite and Node's test runner import these files.
  const tooled = /\.config\.ts$|^scripts\/test\/reporter\.ts$/.test(source.path)
  for (const match of source.text.matchAll(/^export default/gm))
    if (!tooled) say(match.index, 'named-exports', 'a default export')
  return found
}
