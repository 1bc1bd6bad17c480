import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createHash } from 'node:crypto'

/** How to serve a folder. */
export type FilesOptions = {
  root: string
  /** Whether this path's content never changes under its name, so that a browser may keep it for good. */
  isImmutable(urlPath: string): boolean
}

/** One file ready to be sent: as it is and as small as each encoding makes it. */
type Entry = { mtimeMs: number; type: string; etag: string; bodies: Map<Encoding, Buffer> }
type Encoding = 'identity' | 'gzip' | 'br'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}
const COMPRESSED = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/
const compress: Record<'br' | 'gzip', (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
}

/**
 * Serves the files of a folder from memory: read at first use and when they change, compressed at first use, and known by an
 * ETag. `send` answers false for a path that names no file there.
 */
export function createFiles({ root, isImmutable }: FilesOptions) {
  const entries = new Map<string, Entry>()

  async function load(urlPath: string): Promise<Entry | null> {
    const file = locate(root, urlPath)
    const found = file === null ? null : await stat(file).catch(() => null)
    if (file === null || !found?.isFile()) {
      entries.delete(urlPath)
      return null
    }
    const kept = entries.get(urlPath)
    if (kept && kept.mtimeMs === found.mtimeMs) return kept
    const body = await readFile(file)
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const type = TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream'
    const entry: Entry = { mtimeMs: found.mtimeMs, type, etag, bodies: new Map([['identity', body]]) }
    entries.set(urlPath, entry)
    return entry
  }

  async function send(request: IncomingMessage, response: ServerResponse, urlPath: string): Promise<boolean> {
    const entry = await load(urlPath)
    if (!entry) return false
    response.setHeader('Content-Type', entry.type)
    response.setHeader('ETag', entry.etag)
    response.setHeader('Vary', 'Accept-Encoding')
    response.setHeader(
      'Cache-Control',
      isImmutable(urlPath) ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    if (request.headers['if-none-match']?.includes(entry.etag)) {
      response.writeHead(304).end()
      return true
    }
    const { encoding, body } = await encode(entry, String(request.headers['accept-encoding'] ?? ''))
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
    response.setHeader('Content-Length', body.length)
    response.writeHead(200).end(request.method === 'HEAD' ? undefined : body)
    return true
  }

  return { send }
}

async function encode(entry: Entry, accepted: string): Promise<{ encoding: Encoding; body: Buffer }> {
  const plain = entry.bodies.get('identity') ?? Buffer.alloc(0)
  const encoding = (['br', 'gzip'] as const).find((each) => accepts(accepted, each))
  if (!encoding || plain.length < 512 || !COMPRESSED.test(entry.type))
    return { encoding: 'identity', body: plain }
  const body = entry.bodies.get(encoding) ?? (await compress[encoding](plain))
  entry.bodies.set(encoding, body)
  return { encoding, body }
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...options] = part.split(';').map((each) => each.trim().toLowerCase())
    return name === encoding && !options.some((each) => /^q=0(\.0*)?$/.test(each))
  })
}

/** The file that a URL path names inside the root, or null where it leaves the root, hides, or is not a path at all. */
function locate(root: string, urlPath: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(urlPath)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.split(/[/\\]/).some((part) => part.startsWith('.'))) return null
  return path.join(root, path.normalize(decoded))
}
