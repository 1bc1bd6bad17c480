import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { makeContent, sendContent } from './content.ts'
import type { Content } from './content.ts'

/** How to serve a folder. */
export type FilesOptions = {
  root: string
  /** Whether this path's content never changes under its name, so that a browser may keep it for good. */
  isImmutable(urlPath: string): boolean
}

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
/**
 * Serves the files of a folder from memory: read at first use and when they change. `send` answers false for
 * a path that names no file there. A file is kept once, however many ways there are to write its path.
 */
export function createFiles({ root, isImmutable }: FilesOptions) {
  const kept = new Map<string, { mtimeMs: number; content: Content }>()

  async function load(file: string): Promise<Content | null> {
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) {
      kept.delete(file)
      return null
    }
    const before = kept.get(file)
    if (before && before.mtimeMs === found.mtimeMs) return before.content
    const type = TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream'
    const content = makeContent(await readFile(file), type)
    kept.set(file, { mtimeMs: found.mtimeMs, content })
    return content
  }

  async function send(request: IncomingMessage, response: ServerResponse, urlPath: string): Promise<boolean> {
    const file = locate(root, urlPath)
    const content = file === null ? null : await load(file)
    if (content === null) return false
    const cacheControl = isImmutable(urlPath) ? 'public, max-age=31536000, immutable' : 'no-cache'
    await sendContent(request, response, content, cacheControl)
    return true
  }

  return { send, size: () => kept.size }
}

/**
 * The file that a URL path names inside the root, or null where it leaves the root, hides, or is not a path
 * at all.
 */
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
