import type { IncomingMessage } from 'node:http'

/** Why a body was not taken. */
export type BodyRefusal = 'too_large' | 'not_json' | 'malformed'

/**
 * Reads a JSON body of at most `limitBytes`; `undefined` when there is none. What is too large is refused by its
 * announced length before a byte is read, or as soon as it has grown past the limit.
 */
export async function readJson(
  request: IncomingMessage,
  limitBytes: number,
): Promise<{ body: unknown } | { refused: BodyRefusal }> {
  const read = await readBytes(request, limitBytes)
  if ('refused' in read) return read
  const { bytes } = read
  if (bytes.length === 0) return { body: undefined }
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return { refused: 'not_json' }
  try {
    return { body: parseText(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { refused: 'malformed' }
  }
}

/** Reads a body of at most `limitBytes` as it came; what is too large is refused in the same way. */
export async function readBytes(
  request: IncomingMessage,
  limitBytes: number,
): Promise<{ bytes: Buffer } | { refused: 'too_large' }> {
  // The rest of a refused body is read and thrown away, so that the caller gets to read why; the server's time-out for a
  // whole request bounds that.
  const tooLarge = () => {
    request.resume()
    return { refused: 'too_large' } as const
  }
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limitBytes) return tooLarge()
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks) }
}

/** Parses JSON without what no database keeps as text: NUL and lone surrogates. */
function parseText(text: string): unknown {
  if (!/\\u(0000|d[89a-f])/i.test(text)) return JSON.parse(text)
  return JSON.parse(text, (name, value: unknown) => {
    for (const each of [name, value])
      if (typeof each === 'string' && (each.includes('\0') || !each.isWellFormed()))
        throw new SyntaxError('text')
    return value
  })
}
