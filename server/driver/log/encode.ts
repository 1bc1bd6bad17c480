/**
 * The JSON text of a line's data for PostgreSQL. It drops NUL and lone surrogates, which PostgreSQL cannot
 * store as text and only a hostile platform sends, so that one such offer cannot block a batch.
 */
export function encodeData(data: unknown): string {
  const text = JSON.stringify(data)
  if (!text.includes('\\u')) return text
  return text.replace(/\\\\|\\u(?:0000|d[89a-f][0-9a-f]{2})/g, (match) => (match === '\\\\' ? match : ''))
}
