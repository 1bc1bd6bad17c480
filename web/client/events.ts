/** The server ended the stream with an error; the caller may open it again. */
export class StreamEnded extends Error {}

/** One event of a stream; null for comments (the server's keep-alive). */
export function parseEvent(block: string): { name: string; data: string } | null {
  let name = 'message'
  const data: string[] = []
  for (const line of block.split(/\r\n|[\n\r]/)) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const value = line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (line.slice(0, colon) === 'event') name = value
    if (line.slice(0, colon) === 'data') data.push(value)
  }
  return data.length === 0 && name === 'message' ? null : { name, data: data.join('\n') }
}

/** The values of an event stream, until `done`. A stream that breaks off or sends `error` throws. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let pending = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) throw new StreamEnded('broken off')
      pending += value
      const blocks = pending.split(/\r\n\r\n|\n\n|\r\r/)
      pending = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event === null) continue
        if (event.name === 'done') return
        if (event.name === 'error') throw new StreamEnded(event.data)
        yield JSON.parse(event.data)
      }
    }
  } finally {
    // Leaving early (a new connection, signing out) also closes the request.
    void reader.cancel().catch(() => {})
  }
}
