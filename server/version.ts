import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of the app that this checkout gives out. */
export const VERSION = (
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as { version: string }
).version

/** What an installation brings along, and when npm's registry published it; a test compares the versions. */
export const BROUGHT = {
  node: { version: '26.10.0', publishedOn: '2026-09-23' },
  postgres: { version: '18.4', publishedOn: '2026-06-06' },
} as const

/** A part of the machine that this process runs on, as far as its age is known. */
export type RuntimePart = { name: keyof typeof BROUGHT; version: string; publishedOn: string }

/** Node, where it is the one that npm installs, and PostgreSQL, where it is the embedded one. */
export function listRuntime(hasOwnDatabase: boolean): RuntimePart[] {
  const { node, postgres } = BROUGHT
  return [
    ...(process.versions.node === node.version ? [{ name: 'node' as const, ...node }] : []),
    ...(hasOwnDatabase ? [{ name: 'postgres' as const, ...postgres }] : []),
  ]
}
