/**
 * Whether a `.dockerignore` lets a file of the repository into the build: of the lines that match it or a
 * folder above it the last one counts, and `!` brings it back.
 */
export function makeFilter(text: string): (file: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ brings: line.startsWith('!'), glob: toPattern(line.replace(/^!/, '')) }))
  return (file) => {
    const parts = file.split('/')
    const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    const last = rules.findLast(({ glob }) => paths.some((each) => glob.test(each)))
    return last === undefined || last.brings
  }
}

/** Unlike a shell's, its `*` matches names that begin with a dot. */
function toPattern(glob: string): RegExp {
  const pattern = glob
    .replaceAll(/[.+^$()|[\]{}\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?')
  return new RegExp(`^${pattern}$`)
}
