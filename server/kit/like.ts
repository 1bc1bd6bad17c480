/** Escapes a text for `like`: its own wildcards match literally. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
