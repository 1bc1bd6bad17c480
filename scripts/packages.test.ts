import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'

const ROOT = path.join(import.meta.dirname, '..')
/** Each is code of others that we run and update: more than this is a decision (docs/adr/0036). */
const MOST_PACKAGES = 400

type Entry = { link?: boolean; os?: string[]; cpu?: string[]; libc?: string[]; engines?: { node?: string } }
type Semver = { subset(range: string, of: string): boolean }

const semver = createRequire(import.meta.url)('semver') as Semver
const read = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as unknown
const { packages } = read('package-lock.json') as { packages: Record<string, Entry> }
const fits = (list: string[] | undefined, one: string) => list === undefined || list.includes(one)
const installed = Object.entries(packages).filter(
  ([place, { link, os, cpu, libc }]) =>
    place.includes('node_modules/') && !link && fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc'),
)

test(`npm ci installs at most ${MOST_PACKAGES} packages on Linux`, () => {
  assert.ok(installed.length <= MOST_PACKAGES, `${installed.length} packages`)
})

test('every package runs on the versions of Node that package.json names: npm ci warns of none', () => {
  const { engines } = read('package.json') as { engines: { node: string } }
  const narrow = installed.filter(
    ([, { engines: theirs }]) => !semver.subset(engines.node, theirs?.node ?? '*'),
  )
  assert.deepEqual(
    narrow.map(([place, { engines: theirs }]) => `${place}: ${theirs?.node}`),
    [],
  )
})
