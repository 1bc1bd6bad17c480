import { existsSync } from 'node:fs'
import { loadKeyRing } from '../server/kit/encryption.ts'

/**
 * Makes the key ring of a new service, for roles that read it from a secret and cannot write one:
 * `sh scripts/node scripts/key-ring.ts FILE`. An existing file is refused.
 */
const [file] = process.argv.slice(2)
if (file === undefined || existsSync(file)) {
  console.error(file === undefined ? 'Give the file of the new key ring' : `${file} exists`)
  process.exit(2)
}
process.umask(0o077)
loadKeyRing(file)
console.log(
  `Made the key ring ${file}. Without it the database's encrypted values are lost: keep a copy apart`,
)
