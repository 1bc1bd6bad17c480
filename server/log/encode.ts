/**
 * The JSON text of a line's data as PostgreSQL takes it: NUL and lone surrogates, which it cannot turn into
 * text and only a hostile platform sends, are left out, so that one such offer cannot hold up everyone's
 * batch.
 */
export function encodeData(data: unknown): string {
  const text = JSON.stringify(data)
  if (!text.includes('\\u')) return text
  return text.replace(/\\\\|\\u(?:0000|d[89a-f][0-9a-f]{2})/g, (found) => (found === '\\\\' ? found : ''))
}
