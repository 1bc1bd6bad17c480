import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { makeContent, sendContent } from './content.ts'
import type { Content } from './content.ts'

/** Options for serving a folder. */
export type FilesOptions = {
  root: string
  /** Whether this path's content is immutable, so that a browser may cache it permanently. */
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
 * Serves a folder's files from memory: read on first use and when they change. `send` returns false for a
 * path without a file. A file is cached once, regardless of the spelling of its path.
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

/** The file of a URL path inside the root, or null if it leaves the root, is hidden, or is no valid path. */
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
