import { join } from 'node:path'

/** Where the built web app lies. */
export const WEB_FOLDER = join(import.meta.dirname, '../..', 'web/dist')
