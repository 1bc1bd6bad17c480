import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Where the built web app lies. */
export const WEB_FOLDER = join(ROOT, 'web/dist')

/** The product's version, as package.json has it. */
export const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string })
  .version
