/** A text as `like` finds it and nothing else: its own wildcards are letters. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
