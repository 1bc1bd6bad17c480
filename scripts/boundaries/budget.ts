import { isTest, type Breach, type Source } from './source.ts'

/** What each area may have at most: what it had, rounded up. A commit that raises a figure says why. */
const BUDGET: Readonly<Record<string, { lines: number; files: number }>> = {
  core: { lines: 20_360, files: 208 },
  server: { lines: 60_760, files: 593 },
  web: { lines: 45_410, files: 536 },
  simulator: { lines: 12_000, files: 106 },
  bench: { lines: 3_420, files: 32 },
  proofs: { lines: 9_450, files: 82 },
  scripts: { lines: 2_750, files: 28 },
  tests: { lines: 81_890, files: 557 },
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
