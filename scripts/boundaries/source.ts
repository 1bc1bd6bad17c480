import path from 'node:path'
import { parseSync, type Program } from 'oxc-parser'
import * as server from '../../server/module.ts'

/** A file as the rules see it: repository path with forward slashes, text, syntax tree and imports. */
export type Source = { path: string; text: string; program: Program; imports: Import[] }

/** One import. `to` is a repository path if it is internal, else the package's name. */
export type Import = { to: string; inside: boolean; isType: boolean; line: number }

/** One broken rule, with what to change. */
export type Breach = { path: string; line: number; rule: string; what: string }

/** Parses a file; throws on a syntax error. */
export function readSource(filePath: string, text: string): Source {
  const parsed = parseSync(filePath, text)
  const failed = parsed.errors[0]
  if (failed) throw new Error(`${filePath}: ${failed.message}`)
  const found: Import[] = []
  const add = (request: string, isType: boolean, start: number) =>
    found.push({ ...resolveImport(filePath, request), isType, line: lineAt(text, start) })
  for (const one of parsed.module.staticImports) {
    const entries = one.entries
    add(one.moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType), one.start)
  }
  for (const one of parsed.module.staticExports) {
    const from = one.entries.find((entry) => entry.moduleRequest)?.moduleRequest
    if (from) add(from.value, text.slice(one.start, one.start + 11) === 'export type', one.start)
  }
  for (const one of parsed.module.dynamicImports) {
    const request = text.slice(one.moduleRequest.start, one.moduleRequest.end)
    if (/^['"`][^$]*['"`]$/.test(request)) add(request.slice(1, -1), false, one.start)
  }
  return { path: filePath, text, program: parsed.program, imports: found }
}

/** The 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let i = 0; i < offset; i++) if (text.charCodeAt(i) === 10) line++
  return line
}

/** Whether a file is a test, a proof, a bench or scaffolding of tests, which are freer than the product. */
export function isTest(filePath: string): boolean {
  return (
    /\.(test|bench)\.tsx?$/.test(filePath) ||
    /(^|\/)testing(-[a-z-]+)?(\.ts|\/)|^(e2e|bench|proofs)\//.test(filePath)
  )
}

/** The room of a file of the server; null for its tests and for other files. */
export function roomOf(filePath: string): string | null {
  return isTest(filePath) ? null : server.roomOf(filePath)
}

function resolveImport(from: string, request: string): { to: string; inside: boolean } {
  const clean = request.replace(/\?.*$/, '')
  if (clean.startsWith('.')) return { to: path.posix.join(path.posix.dirname(from), clean), inside: true }
  if (clean.startsWith('@madruga/')) return { to: clean.slice('@madruga/'.length), inside: true }
  const parts = clean.split('/')
  return { to: clean.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]!, inside: false }
}
