import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of the app that this checkout gives out. */
export const VERSION = (
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as { version: string }
).version
