import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { NOTICES_FILE, makeNotices } from './notices.ts'

const ROOT = path.join(import.meta.dirname, '..')
const page = readFileSync(NOTICES_FILE, 'utf8')

type Manifest = Record<'dependencies' | 'optionalDependencies', Record<string, string> | undefined>

for (const folder of ['.', 'core', 'server', 'simulator', 'web']) {
  test(`the notices name each production dependency of ${folder}/package.json`, () => {
    const manifest = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as Manifest
    const wanted = Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies })
    for (const [name, version] of wanted.filter(([each]) => !each.startsWith('@madruga/')))
      assert.ok(page.includes(`\n| ${name} | ${version} | `), `${name} ${version}`)
  })
}

test('the notices are what the installed packages say (after a change: sh scripts/node scripts/notices.ts)', () => {
  assert.equal(page, makeNotices(ROOT))
})

test('the notices hold the licenses of what was copied into the repository', () => {
  for (const words of ['Paweł Kuna', 'https://creativecommons.org/licenses/by/4.0/legalcode'])
    assert.ok(page.includes(words), words)
})
