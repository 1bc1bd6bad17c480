import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'identity' | 'gzip' | 'br'

/** Content ready to be sent, raw and in each encoding, the same bytes for every client. */
export type Content = { type: string; etag: string; bodies: Map<Encoding, Promise<Buffer>> }

const COMPRESSED = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/
const SMALLEST_COMPRESSED_BYTES = 512
const compress: Record<'br' | 'gzip', (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
}

/** Content of a media type with an ETag, compressed once on first use. */
export function makeContent(body: Buffer, type: string): Content {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(body)]])
  if (body.length < SMALLEST_COMPRESSED_BYTES || !COMPRESSED.test(type))
    for (const encoding of ['br', 'gzip'] as const) bodies.set(encoding, Promise.resolve(body))
  return { type, etag, bodies }
}

/** Sends content, or 304 to a client that has it; nothing is copied for parallel clients. */
export async function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  content: Content,
  cacheControl: string,
): Promise<void> {
  response.setHeader('Content-Type', content.type)
  response.setHeader('ETag', content.etag)
  response.appendHeader('Vary', 'Accept-Encoding')
  response.setHeader('Cache-Control', cacheControl)
  if (request.headers['if-none-match']?.includes(content.etag)) {
    response.writeHead(304).end()
    return
  }
  const { encoding, body } = await encode(content, String(request.headers['accept-encoding'] ?? ''))
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', body.length)
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body)
}

async function encode({ bodies }: Content, accepted: string): Promise<{ encoding: Encoding; body: Buffer }> {
  const plain = await bodies.get('identity')!
  const encoding = (['br', 'gzip'] as const).find((each) => accepts(accepted, each))
  if (!encoding) return { encoding: 'identity', body: plain }
  const begun = bodies.get(encoding) ?? compress[encoding](plain)
  bodies.set(encoding, begun)
  const body = await begun
  return { encoding: body === plain ? 'identity' : encoding, body }
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...options] = part.split(';').map((each) => each.trim().toLowerCase())
    return name === encoding && !options.some((each) => /^q=0(\.0*)?$/.test(each))
  })
}
