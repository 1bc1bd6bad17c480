import type { Breach, Source } from './source.ts'

const MOST = 110

/** Comments wider than 110 columns; a linter's own directives stay on one line. */
export function commentBreaches(sources: readonly Source[]): Breach[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      if (line.length <= MOST || !/^\s*(\*|\/\/|\/\*|\{\/\*)/.test(line) || line.includes('oxlint-'))
        return []
      const what = `a comment of ${line.length} columns: wrap it at ${MOST}`
      return [{ path, line: index + 1, rule: 'comment-width', what }]
    }),
  )
}
