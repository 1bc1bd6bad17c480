import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesBefore } from './first-load.ts'
import type { Chunk } from './first-load.ts'

const late = (file: string, rest: Partial<Chunk> = {}): Chunk => ({ file, isDynamicEntry: true, ...rest })

/** An editor with its own sheet, another screen, and a sheet that both open. */
const MANIFEST: Record<string, Chunk> = {
  'index.html': { file: 'entry', isEntry: true, imports: ['_base'], css: ['css'], dynamicImports: ['list'] },
  _base: { file: 'base', dynamicImports: ['note'] },
  note: late('note', { imports: ['_base'] }),
  list: late('list', { imports: ['_base'], dynamicImports: ['editor', 'other'] }),
  _form: { file: 'form', imports: ['_base'], dynamicImports: ['own-sheet', 'shared-sheet'] },
  editor: late('editor', { imports: ['_form', '_fields'] }),
  _fields: { file: 'fields' },
  'own-sheet': late('own-sheet', { imports: ['_form', '_fields'], dynamicImports: ['deep-sheet'] }),
  'deep-sheet': late('deep-sheet', { dynamicImports: ['own-sheet'] }),
  other: late('other', { imports: ['_fields'], dynamicImports: ['shared-sheet'] }),
  'shared-sheet': late('shared-sheet', { imports: ['_fields'] }),
}
const ENTRY = ['base', 'css', 'entry']

function before(key: string, manifest = MANIFEST): string[] {
  return [...filesBefore(manifest).get(key)!].toSorted()
}

test('what the page begins with is there for every part', () => {
  assert.deepEqual(before('note'), ENTRY)
  assert.deepEqual(before('list'), ENTRY)
})

test('a sheet of one screen finds what that screen brought', () => {
  assert.deepEqual(before('own-sheet'), [...ENTRY, 'editor', 'fields', 'form', 'list'].toSorted())
})

test('a sheet of two screens finds only what both brought', () => {
  assert.deepEqual(before('shared-sheet'), [...ENTRY, 'fields', 'list'].toSorted())
})

test('a sheet that leads back does not count itself as there', () => {
  assert.deepEqual(before('deep-sheet'), [...before('own-sheet'), 'own-sheet'].toSorted())
})

test('a part that the manifest names no asker of finds the entry alone', () => {
  assert.deepEqual(before('lost', { ...MANIFEST, lost: late('lost', { imports: ['_form'] }) }), ENTRY)
})
