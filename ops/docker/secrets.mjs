// Makes what the containers share, at the first start: files that only their user can read.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = '/secrets'] = process.argv.slice(2)
const random = () => randomBytes(32).toString('hex')

/** The content of a file, which is made unless it is there. */
function keep(name, make) {
  const file = join(folder, name)
  try {
    writeFileSync(file, make(), { flag: 'wx', mode: 0o600 })
    console.log(`Made ${file}`)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

const password = keep('database_password', random)
keep('database_url', () => `postgres://madruga:${password}@postgres:5432/madruga`)
keep('metrics_token', random)
