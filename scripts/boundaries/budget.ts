import { isTest, type Breach, type Source } from './source.ts'

/** What each area may have at most: what it had, rounded up. A commit that raises a figure says why. */
const BUDGET: Readonly<Record<string, { lines: number; files: number }>> = {
  core: { lines: 20_320, files: 201 },
  server: { lines: 60_680, files: 557 },
  web: { lines: 45_350, files: 526 },
  simulator: { lines: 11_970, files: 105 },
  bench: { lines: 3_420, files: 32 },
  proofs: { lines: 9_400, files: 80 },
  scripts: { lines: 2_730, files: 27 },
  tests: { lines: 81_580, files: 553 },
}
/** Texts that people read, and generated files. */
const UNCOUNTED = /\.gen\.|^core\/words\/[a-z]{2}\//

/** Areas with more lines or files than their budget: what a change adds, it makes room for. */
export function budgetBreaches(sources: readonly Source[]): Breach[] {
  const counted = sources.filter(({ path }) => !UNCOUNTED.test(path))
  return [...Map.groupBy(counted, ({ path }) => areaOf(path))].flatMap(([area, found]) => {
    const { lines, files } = BUDGET[area] ?? { lines: Infinity, files: Infinity }
    const written = found.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
    const say = (what: string): Breach => ({ path: area, line: 1, rule: 'budget', what })
    return [
      ...(written > lines ? [say(`${written} lines, at most ${lines}: delete, or say why it grows`)] : []),
      ...(found.length > files ? [say(`${found.length} files, at most ${files}: join some`)] : []),
    ]
  })
}

function areaOf(path: string): string {
  const [folder = ''] = path.split('/')
  if (/^(bench|proofs)\/(?!.*\.test\.ts$)/.test(path)) return folder
  return isTest(path) ? 'tests' : folder
}
